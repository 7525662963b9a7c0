import { sql, type Insertable } from 'kysely'

import type { Database, Db } from '../../../db/schema'
import type { Collection, Column } from '~/domain/configuration/collections'

type Table = Collection['table']

/** Rows that are moved in one statement, which has to end in time whatever the size of its table. */
const rowsPerMove = 20_000
/** Keys that are paired in one statement, about. */
const rowsPerPairing = 200_000

export async function isEmpty(db: Db, table: Table) {
  const row = await db.selectFrom(table).select('id').limit(1).executeTakeFirst()
  return row === undefined
}

/** Rows must have been checked by the schema of the table's collection. */
export async function insertAll(trx: Db, table: Table, rows: object[]) {
  await trx
    .insertInto(table)
    .values(rows as Insertable<Database[Table]>[])
    .execute()
}

/** Nobody else changes the table until the transaction ends; reading goes on. */
export async function lockTable(trx: Db, table: Table) {
  await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(trx)
}

export async function deleteAll(trx: Db, table: Table) {
  return moveAll(trx, table, null)
}

/** Moves all rows of a table into its copy, which is emptied first. @returns how many */
export async function moveToSnapshot(trx: Db, table: Table) {
  await clearSnapshot(trx, table)
  return moveAll(trx, table, snapshotOf(table))
}

/** Moves the rows of a table's copy back. @returns how many */
export async function moveFromSnapshot(trx: Db, table: Table) {
  let moved = 0
  for (let last: number | null = 0; last !== null;) {
    const { rows } = await sql<{ last: number | null; count: number }>`
      with put as (
        insert into ${sql.table(table)}
        select * from ${snapshotOf(table)} where id > ${last} order by id limit ${rowsPerMove}
        returning id
      )
      select max(id) as last, count(*) as count from put`.execute(trx)
    last = rows[0]?.last ?? null
    moved += rows[0]?.count ?? 0
  }
  await clearSnapshot(trx, table)
  return moved
}

export async function clearSnapshot(trx: Db, table: string) {
  await sql`truncate ${snapshotOf(table)}`.execute(trx)
}

function snapshotOf(table: string) {
  return sql.table(`before_import.${table}`)
}

async function moveAll(trx: Db, table: Table, target: ReturnType<typeof snapshotOf> | null) {
  const kept =
    target === null
      ? sql`select id from gone`
      : sql`insert into ${target} select gone.* from gone returning id`
  let moved = 0
  for (let last: number | null = -2_147_483_648; last !== null;) {
    const { rows } = await sql<{ last: number | null; count: number }>`
      with gone as (
        delete from ${sql.table(table)}
        where id in (select id from ${sql.table(table)} where id > ${last} order by id limit ${rowsPerMove})
        returning *
      ), kept as (${kept})
      select max(id) as last, count(*) as count from kept`.execute(trx)
    last = rows[0]?.last ?? null
    moved += rows[0]?.count ?? 0
  }
  return moved
}

/**
 * Inserts rows that are given column by column, each as the text of a PostgreSQL array: one statement with few parameters,
 * whatever the number of rows.
 */
