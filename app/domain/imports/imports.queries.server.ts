import { sql, type Insertable, type RawBuilder } from 'kysely'

import type { Database, Db } from '../../../db/schema'
import type { Collection } from '~/domain/configuration/collections'

import type { CheckedRow } from './csv-file.server'

type Table = Collection['table']

/** Rows that one statement works on. */
const partSize = 10_000

/** The columns that no file sets. */
const ownColumns = sql`array['id', 'created_at', 'date_created', 'updated_at']`

/** What a row is matched by: its name as the unique index has it; a month's date and scenario. */
function keyOf({ nameColumn }: Collection, alias: string) {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return nameColumn === null
    ? sql`${column('SimDate')}::text || chr(10) || lower(coalesce(${column('ScenarioName')}, ''))`
    : sql`lower(${column(nameColumn)})`
}

/** A row of the table from an object's fields. */
const populate = (table: Table, object: RawBuilder<unknown>) =>
  sql`jsonb_populate_record(null::${sql.table(table)}, ${object})`

/** Stages checked rows, with the values that their table would store. */
export async function stageRows(db: Db, runId: number, collection: Collection, rows: CheckedRow[]) {
  const { table } = collection
  await sql`
    insert into import_rows (run_id, table_name, line, key, row)
    select ${runId}, ${table}, staged.line, ${keyOf(collection, 'new')}, to_jsonb(new) - ${ownColumns}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as staged(line integer, row jsonb)
    cross join lateral ${populate(table, sql`staged.row`)} as new`.execute(db)
}

/** Inserts checked rows into their table at once. */
export async function insertRows(db: Db, { table, columns }: Collection, rows: CheckedRow[]) {
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  await sql`
    insert into ${sql.table(table)} (${names})
    select ${names}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows.map(({ row }) => row))}::jsonb)`.execute(
    db,
  )
}

/** The line of a row whose name an earlier one has, for the database if not letter by letter. */
export async function findRepeatedName(db: Db, runId: number, table: Table) {
  const { rows } = await sql<{ line: number }>`
    select max(line) as line from import_rows where run_id = ${runId} and table_name = ${table}
    group by key having count(*) > 1 limit 1`.execute(db)
  return rows[0]?.line ?? null
}

/** The tables for which a run has staged rows. */
export async function listStagedTables(db: Db, runId: number) {
  const rows = await db
    .selectFrom('import_rows')
    .select('table_name')
    .distinct()
    .where('run_id', '=', runId)
    .execute()
  return rows.map(({ table_name }) => table_name)
}

export async function deleteStagedRows(db: Db, runId: number, table?: Table) {
  const rows = db.deleteFrom('import_rows').where('run_id', '=', runId)
  await (table === undefined ? rows : rows.where('table_name', '=', table)).execute()
}

/** Deletes the staged rows of all runs but one. */
export async function deleteOtherStagedRows(trx: Db, runId: number) {
  await trx.deleteFrom('import_rows').where('run_id', '<>', runId).execute()
}

/** Deletes rows whose run began more than `age` milliseconds ago. */
export async function deleteOldStagedRows(db: Db, age: number) {
  await db
    .deleteFrom('import_rows')
    .where('run_id', 'in', (eb) =>
      eb
        .selectFrom('import_runs')
        .select('id')
        .where('created_at', '<', sql<Date>`now() - make_interval(secs => ${age / 1000})`),
    )
    .execute()
}

/** Nobody else changes the table until the transaction ends; reading goes on. */
export async function lockTable(trx: Db, table: Table) {
  await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(trx)
}

export async function countRows(trx: Db, table: Table) {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
    trx,
  )
  return rows[0]?.count ?? 0
}

export type Merge = {
  /** The run that merges, and the one that has staged the rows. */
  runId: number
  stagedBy: number
  /** Whether rows that the file lacks are removed. */
  removes: boolean
}

/**
 * Compares the staged rows with those of their table, and notes each difference in `import_changes`. Rows belong together by their
 * key; of several with one key the first belongs to the first. A row that stays keeps its id.
 */
