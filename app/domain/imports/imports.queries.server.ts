import { sql, type RawBuilder } from 'kysely'

import type { Db } from '../../../db/schema'
import type { Collection } from '~/domain/configuration/collections'

import type { CheckedRow } from './csv-file.server'

type Table = Collection['table']

/** Rows per statement. */
const partSize = 2_500

/** The key that rows are matched by: the name as in the unique index; a month's date and scenario. */
function keyOf({ nameColumn }: Collection, value: (name: string) => RawBuilder<unknown>) {
  return nameColumn === null
    ? sql`${value('SimDate')}::text || chr(10) || lower(coalesce(${value('ScenarioName')}, ''))`
    : sql`lower(${value(nameColumn)})`
}

/** Casts a JSON object to a row of the table. */
const populate = (table: Table, object: RawBuilder<unknown>) =>
  sql`jsonb_populate_record(null::${sql.table(table)}, ${object})`

/** Casts staged values to a row of the table. */
const populateStaged = ({ table, columns }: Collection) =>
  populate(table, sql`jsonb_object(${columns.map(({ name }) => name)}::text[], staged.values)`)

function columnsOf(alias: string, names: readonly string[]) {
  return sql.join(names.map((name) => sql.ref(`${alias}.${name}`)))
}

/** The columns that a file sets, and all columns but the id. */
function namesOf({ columns, dated }: Collection) {
  const names = columns.map(({ name }) => name)
  const madeAt = dated ? 'date_created' : 'created_at'
  return { names, madeAt, all: [madeAt, 'updated_at', ...names] }
}

export async function stageRows(db: Db, runId: number, collection: Collection, rows: CheckedRow[]) {
  const names = collection.columns.map(({ name }) => name)
  const key = keyOf(collection, (name) => sql`values[${sql.lit(names.indexOf(name) + 1)}]`)
  await sql`
    insert into import_rows (run_id, table_name, line, key, values)
    select ${runId}, ${collection.table}, line, ${key}, values from ${recordset(rows)}`.execute(db)
}