export async function insertColumns(
  trx: Db,
  table: Table,
  columns: readonly Column[],
  arrays: readonly string[],
) {
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map(({ name }) => sql.ref(name)))})
    select * from unnest(${arrayParameters(columns, arrays)})`.execute(trx)
}

/** As insertColumns, into the table of a preview, with the lines on which the rows stood. */
export async function stageColumns(
  trx: Db,
  columns: readonly Column[],
  lines: string,
  arrays: readonly string[],
) {
  await sql`
    insert into import_stage (line, ${sql.join(columns.map(({ name }) => sql.ref(name)))})
    select * from unnest(${lines}::text::integer[], ${arrayParameters(columns, arrays)})`.execute(trx)
}

function arrayParameters(columns: readonly Column[], arrays: readonly string[]) {
  return sql.join(columns.map((column, index) => sql`${arrays[index]}::text::${sql.raw(typeOf(column))}[]`))
}

function typeOf(column: Column) {
  switch (column.kind) {
    case 'text':
      return 'text'
    case 'number':
      return column.whole ? 'integer' : 'numeric'
    case 'count':
      return 'integer'
    case 'boolean':
      return 'boolean'
    case 'date':
      return 'date'
  }
}

/** A table of the transaction's own, in the shape of another: it goes with it. */
export async function createStage(trx: Db, table: Table) {
  await sql`create temporary table import_stage (like ${sql.table(table)} including defaults) on commit drop`.execute(
    trx,
  )
  await sql`alter table import_stage drop column id, add column line integer`.execute(trx)
}

/** How many rows a file would add, change and remove, and how many it would leave as they are. */
export type Difference = { added: number; changed: number; removed: number; unchanged: number }

export type DifferingRow = { before: Record<string, unknown> | null; after: Record<string, unknown> | null }

/**
 * Compares the staged rows with those of the table. Rows belong together by their key, whatever its letter case; of several with one
 * key the first belongs to the first. No statement takes long: first the keys alone are paired, by their hashes, then the rows
 * of each pair are looked at, so many at a time.
 */
export async function compareStage(trx: Db, collection: Collection, samples: number) {
  const { table, columns } = collection
  await sql`create unique index on import_stage (line)`.execute(trx)
  await sql`analyze import_stage`.execute(trx)
  await sql`create temporary table import_keys (staged boolean, number integer, key bigint) on commit drop`.execute(
    trx,
  )
  const stored = await noteKeys(trx, collection, { staged: false })
  const staged = await noteKeys(trx, collection, { staged: true })
  await sql`create temporary table import_pairs (id integer, line integer) on commit drop`.execute(trx)
  const parts = Math.ceil((stored + staged + 1) / rowsPerPairing)
  for (let part = 0; part < parts; part += 1) {
    const keys = (isStaged: boolean) => sql`
      select number, key, row_number() over (partition by key order by number) as place
      from import_keys where staged = ${isStaged} and abs(key % ${parts}) = ${part}`
    await sql`
      insert into import_pairs
      select stored.number, staged.number
      from (${keys(false)}) as stored
      full join (${keys(true)}) as staged on staged.key = stored.key and staged.place = stored.place`.execute(
      trx,
    )
  }
  await sql`create index on import_pairs (line)`.execute(trx)
  await sql`analyze import_pairs`.execute(trx)
  await sql`create temporary table import_changed (id integer, line integer) on commit drop`.execute(trx)

  const { rows: totals } = await sql<{ last: number; both: number; added: number; removed: number }>`
    select coalesce(max(line), 0) as last,
      count(*) filter (where id is not null and line is not null) as both,
      count(*) filter (where id is null) as added,
      count(*) filter (where line is null) as removed
    from import_pairs`.execute(trx)
  const { last, both, added, removed } = totals[0] as (typeof totals)[number]
  const values = (alias: string) => sql.join(columns.map(({ name }) => sql.ref(`${alias}.${name}`)))
  let changed = 0
  for (let line = 0; line < last; line += rowsPerMove) {
    const { rows } = await sql<{ count: number }>`
      with found as (
        insert into import_changed
        select pair.id, pair.line
        from import_pairs as pair
        join ${sql.table(table)} as was on was.id = pair.id
        join import_stage as will on will.line = pair.line
        where pair.line > ${line} and pair.line <= ${line + rowsPerMove}
          and (${values('was')}) is distinct from (${values('will')})
        returning 1
      )
      select count(*) as count from found`.execute(trx)
    changed += rows[0]?.count ?? 0
  }

  const rowsOf = async (pairs: ReturnType<typeof sql>) => {
    const { rows } = await sql<DifferingRow>`
      select to_jsonb(was) as before, to_jsonb(will) as after
      from (${pairs} order by line, id limit ${samples}) as pair
      left join ${sql.table(table)} as was on was.id = pair.id
      left join import_stage as will on will.line = pair.line
      order by pair.line, pair.id`.execute(trx)
    return rows
  }
  const difference: Difference = { added, changed, removed, unchanged: both - changed }
  return {
    difference,
    added: await rowsOf(sql`select id, line from import_pairs where id is null`),
    changed: await rowsOf(sql`select id, line from import_changed`),
    removed: await rowsOf(sql`select id, line from import_pairs where line is null`),
  }
}

/** Notes the hash of each row's key. @returns how many */
async function noteKeys(trx: Db, collection: Collection, { staged }: { staged: boolean }) {
  const texts = keyColumns(collection).map(({ name }) => sql`coalesce(lower(${sql.ref(name)}::text), '')`)
  const key = sql`hashtextextended(${sql.join(texts, sql` || chr(10) || `)}, 0)`
  const table = sql.table(staged ? 'import_stage' : collection.table)
  const number = sql.ref(staged ? 'line' : 'id')
  let noted = 0
  for (let last: number | null = 0; last !== null;) {
    const { rows } = await sql<{ last: number | null; count: number }>`
      with found as (
        insert into import_keys
        select ${staged}::boolean, ${number}, ${key} from ${table}
        where ${number} > ${last} order by ${number} limit ${rowsPerMove}
        returning number
      )
      select max(number) as last, count(*) as count from found`.execute(trx)
    last = rows[0]?.last ?? null
    noted += rows[0]?.count ?? 0
  }
  return noted
}

/** The columns by which a row of a file is known to be the same as one of the table. */
export function keyColumns({ nameColumn, columns }: Collection) {
  const names = nameColumn === null ? ['SimDate', 'ScenarioName'] : [nameColumn]
  return columns.filter(({ name }) => names.includes(name))
}
