import type { Insertable } from 'kysely'

import type { Database, Db } from '../../../db/schema'

export async function insertMail(db: Db, mail: Insertable<Database['sent_emails']>) {
  await db.insertInto('sent_emails').values(mail).execute()
}
