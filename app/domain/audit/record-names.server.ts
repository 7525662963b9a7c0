import type { Db } from '../../../db/schema'
import { collections } from '~/domain/configuration/collections'
import { startsOfWords } from '~/lists/search-terms'

import * as queries from './record-names.queries.server'
import type { NamedTable, RecordKey } from './record-names.queries.server'

const configuration: NamedTable[] = Object.values(collections).flatMap(({ singular, table, nameColumn }) =>
  nameColumn === null ? [] : [{ entity: singular, table, column: nameColumn }],
)

const tables: NamedTable[] = [
  ...configuration,
  { entity: 'account', table: 'users', column: 'email' },
  { entity: 'quote submission', table: 'quote_submissions', column: 'name' },
]

/** The records of each kind that a name stands for. */
const maxNamed = 100

type Entry = {
  entity: string
  entity_id: string | null
  fields: readonly { name: string; before: string | null; after: string | null }[]
}

/** Returns the name of an entry's record, by `entity id`: as it is now or, of one that is gone, as the entry has it. */
export async function namesOf(db: Db, entries: readonly Entry[]) {
  const records = entries.flatMap(({ entity, entity_id }) =>
    entity_id === null ? [] : [{ entity, id: entity_id }],
  )
  const names = new Map<string, string>()
  for (const { entity, entity_id, fields } of entries) {
    const column = configuration.find((table) => table.entity === entity)?.column
    const field = fields.find(({ name }) => name === column)
    const name = field?.after ?? field?.before
    const key = `${entity} ${entity_id}`
    if (name && !names.has(key)) names.set(key, name) // the newest entry comes first
  }
  for (const { entity, id, name } of await queries.listNames(db, tables, records))
    names.set(`${entity} ${id}`, name)
  return names
}

/**
 * Returns the records that a text stands for: those with a number ('12', 'Q-12'), or tiers, employers, industries, roles and levels with
 * words that begin as those of the text do. Records that are gone have no name any more.
 */
export async function findRecords(db: Db, text: string): Promise<{ id: string } | RecordKey[]> {
  const [, quote, number] = /^(q-)?(\d{1,10})$/i.exec(text.trim()) ?? []
  if (number !== undefined) return quote ? [{ entity: 'quote submission', id: number }] : { id: number }
  const query = startsOfWords(text)
  return query === null ? [] : queries.findNamed(db, configuration, query, maxNamed)
}
