import { sql, type Kysely } from 'kysely'

/* Counters of attempts, in the database so that all processes count together. */

const statements = [
  `create table rate_limits (
    key text primary key,
    hits integer not null check (hits >= 0),
    expires_at timestamptz not null
  )`,
  `create index rate_limits_expiry on rate_limits (expires_at)`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
