import { sql, type Kysely } from 'kysely'

/*
 * The months of one scenario, newest first, which the pictures of the portfolio go through one by one. A name can be longer than an
 * index takes; its hash cannot.
 */

export async function up(db: Kysely<unknown>) {
  await sql`create index synergy_data_scenario on synergy_data (md5(coalesce("ScenarioName", '')), "SimDate" desc, id desc)
    where is_active`.execute(db)
}
