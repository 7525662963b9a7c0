import { sql, type Kysely } from 'kysely'

/** Whether another admin has the same name is asked for each name that a page of the office shows. */
export async function up(db: Kysely<unknown>) {
  await sql.raw('create index users_admin_names on users (username) where admin').execute(db)
}
