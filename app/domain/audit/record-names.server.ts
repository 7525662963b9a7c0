import type { Db } from '../../../db/schema'
import { collections } from '~/domain/configuration/collections'
import { startsOfWords } from '~/lists/search-terms'

import { collectionOf } from './entry-words'
import * as queries from './record-names.queries.server'
import type { NamedTable, QuoteOfRecord, RecordKey } from './record-names.queries.server'

const configuration: NamedTable[] = Object.values(collections).flatMap(({ singular, table, nameColumn }) =>
  nameColumn === null ? [] : [{ entity: singular, table, column: nameColumn }],
)

const tables: NamedTable[] = [
  ...configuration,
  { entity: 'account', table: 'users', column: 'email' },
  { entity: 'quote submission', table: 'quote_submissions', column: 'name' },
]

/** The records of each kind that a name matches. */
const maxNamed = 100

type Entry = {
  entity: string
  entity_id: string | null
  fields: readonly { name: string; before: string | null; after: string | null }[]
}

/** Returns the name of an entry's record, by `entity id`: its current name or, of a deleted one, that in the entry. */
export async function namesOf(db: Db, entries: readonly Entry[]) {
  const records = entries.flatMap((entry) => namedRecord(entry) ?? [])
  const names = new Map<string, string>()
  for (const entry of entries) {
    const { entity, fields } = { ...entry, entity: namedRecord(entry)?.entity ?? entry.entity }
    const column = configuration.find((table) => table.entity === entity)?.column
    const field = fields.find(({ name }) => name === column)
    const name = field?.after ?? field?.before
    const key = keyOf(entry)
    if (name && !names.has(key)) names.set(key, name) // the newest entry comes first
  }
  for (const { entity, id, name } of await queries.listNames(db, tables, records))
    names.set(`${entity} ${id}`, name)
  return names
}

/** Returns the record that an entry's name is that of: of a proposed change, the one that it changes. */
function namedRecord(entry: Entry): RecordKey | null {
  if (entry.entity_id === null) return null
  if (entry.entity !== 'configuration change') return { entity: entry.entity, id: entry.entity_id }
  const [collection, record] = [collectionOf(entry), entry.fields.find(({ name }) => name === 'record')]
  const id = record?.after ?? record?.before ?? `new ${entry.entity_id}`
  return collection ? { entity: collection.singular, id } : null
}

/** The key of an entry's name in what `namesOf` returns. */
export function keyOf(entry: Entry) {
  const record = namedRecord(entry)
  return record ? `${record.entity} ${record.id}` : ''
}

/** Returns the applications that the entries' records belong to, by `entity id`. */
export async function quotesOf(db: Db, entries: readonly Entry[]) {
  const records = entries.flatMap(({ entity, entity_id }) =>
    entity_id !== null && ofQuotes.includes(entity) ? [{ entity, id: entity_id }] : [],
  )
  const rows = records.length === 0 ? [] : await queries.listQuotes(db, records)
  return new Map<string, QuoteOfRecord>(rows.map(({ entity, id, ...quote }) => [`${entity} ${id}`, quote]))
}

const ofQuotes = ['quote submission', 'underwriting result', 'offer', 'applicant question']

/**
 * Returns the records that a text matches: those with a number ('12', 'Q-12'), or tiers, employers, industries, roles and levels whose
 * words begin with those of the text. Deleted records have no name.
 */
export async function findRecords(db: Db, text: string): Promise<{ id: string } | RecordKey[]> {
  const [, quote, number] = /^(q-)?(\d{1,10})$/i.exec(text.trim()) ?? []
  if (number !== undefined) return quote ? [{ entity: 'quote submission', id: number }] : { id: number }
  const query = startsOfWords(text)
  return query === null ? [] : queries.findNamed(db, configuration, query, maxNamed)
}