const recordset = (rows: CheckedRow[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as staged(line integer, values text[])`

/** Inserts validated rows directly into their table. */
export async function insertRows(db: Db, collection: Collection, rows: CheckedRow[]) {
  const { names } = namesOf(collection)
  await sql`
    insert into ${sql.table(collection.table)} (${sql.join(names.map((name) => sql.ref(name)))})
    select ${columnsOf('new', names)}
    from ${recordset(rows)} cross join lateral ${populateStaged(collection)} as new`.execute(db)
}

/** Returns the tables for which a run has staged rows. */
export async function listStagedTables(db: Db, runId: number) {
  const rows = await db
    .selectFrom('import_rows')
    .select('table_name')
    .distinct()
    .where('run_id', '=', runId)
    .execute()
  return rows.map(({ table_name }) => table_name)
}

export async function countStagedRows(db: Db, runId: number, table: Table) {
  const rows = db.selectFrom('import_rows').where('run_id', '=', runId).where('table_name', '=', table)
  return (await rows.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count
}

export async function deleteStagedRows(db: Db, runId: number, table?: Table) {
  const rows = db.deleteFrom('import_rows').where('run_id', '=', runId)
  await (table === undefined ? rows : rows.where('table_name', '=', table)).execute()
}

/** Deletes the staged rows of all runs but one. */
export async function deleteOtherStagedRows(trx: Db, runId: number) {
  await trx.deleteFrom('import_rows').where('run_id', '<>', runId).execute()
}

/** Makes the staged rows of one run those of another. */
export async function moveStagedRows(trx: Db, from: number, to: number) {
  await trx.updateTable('import_rows').set({ run_id: to }).where('run_id', '=', from).execute()
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

/** Locks the table against writes until the transaction ends; reads continue. */
export async function lockTable(trx: Db, table: Table) {
  await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(trx)
}

export async function countRows(trx: Db, table: Table) {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
    trx,
  )
  return rows[0]?.count ?? 0
}

/** Returns a text that differs once a row of the table has been added, changed or removed. */
export async function tableVersion(db: Db, table: Table) {
  const { rows } = await sql<{ version: string }>`
    select md5(coalesce(string_agg(id || ' ' || extract(epoch from updated_at), ',' order by id), '')) as version
    from ${sql.table(table)}`.execute(db)
  return rows[0]?.version ?? ''
}

export type Merge = {
  /** The run that merges, and the run that staged the rows. */
  runId: number
  stagedBy: number
  /** The number of staged rows. */
  rows: number
  /** Whether to remove rows that are missing in the file. */
  removes: boolean
}

/**
 * Merges staged rows into a table, and records each changed row in `import_changes`. Rows are matched by key; of several with the
 * same key, the first matches the first. A matched row keeps its id.
 */
export async function mergeStaged(trx: Db, collection: Collection, { runId, stagedBy, removes }: Merge) {
  const { table } = collection
  const { names, madeAt } = namesOf(collection)
  const staged = sql`run_id = ${stagedBy} and table_name = ${table}`
  const key = keyOf(collection, (name) => sql.ref(`stored.${name}`))
  await sql`analyze import_rows (run_id, table_name, line, key)`.execute(trx)
  await sql`
    create temporary table import_pairs on commit drop as
    select ((row_number() over (order by line, id) - 1) / ${partSize}::integer)::integer as part, line,
      coalesce(id, nextval(${`${table}_id_seq`}))::integer as row_id
    from (
      select line, key, row_number() over (partition by key order by line) as nth from import_rows where ${staged}
    ) as new
    full join (
      select id, key, row_number() over (partition by key order by id) as nth
      from (select id, ${key} as key from ${sql.table(table)} as stored) as keyed
    ) as old using (key, nth)
    where line is not null or ${removes}`.execute(trx)
  await sql`analyze import_pairs`.execute(trx)
  const { rows } = await sql<{ parts: number }>`
    select coalesce(max(part) + 1, 0) as parts from import_pairs`.execute(trx)
  for (let part = 0; part < (rows[0]?.parts ?? 0); part += 1) {
    await sql`
      create temporary table import_wanted on commit drop as
      select row_id, true as stays, coalesce(${sql.ref(`old.${madeAt}`)}, now()) as ${sql.ref(madeAt)},
        greatest(now(), old.updated_at + interval '1 millisecond') as updated_at, ${columnsOf('new', names)}
      from import_pairs as pair
      join import_rows as staged on ${staged} and staged.line = pair.line
      cross join lateral ${populateStaged(collection)} as new
      left join ${sql.table(table)} as old on old.id = row_id
      where part = ${part}
        and (old.id is null or (${columnsOf('old', names)}) is distinct from (${columnsOf('new', names)}))`.execute(
      trx,
    )
    await sql`
      insert into import_wanted (row_id, stays)
      select row_id, false from import_pairs where part = ${part} and line is null`.execute(trx)
    await applyTargetRows(trx, collection, runId, part)
  }
  await sql`drop table import_pairs`.execute(trx)
}

/** Inserts a run whose changes the transaction rolls back; outside of the sequence, so that no number is left out. */
export async function insertTrialRun(trx: Db) {
  const id = -1
  await sql`insert into import_runs (id, kind, source, summary) values (${id}, 'undo', 'Trial', '{}')`.execute(
    trx,
  )
  return id
}

/** Reverts the changes of a run in a table. Removes rows that have since taken a name that is restored. */
export async function unmerge(
  trx: Db,
  collection: Collection,
  { runId, undone }: { runId: number; undone: number },
) {
  const { table } = collection
  const { all } = namesOf(collection)
  for (const part of await listParts(trx, table, undone)) {
    await sql`
      create temporary table import_wanted on commit drop as
      select row_id, before is not null as stays, ${columnsOf('old', all)}
      from import_changes as change cross join lateral ${populate(table, sql`before`)} as old
      where run_id = ${undone} and table_name = ${table} and part = ${part}`.execute(trx)
    await sql`
      insert into import_wanted (row_id, stays)
      select id, false from ${sql.table(table)} as stored where ${isNameTaken(collection, undone)}`.execute(
      trx,
    )
    await applyTargetRows(trx, collection, runId, part)
  }
}

/** Returns the parts of a run's changes to a table. */
async function listParts(trx: Db, table: Table, runId: number) {
  const parts = await trx
    .selectFrom('import_changes')
    .select('part')
    .distinct()
    .where('run_id', '=', runId)
    .where('table_name', '=', table)
    .orderBy('part')
    .execute()
  return parts.map(({ part }) => part)
}

/** Sets the rows of a table to the values in `import_wanted`, and records the previous ones. */
async function applyTargetRows(trx: Db, collection: Collection, runId: number, part: number) {
  const { table } = collection
  const { all } = namesOf(collection)
  const target = sql.table(table)
  await sql`
    insert into import_changes (run_id, table_name, part, row_id, before, updated_at)
    select ${runId}, ${table}, ${part}, row_id, to_jsonb(old), wanted.updated_at
    from import_wanted as wanted left join ${target} as old on old.id = row_id
    where stays or old.id is not null`.execute(trx)
  await sql`
    delete from ${target} as stored using import_wanted where stored.id = row_id and not stays`.execute(trx)
  await sql`
    update ${target} as stored
    set ${sql.join(all.map((name) => sql`${sql.ref(name)} = ${sql.ref(`wanted.${name}`)}`))}
    from import_wanted as wanted where stored.id = row_id and stays`.execute(trx)
  await sql`
    insert into ${target} (id, ${sql.join(all.map((name) => sql.ref(name)))})
    select row_id, ${columnsOf('wanted', all)} from import_wanted as wanted
    where stays and not exists (select from ${target} as stored where stored.id = row_id)
    order by row_id`.execute(trx)
  await sql`drop table import_wanted`.execute(trx)
}

/** Whether another row now has the name of one that a run has removed. */
function isNameTaken(collection: Collection, runId: number) {
  const { table, nameColumn } = collection
  if (nameColumn === null) return sql`false`
  return sql`lower(${sql.ref(`stored.${nameColumn}`)}) in (
      select lower(before->>${nameColumn}) from import_changes
      where run_id = ${runId} and table_name = ${table} and before is not null
    ) and stored.id not in (
      select row_id from import_changes where run_id = ${runId} and table_name = ${table}
    )`
}

/** A row that has changed since a run changed it, or that has taken the name of one that the run removed. */
export type LaterChange = {
  id: number
  kind: 'added' | 'changed' | 'deleted'
  /** Its values now, or the last ones of a deleted row; null if those are not known. */
  row: Record<string, unknown> | null
  /** Of the row now; null if it was deleted. */
  updated_at: Date | null
}

function laterChanges(collection: Collection, runId: number) {
  const { table, singular } = collection
  const target = sql.table(table)
  const deleted = sql`(
    select entry.before from audit_log as entry
    where entity = ${singular} and entity_id = row_id::text and action = 'delete' order by entry.id desc limit 1
  )`
  return sql`
    select row_id as id, case when stored.id is null then 'deleted' else 'changed' end as kind,
      coalesce(to_jsonb(stored), change.before, ${deleted}) as row, stored.updated_at
    from import_changes as change left join ${target} as stored on stored.id = row_id
    where run_id = ${runId} and table_name = ${table} and stored.updated_at is distinct from change.updated_at
    union all
    select id, 'added', to_jsonb(stored), updated_at
    from ${target} as stored where ${isNameTaken(collection, runId)}`
}

/** Whether there are any later changes. */
export async function isChangedSince(db: Db, collection: Collection, runId: number) {
  const { rows } = await sql<{ changed: boolean }>`
    select exists (${laterChanges(collection, runId)}) as changed`.execute(db)
  return rows[0]?.changed ?? false
}

/** Returns the later changes of a table, newest first, deletions last. */
export async function listLaterChanges(db: Db, collection: Collection, runId: number) {
  const { rows } = await sql<LaterChange>`
    select * from (${laterChanges(collection, runId)}) as later
    order by updated_at desc nulls last, id desc`.execute(db)
  return rows
}

const kinds = {
  added: sql<boolean>`before is null`,
  changed: sql<boolean>`before is not null and change.updated_at is not null`,
  removed: sql<boolean>`change.updated_at is null`,
}
export type ChangeKind = keyof typeof kinds

/** The numbers of rows that a run has changed in a table. */
export type ChangeCounts = Record<ChangeKind, number>

export async function countChanges(db: Db, runId: number, table: Table): Promise<ChangeCounts> {
  return db
    .selectFrom('import_changes as change')
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

/**
 * Returns the first rows of a kind of change, in file order: before the run, and after it or, if `isCurrent`, as they are now. Rows that
 * were deleted since have no `after`.
 */
export async function listChanges(
  db: Db,
  runId: number,
  { table, singular }: Collection,
  { kind, limit, isCurrent = false }: { kind: ChangeKind; limit: number; isCurrent?: boolean },
) {
  // What the run has set in a row that was changed since is in the audit log, of a changed row only what differed.
  const written = sql`(
    select coalesce(change.before, '{}') || entry.after from audit_log as entry
    where entity = ${singular} and entity_id = row_id::text and action in ('import', 'undo import')
    order by entry.id desc limit 1
  )`
  const { rows } = await sql<ChangedRow>`
    select change.before,
      case when not ${isCurrent}::boolean and stored.updated_at <> change.updated_at then ${written} else to_jsonb(stored) end as after
    from (
      select part, row_id, before, updated_at from import_changes as change
      where run_id = ${runId} and table_name = ${table} and ${kinds[kind]}
      order by part, row_id limit ${limit}
    ) as change left join ${sql.table(table)} as stored on stored.id = row_id
    order by part, row_id`.execute(db)
  return rows
}

/** The columns of quotes that refer to a table. */
const quoteColumns: Partial<Record<Table, string[]>> = {
  coverage_tiers: ['coverage_tier', 'coverage_level'],
  employer_risks: ['employer_name'],
  industry_fallbacks: ['industry'],
  industry_gender_stats: ['industry'],
}

export type RemovedInUse = { name: string; quotes: number; newest: number[] }

/** Returns the rows that a run would remove although quotes refer to them, with the number of quotes, highest first. */
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
      select before->>${nameColumn} as name, lower(before->>${nameColumn}) as key from import_changes as change
      where run_id = ${runId} and table_name = ${table} and ${kinds.removed}
    ) as removed on removed.key = used.key
    group by removed.name order by quotes desc, removed.name limit ${limit}`.execute(db)
  return rows
}

export type AuditedBy = { by: number; action: string; entity: string }

/** The number of rows that one statement compares and audits. */
const auditSize = 2_000

/** Writes a run's changes to a table into the audit log, row by row, part by part, in each changed values first. */
export async function auditChanges(trx: Db, table: Table, runId: number, auditedBy: AuditedBy) {
  for (const part of await listParts(trx, table, runId))
    for (let from = 0; ; from += auditSize)
      if ((await auditRows(trx, table, { runId, part, from }, auditedBy)) !== auditSize) break
}

/** @returns the number of rows */
async function auditRows(
  trx: Db,
  table: Table,
  { runId, part, from }: { runId: number; part: number; from: number },
  { by, action, entity }: AuditedBy,
) {
  const { numAffectedRows } = await sql`
    insert into audit_log (user_id, action, entity, entity_id, before, after)
    select ${by}, ${action}, ${entity}, row_id::text, coalesce(was, before), coalesce(became, after)
    from (
      select row_id, before, to_jsonb(stored) as after
      from (
        select row_id, before, (${kinds.changed}) as changed, (${kinds.removed}) as removed
        from import_changes as change where run_id = ${runId} and table_name = ${table} and part = ${part}
        order by changed desc, removed desc, row_id limit ${auditSize} offset ${from}
      ) as change left join ${sql.table(table)} as stored on stored.id = row_id
      order by changed desc, removed desc, row_id
    ) as state
    cross join lateral (
      select jsonb_object_agg(key, old.value) as was, jsonb_object_agg(key, new.value) as became
      from jsonb_each(before) as old join jsonb_each(after) as new using (key)
      where key <> 'updated_at' and old.value <> new.value
    ) as differing`.execute(trx)
  return Number(numAffectedRows)
}

/** Makes a run the one that can be undone, and deletes the recorded changes of all others. */
export async function setUndoable(trx: Db, runId: number) {
  await trx
    .updateTable('import_runs')
    .set({ undoable: sql<boolean>`id = ${runId}` })
    .where((eb) => eb.or([eb('undoable', '=', true), eb('id', '=', runId)]))
    .execute()
  await trx.deleteFrom('import_changes').where('run_id', '<>', runId).execute()
}

/** Leaves no import that can be undone. */
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

/** Returns the run that has undone an import; the source of an undo names the import. */
export async function findUndo(db: Db, source: string) {
  return db
    .selectFrom('import_runs')
    .select('id')
    .where('kind', '=', 'undo')
    .where('source', '=', source)
    .where(sql<boolean>`summary @> '{"success": true}'`)
    .executeTakeFirst()
}

export async function isEmpty(db: Db, table: Table) {
  const row = await db.selectFrom(table).select('id').limit(1).executeTakeFirst()
  return row === undefined
}

/** Rows must be validated by the schema of the table's collection. */
export async function insertAll(trx: Db, table: Table, rows: object[]) {
  await trx.insertInto(table).values(rows).execute()
}
