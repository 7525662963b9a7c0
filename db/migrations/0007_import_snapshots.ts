import { sql, type Kysely } from 'kysely'

/*
 * What an import has replaced is kept until the next one, so that it can be put back. The copies have a schema of their own, and
 * the columns of the tables that they are copies of: a migration that changes one of these changes its copy alike.
 */

const tables = [
  'coverage_tiers',
  'synergy_data',
  'employer_risks',
  'industry_fallbacks',
  'industry_gender_stats',
]

const statements = [
  `alter table import_runs add column kind text not null default 'import'
    check (kind in ('import', 'preview', 'undo'))`,
  `alter table import_runs add column finished_at timestamptz`,
  // The rows that were refused, as they stood in the file.
  `alter table import_runs add column bad_rows jsonb not null default '[]'`,

  // The one run that is under way. Whoever does not renew it in time has lost it.
  `create table import_progress (
    only_one boolean primary key default true check (only_one),
    run_id integer not null references import_runs on delete cascade,
    seen_at timestamptz not null default now(),
    table_title text,
    rows_read integer not null default 0
  )`,

  `create table import_undo (
    table_name text primary key,
    run_id integer not null references import_runs on delete cascade,
    rows_before integer not null,
    rows_after integer not null,
    last_id integer not null,
    last_change timestamptz not null
  )`,
  `create schema before_import`,
  ...tables.map((table) => `create table before_import.${table} (like public.${table})`),
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
