import type { Insertable } from 'kysely'

import type { Database, Db } from '../../../db/schema'

export async function insertEntry(db: Db, entry: Insertable<Database['waitlist_submissions']>) {
  return db
    .insertInto('waitlist_submissions')
    .values(entry)
    .returning([
      'id',
      'submitted_at',
      'name',
      'email',
      'interest_level',
      'status',
      'referral_source',
      'utm_source',
      'utm_medium',
      'utm_campaign',
    ])
    .executeTakeFirstOrThrow()
}
