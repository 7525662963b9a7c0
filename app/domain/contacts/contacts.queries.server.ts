import type { Insertable } from 'kysely'

import type { Database, Db } from '../../../db/schema'

export async function insertContact(db: Db, contact: Insertable<Database['contact_submissions']>) {
  return db
    .insertInto('contact_submissions')
    .values(contact)
    .returning(['id', 'created_at', 'name', 'email', 'inquiry_type', 'responded', 'status'])
    .executeTakeFirstOrThrow()
}
