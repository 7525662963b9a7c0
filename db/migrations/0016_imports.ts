import { sql, type Kysely } from 'kysely'

/*
 * An import merges the rows of a file into their table: `import_rows` stages the checked rows, `import_changes` holds each row
 * that an import has added, changed or removed, as it was before and after. The twin tables of earlier imports go, with their
 * last undo; the records of past runs stay.
 */

const statements = [
  `drop table import_staged, import_undo, import_progress`,
  `drop schema incoming, before_import, between_imports cascade`,
  ...['coverage_tiers', 'synergy_data', 'employer_risks', 'industry_fallbacks', 'industry_gender_stats'].map(
    (table) => `alter sequence ${table}_id_seq owned by ${table}.id`,
  ),

  // The run under way is the one with a time here and none in finished_at; it renews the time.
  `alter table import_runs add column seen_at timestamptz,
    add column progress jsonb,
    add column undoable boolean not null default false`,

  // Checked rows that wait for their import. Unlogged: after a crash their file is checked again.
  `create unlogged table import_rows (
    run_id integer not null references import_runs on delete cascade,
    table_name text not null,
    line integer not null,
    key text not null,
    values text[] not null,
    primary key (run_id, table_name, line)
  )`,
  // A row without \`before\` was added, one without \`updated_at\` removed. \`part\` bounds what a statement works on.
  `create table import_changes (
    run_id integer not null references import_runs on delete cascade,
    table_name text not null,
    part integer not null,
    row_id integer not null,
    before jsonb,
    updated_at timestamptz,
    primary key (run_id, table_name, part, row_id)
  )`,
  // Compressing it would take longer than all the rest.
  `alter table import_changes alter before set storage external`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
