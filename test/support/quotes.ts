import type { Insertable } from 'kysely'

import type { Database, Db } from '../../db/schema'

import { application } from './program'

const { quote_email: _email, submission_type: _type, ...answers } = application

/** The application as it is stored. */
export const quoteRow = { ...answers, date_of_birth: '1990-01-02', job_role: 'Diver' }

/** Stores the application, with `changes`, as nobody has run it yet. Returns its id. */
export async function insertQuote(db: Db, changes: Partial<Insertable<Database['quote_submissions']>> = {}) {
  const { id } = await db
    .insertInto('quote_submissions')
    .values({ ...quoteRow, ...changes })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
