import { sql, type Kysely } from 'kysely'

/** The changes of what the engine rates with that went live without a release: few among all entries, listed newest first. */
const statements = [
  `create index audit_log_direct on audit_log (id) where
    (entity in ('job role', 'coverage level', 'coverage tier', 'employer risk', 'industry fallback', 'industry gender stat', 'synergy data', 'state rule')
      and action in ('create', 'update', 'delete') and after -> 'release' is null)
    or (entity = 'engine version' and action in ('save', 'restore'))
    or (entity = 'portfolio factor' and action = 'release')
    or (action in ('import', 'undo import') and before -> 'rows' is not null)`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