export async function compareRows(trx: Db, collection: Collection, { runId, stagedBy, removes }: Merge) {
  const { table } = collection
  const staged = sql`run_id = ${stagedBy} and table_name = ${table}`
  const pairs = sql.table(`import_pairs_${table}`)
  await sql`analyze import_rows (run_id, table_name, line, key)`.execute(trx)
  await sql`
    create temporary table ${pairs} on commit drop as
    select (row_number() over (order by line, id) / ${partSize}::integer)::integer as part, line, id
    from (
      select line, key, row_number() over (partition by key order by line) as nth from import_rows where ${staged}
    ) as new
    full join (
      select id, key, row_number() over (partition by key order by id) as nth
      from (select id, ${keyOf(collection, 'stored')} as key from ${sql.table(table)} as stored) as keyed
    ) as old using (key, nth)
    where line is not null or ${removes}`.execute(trx)
  await sql`analyze ${pairs}`.execute(trx)
  const { rows } = await sql<{ parts: number }>`
    select coalesce(max(part) + 1, 0) as parts from ${pairs}`.execute(trx)

  const madeAt = sql.lit(collection.dated ? 'date_created' : 'created_at')
  for (let part = 0; part < (rows[0]?.parts ?? 0); part += 1) {
    await sql`
      insert into import_changes (run_id, table_name, part, row_id, before, after, updated_at)
      select ${runId}, ${table}, ${part}, row_id, before,
        coalesce(before, jsonb_build_object(${madeAt}, now())) || wanted
          || jsonb_build_object('id', row_id, 'updated_at', left_at),
        case when wanted is not null then left_at end
      from (
        select coalesce(id, nextval(${`${table}_id_seq`}))::integer as row_id, before, wanted,
          greatest(now(), updated_at + interval '1 millisecond') as left_at
        from (
          select pair.line, pair.id, to_jsonb(old) as before, new.row as wanted, old.updated_at
          from ${pairs} as pair
          left join import_rows as new
            on new.run_id = ${stagedBy} and new.table_name = ${table} and new.line = pair.line
          left join ${sql.table(table)} as old on old.id = pair.id
          where pair.part = ${part} and (to_jsonb(old) - ${ownColumns}) is distinct from new.row
          order by pair.line, pair.id
        ) as differing
      ) as numbered`.execute(trx)
  }
  await sql`drop table ${pairs}`.execute(trx)
}

/**
 * Notes what would take back a run's changes to a table: each of its rows as it is and as it was before. Rows of others that have
 * taken a name since which comes back are removed.
 */
export async function compareWithBefore(
  trx: Db,
  collection: Collection,
  { runId, undone }: { runId: number; undone: number },
) {
  const { table, nameColumn } = collection
  for (const part of await listParts(trx, undone, table)) {
    await sql`
      insert into import_changes (run_id, table_name, part, row_id, before, after, updated_at)
      select ${runId}, ${table}, part, row_id, to_jsonb(stored), before, (before->>'updated_at')::timestamptz
      from import_changes as change left join ${sql.table(table)} as stored on stored.id = row_id
      where ${changesOf(undone, table, part)} and to_jsonb(stored) is distinct from before`.execute(trx)
  }
  if (nameColumn === null) return
  await sql`
    insert into import_changes (run_id, table_name, part, row_id, before)
    select ${runId}, ${table}, 0, stored.id, to_jsonb(stored)
    from ${sql.table(table)} as stored where ${isNameTaken(collection, undone)}`.execute(trx)
}

/** Whether another row has the name of one that a run has removed. */
function isNameTaken(collection: Collection, runId: number) {
  const { table, nameColumn } = collection
  return sql`${keyOf(collection, 'stored')} in (
      select lower(before->>${nameColumn}) from import_changes
      where run_id = ${runId} and table_name = ${table} and before is not null
    ) and stored.id not in (
      select row_id from import_changes where run_id = ${runId} and table_name = ${table}
    )`
}

/** Whether somebody has changed a row since that a run has changed, or taken the name of one that it has removed. */
export async function isChangedSince(db: Db, collection: Collection, runId: number) {
  const { table, nameColumn } = collection
  const { rows } = await sql<{ changed: boolean }>`
    select exists (
      select from import_changes as change left join ${sql.table(table)} as stored on stored.id = row_id
      where run_id = ${runId} and table_name = ${table} and stored.updated_at is distinct from change.updated_at
    ) or ${
      nameColumn === null
        ? sql`false`
        : sql`exists (select from ${sql.table(table)} as stored where ${isNameTaken(collection, runId)})`
    } as changed`.execute(db)
  return rows[0]?.changed ?? false
}

function changesOf(runId: number, table: Table, part: number) {
  return sql`change.run_id = ${runId} and change.table_name = ${table} and change.part = ${part}`
}

async function listParts(db: Db, runId: number, table: Table) {
  const rows = await db
    .selectFrom('import_changes')
    .select('part')
    .distinct()
    .where('run_id', '=', runId)
    .where('table_name', '=', table)
    .orderBy('part')
    .execute()
  return rows.map(({ part }) => part)
}

