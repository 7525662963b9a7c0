import { sql, type Kysely } from 'kysely'

/** Finds the applications that wait for an answer, the oldest first. */
export async function up(db: Kysely<unknown>) {
  await sql`create index quote_submissions_open on quote_submissions (submitted_at, id)
    where status in ('Pending', 'In review')`.execute(db)
}
