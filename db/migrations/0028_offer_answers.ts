import { sql, type Kysely } from 'kysely'

/** What an applicant answered to an offer, by its private link. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table offers
    add column answer text check (answer in ('interested', 'withdrawn')),
    add column answered_at timestamptz`.execute(db)
}
