import { sql, type Kysely } from 'kysely'

/** A stored response keeps the order of its keys: a retry gets it byte for byte. */
export async function up(db: Kysely<unknown>) {
  await sql.raw('alter table idempotency_keys alter column body type json using body::json').execute(db)
}