/** Brings the rows of a table to what a run's changes say. */
export async function applyChanges(trx: Db, { table, columns, dated }: Collection, runId: number) {
  const names = [...columns.map(({ name }) => name), 'updated_at']
  const all = ['id', dated ? 'date_created' : 'created_at', ...names]
  const target = sql.table(table)
  const wanted = populate(table, sql`change.after`)
  for (const part of await listParts(trx, runId, table)) {
    const changes = changesOf(runId, table, part)
    await sql`
      delete from ${target} as stored using import_changes as change
      where ${changes} and stored.id = change.row_id and change.after is null`.execute(trx)
    await sql`
      update ${target} as stored
      set ${sql.join(names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`wanted.${name}`)}`))}
      from import_changes as change cross join lateral ${wanted} as wanted
      where ${changes} and stored.id = change.row_id and change.before is not null and change.after is not null`.execute(
      trx,
    )
    await sql`
      insert into ${target} (${sql.join(all.map((name) => sql.ref(name)))})
      select ${sql.join(all.map((name) => sql.ref(`wanted.${name}`)))}
      from import_changes as change cross join lateral ${wanted} as wanted
      where ${changes} and change.before is null and change.after is not null
      order by change.row_id`.execute(trx)
  }
}

const isChanged = sql<boolean>`before is not null and after is not null`
const isRemoved = sql<boolean>`after is null`
const kinds = { added: sql<boolean>`before is null`, changed: isChanged, removed: isRemoved }
export type ChangeKind = keyof typeof kinds

export async function countChanges(db: Db, runId: number, table: Table) {
  return db
    .selectFrom('import_changes')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere(kinds.added).as('added'),
      eb.fn.countAll<number>().filterWhere(kinds.changed).as('changed'),
      eb.fn.countAll<number>().filterWhere(kinds.removed).as('removed'),
    ])
    .where('run_id', '=', runId)
    .where('table_name', '=', table)
    .executeTakeFirstOrThrow()
}

export type ChangedRow = { before: Record<string, unknown> | null; after: Record<string, unknown> | null }

/** The first rows of a kind, in the order of their file. */
export async function listChanges(db: Db, runId: number, table: Table, kind: ChangeKind, limit: number) {
  const rows = await db
    .selectFrom('import_changes')
    .select(['before', 'after'])
    .where('run_id', '=', runId)
    .where('table_name', '=', table)
    .where(kinds[kind])
    .orderBy('part')
    .orderBy('row_id')
    .limit(limit)
    .execute()
  return rows as ChangedRow[]
}

/** Where a quote names what a table holds. */
const quoteColumns: Partial<Record<Table, string[]>> = {
  coverage_tiers: ['coverage_tier', 'coverage_level'],
  employer_risks: ['employer_name'],
  industry_fallbacks: ['industry'],
  industry_gender_stats: ['industry'],
}

export type RemovedInUse = { name: string; quotes: number; newest: number[] }

/** The rows that a run would remove and that quotes name, with the quotes of each, most first. */
export async function listRemovedInUse(
  db: Db,
  { table, nameColumn }: Collection,
  runId: number,
  limit: number,
): Promise<RemovedInUse[]> {
  const columns = quoteColumns[table]
  if (!columns) return []
  const { rows } = await sql<RemovedInUse>`
    select removed.name, count(*) as quotes, (array_agg(quote.id order by quote.id desc))[1:5] as newest
    from quote_submissions as quote
    cross join lateral (
      select distinct lower(trim(named)) as key from unnest(array[${sql.join(columns.map((name) => sql.ref(`quote.${name}`)))}]) as named
    ) as used
    join (
      select before->>${nameColumn} as name, lower(before->>${nameColumn}) as key from import_changes
      where run_id = ${runId} and table_name = ${table} and ${isRemoved}
    ) as removed on removed.key = used.key
    group by removed.name order by quotes desc, removed.name limit ${limit}`.execute(db)
  return rows
}

export type AuditedBy = { by: number; action: string; entity: string; limit: number }

/** Writes a run's changes to a table into the audit log, row by row, changed values first. */
export async function auditChanges(
  trx: Db,
  table: Table,
  runId: number,
  { by, action, entity, limit }: AuditedBy,
) {
  const changedFields = (state: 'before' | 'after', other: 'before' | 'after') => sql`
    case when ${isChanged} then (
      select jsonb_object_agg(field.key, field.value) from jsonb_each(${sql.ref(state)}) as field
      where field.key <> 'updated_at' and field.value is distinct from ${sql.ref(other)} -> field.key
    ) else ${sql.ref(state)} end`
  await sql`
    insert into audit_log (user_id, action, entity, entity_id, before, after)
    select ${by}, ${action}, ${entity}, row_id::text, ${changedFields('before', 'after')}, ${changedFields('after', 'before')}
    from (
      select row_id, before, after from import_changes
      where run_id = ${runId} and table_name = ${table}
      order by (${isChanged}) desc, (${isRemoved}) desc, part, row_id limit ${limit}
    ) as change`.execute(trx)
}

/** Makes a run the one that can be undone, and forgets the changes of all others. */
export async function setUndoable(trx: Db, runId: number) {
  await trx
    .updateTable('import_runs')
    .set({ undoable: sql<boolean>`id = ${runId}` })
    .where((eb) => eb.or([eb('undoable', '=', true), eb('id', '=', runId)]))
    .execute()
  await trx.deleteFrom('import_changes').where('run_id', '<>', runId).execute()
}

/** After an undo there is nothing left to be undone. */
export async function clearUndoable(trx: Db) {
  await trx.updateTable('import_runs').set({ undoable: false }).where('undoable', '=', true).execute()
  await trx.deleteFrom('import_changes').execute()
}

export async function findUndoableRun(db: Db) {
  return db
    .selectFrom('import_runs')
    .select(['id', 'summary'])
    .where('undoable', '=', true)
    .executeTakeFirst()
}

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
