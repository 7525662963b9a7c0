import { sql, type Kysely } from 'kysely'

/** Why a request for the pitch deck was rejected, and whether its sender was told. */
const statements = [
  `alter table pitch_deck_requests
    add column rejection_note text,
    add column applicant_told boolean not null default false`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
