import { sql, type Kysely } from 'kysely'

/*
 * An import fills a table of the same shape as the one that it is for, a few rows a statement, while everybody goes on reading and
 * writing. Then the two change places, which takes moments whatever their size, and so does the way back. So each of the five tables
 * has two twins: in `incoming` what is to come, in `before_import` what was there. A migration that changes one of these tables
 * changes its twins alike, their indexes too. All three draw their ids from one sequence.
 */

const tables = [
  'coverage_tiers',
  'synergy_data',
  'employer_risks',
  'industry_fallbacks',
  'industry_gender_stats',
]

const statements = [
  `create schema incoming`,
  // Where a table is while its place changes hands: empty but for that moment.
  `create schema between_imports`,

  // What waits in `incoming` after a dry run, and what it was read from.
  `create table import_staged (
    table_name text primary key,
    run_id integer not null references import_runs on delete cascade,
    source text not null,
    size bigint not null,
    rows integer not null,
    staged_at timestamptz not null default now()
  )`,
  `alter table import_progress add column size_read bigint not null default 0, add column size_total bigint not null default 0`,

  // A dry run's notes: which row of a table belongs to which row to come. Of no use after a crash.
  `create unlogged table incoming.row_keys (staged boolean not null, id integer not null, key bigint not null, part integer not null)`,
  `create index row_keys_part on incoming.row_keys (part)`,
  `create unlogged table incoming.row_pairs (stored_id integer, staged_id integer, changed boolean not null default false)`,
  `create index row_pairs_staged on incoming.row_pairs (staged_id)`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
  for (const table of tables) {
    await sql.raw(`alter sequence public.${table}_id_seq owned by none`).execute(db)
    await makeTwin(db, 'incoming', table)
    // What the last import replaced can still be put back.
    await sql.raw(`alter table before_import.${table} set schema between_imports`).execute(db)
    await makeTwin(db, 'before_import', table)
    await sql
      .raw(`insert into before_import.${table} select * from between_imports.${table} order by id`)
      .execute(db)
    await sql.raw(`drop table between_imports.${table}`).execute(db)
  }
}

async function makeTwin(db: Kysely<unknown>, schema: string, table: string) {
  await sql
    .raw(`create table ${schema}.${table} (like public.${table} including all excluding indexes)`)
    .execute(db)
  await sql.raw(`alter table ${schema}.${table} add primary key (id)`).execute(db)
  const { rows } = await sql<{ indexdef: string }>`
    select indexdef from pg_indexes
    where schemaname = 'public' and tablename = ${table} and indexname <> ${`${table}_pkey`}`.execute(db)
  for (const { indexdef } of rows)
    await sql.raw(indexdef.replace(' ON public.', ` ON ${schema}.`)).execute(db)
}
