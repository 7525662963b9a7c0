import type { Db } from '../../../db/schema'
import * as records from '~/domain/configuration/configuration.queries.server'
import { takenBy, type ConfigurationRow } from '~/domain/configuration/configuration.server'
import { showValue } from '~/domain/configuration/record-text'

import * as queries from './changes.queries.server'
import { drift, valuesOf, type ChangeRow } from './changes.server'

/** The most changes that a list shows. */
const listedChanges = 50

/** Returns a change that waits for a release, or one that was decided on. */
export async function findChange(db: Db, id: number) {
  const row = await queries.findChange(db, id)
  return row ? ((await viewChanges(db, [row]))[0] ?? null) : null
}

/** Returns the oldest changes that wait for a release and are not scheduled, and the number of all of them. */
export async function listWaitingChanges(db: Db) {
  const { rows, total } = await queries.listWaiting(db, listedChanges)
  return { changes: await viewChanges(db, rows), total }
}

/** A change of a stored record that waits for a release: 'Layoff frequency: 1.62% → 6.00%', or 'deletion'. */
export type WaitingChange = { id: number; record: number; text: string }

/** The values of a waiting change that its text names. */
const namedValues = 3

/** Returns the changes that wait for a release of some records of a collection. */
export async function listWaitingFor(
  db: Db,
  collection: string,
  records: readonly number[],
): Promise<WaitingChange[]> {
  const rows = await queries.listWaitingFor(db, collection, records)
  return rows.map((row) => {
    const fields = row.action === 'delete' ? [] : fieldsOf(valuesOf(row), null)
    const named = fields
      .slice(0, namedValues)
      .map(({ label, before, after }) => `${label}: ${before} → ${after}`)
    const more = fields.length - named.length
    const text =
      row.action === 'delete' ? 'deletion' : named.join('; ') + (more > 0 ? `; and ${more} more` : '')
    return { id: row.id, record: row.record_id ?? 0, text }
  })
}

/** Returns the changes that were rejected or withdrawn lately, newest first. */
export async function listRefusedChanges(db: Db) {
  return viewChanges(db, await queries.listRefused(db, 10))
}

export type ChangeView = Awaited<ReturnType<typeof viewChanges>>[number]

/** Returns changes with their fields in words, and why a proposed one cannot be released now. */
export async function viewChanges(db: Db, rows: readonly ChangeRow[]) {
  const changes = rows.map(valuesOf)
  const current = new Map<string, ConfigurationRow>()
  const collections = new Set(changes.map(({ collection }) => collection))
  for (const { table, slug } of collections) {
    const ids = changes.flatMap(({ collection, record_id: id }) =>
      collection.slug === slug && id !== null ? [id] : [],
    )
    for (const row of await records.findRows(db, table, ids)) current.set(`${slug} ${row.id}`, row)
  }
  return Promise.all(
    changes.map(async (change) => {
      const { collection, before: _before, after: _after, user_id, ...rest } = change
      const row = current.get(`${collection.slug} ${change.record_id}`) ?? null
      return {
        ...rest,
        author_id: user_id,
        collection: collection.slug,
        singular: collection.singular,
        name: nameOf(change),
        fields: fieldsOf(change, row),
        obstacle: change.state === 'proposed' ? await changeRefusal(db, change, row) : null,
      }
    }),
  )
}

type Values = ReturnType<typeof valuesOf>

/** Returns the name of a change's record: the one that it has before the change, if any. */
export function nameOf({ collection, before, after }: Pick<Values, 'collection' | 'before' | 'after'>) {
  return String((before ?? after)?.[collection.nameColumn ?? 'id'])
}

/** Returns the columns that a change sets, and those in which the record is not as it was. */
function fieldsOf(change: Values, current: ConfigurationRow | null) {
  const { collection, before, after, action, state } = change
  const drifted = state === 'proposed' ? drift(change, current) : []
  return collection.columns
    .filter(({ name }) => action !== 'update' || before?.[name] !== after?.[name] || drifted.includes(name))
    .map((column) => ({
      label: column.label,
      before: before && showValue(column, before[column.name]),
      after: after && showValue(column, after[column.name]),
      now: current && drifted.includes(column.name) ? showValue(column, current[column.name]) : null,
    }))
}

/** Returns why a change cannot be applied to the current record, or null. */
export async function changeRefusal(db: Db, change: Values, current: ConfigurationRow | null) {
  const { collection, action, after, record_id } = change
  const name = nameOf(change)
  if (action !== 'create' && current === null)
    return `The ${collection.singular} ${name} has been deleted since.`
  const drifted = drift(change, current)
  if (drifted.length > 0) {
    const labels = collection.columns.filter((column) => drifted.includes(column.name))
    return `The ${collection.singular} ${name} has changed since this was proposed: ${labels.map(({ label }) => label).join(', ')}.`
  }
  const taken = after === null ? null : await takenBy(db, collection, after, record_id)
  return taken?.message ?? null
}
