import { sql } from 'kysely'

import type { Db } from '../../../db/schema'
import type { Collection } from '~/domain/configuration/collections'

/** Rows that are looked at in one statement, so that none holds others up. */
const rowsPerLook = 2_000
/** Keys that are paired in one statement, about. */
const rowsPerPairing = 20_000

/** How many rows a file would add, change and remove, and how many it would leave as they are. */
export type Difference = { added: number; changed: number; removed: number; unchanged: number }

export type DifferingRow = { before: Record<string, unknown> | null; after: Record<string, unknown> | null }

/**
 * Compares the rows to come with those of the table. Rows belong together by their key, whatever its letter case; of several with one
 * key the first belongs to the first. Every statement is short and on its own: first the keys alone are paired, by their hashes,
 * then the rows of each pair are looked at, so many at a time.
 */
export async function compareStaged(db: Db, collection: Collection, rows: number, samples: number) {
  const { table, columns } = collection
  await sql`truncate incoming.row_keys, incoming.row_pairs`.execute(db)
  const known = sql.join([sql.ref('id'), ...keyColumns(collection).map(({ name }) => sql.ref(name))])
  await sql`analyze ${sql.table(`incoming.${table}`)} (${known})`.execute(db)
  const { rows: counts } = await sql<{ stored: number }>`
    select count(*) as stored from ${sql.table(table)}`.execute(db)
  const parts = Math.ceil(((counts[0]?.stored ?? 0) + rows + 1) / rowsPerPairing)
  await noteKeys(db, collection, parts, { staged: false })
  await noteKeys(db, collection, parts, { staged: true })
  for (let part = 0; part < parts; part += 1) {
    const keys = (isStaged: boolean) => sql`
      select id, key, row_number() over (partition by key order by id) as place
      from incoming.row_keys where part = ${part} and staged = ${isStaged}`
    await sql`
      insert into incoming.row_pairs (stored_id, staged_id)
      select stored.id, staged.id
      from (${keys(false)}) as stored
      full join (${keys(true)}) as staged on staged.key = stored.key and staged.place = stored.place`.execute(
      db,
    )
  }
  await sql`analyze incoming.row_pairs`.execute(db)

  const values = (alias: string) => sql.join(columns.map(({ name }) => sql.ref(`${alias}.${name}`)))
  let changed = 0
  for (let last: number | null = 0; last !== null;) {
    const { rows } = await sql<{ last: number | null; count: number }>`
      with pair as (
        select stored_id, staged_id from incoming.row_pairs
        where staged_id > ${last} order by staged_id limit ${rowsPerLook}
      ), differing as (
        select pair.staged_id
        from pair
        join ${sql.table(table)} as was on was.id = pair.stored_id
        join ${sql.table(`incoming.${table}`)} as will on will.id = pair.staged_id
        where (${values('was')}) is distinct from (${values('will')})
      ), noted as (
        update incoming.row_pairs as noted set changed = true
        from differing where noted.staged_id = differing.staged_id returning 1
      )
      select (select max(staged_id) from pair) as last, (select count(*) from noted) as count`.execute(db)
    last = rows[0]?.last ?? null
    changed += rows[0]?.count ?? 0
  }

  const { rows: totals } = await sql<{ both: number; added: number; removed: number }>`
    select count(*) filter (where stored_id is not null and staged_id is not null) as both,
      count(*) filter (where stored_id is null) as added,
      count(*) filter (where staged_id is null) as removed
    from incoming.row_pairs`.execute(db)
  const { both, added, removed } = totals[0] as (typeof totals)[number]
  const rowsOf = async (kind: ReturnType<typeof sql>) => {
    const { rows } = await sql<DifferingRow>`
      select to_jsonb(was) as before, to_jsonb(will) as after
      from (
        select stored_id, staged_id from incoming.row_pairs
        where ${kind} order by staged_id, stored_id limit ${samples}
      ) as pair
      left join ${sql.table(table)} as was on was.id = pair.stored_id
      left join ${sql.table(`incoming.${table}`)} as will on will.id = pair.staged_id
      order by pair.staged_id, pair.stored_id`.execute(db)
    return rows
  }
  const difference: Difference = { added, changed, removed, unchanged: both - changed }
  return {
    difference,
    added: await rowsOf(sql`stored_id is null`),
    changed: await rowsOf(sql`changed`),
    removed: await rowsOf(sql`staged_id is null`),
  }
}

/** Notes the hash of each row's key. */
async function noteKeys(db: Db, collection: Collection, parts: number, { staged }: { staged: boolean }) {
  const texts = keyColumns(collection).map(({ name }) => sql`coalesce(lower(${sql.ref(name)}::text), '')`)
  const key = sql`hashtextextended(${sql.join(texts, sql` || chr(10) || `)}, 0)`
  const table = sql.table(staged ? `incoming.${collection.table}` : collection.table)
  for (let last: number | null = -2_147_483_648; last !== null;) {
    const { rows } = await sql<{ last: number | null }>`
      with found as (
        insert into incoming.row_keys
        select ${staged}::boolean, id, key, abs(key % ${parts})
        from (select id, ${key} as key from ${table} where id > ${last} order by id limit ${rowsPerLook}) as rows
        returning id
      )
      select max(id) as last from found`.execute(db)
    last = rows[0]?.last ?? null
  }
}

/** The columns by which a row of a file is known to be the same as one of the table. */
export function keyColumns({ nameColumn, columns }: Collection) {
  const names = nameColumn === null ? ['SimDate', 'ScenarioName'] : [nameColumn]
  return columns.filter(({ name }) => names.includes(name))
}
