import type { Insertable } from 'kysely'

import type { Database, Db } from '../../../db/schema'

export async function insertApplication(db: Db, application: Insertable<Database['career_submissions']>) {
  return db
    .insertInto('career_submissions')
    .values(application)
    .returning(['id', 'created_at', 'name', 'email', 'position', 'linkedin_url', 'status'])
    .executeTakeFirstOrThrow()
}

export async function insertFile(db: Db, file: Insertable<Database['career_files']>) {
  await db.insertInto('career_files').values(file).execute()
}

export async function findFile(db: Db, filename: string) {
  return db
    .selectFrom('career_files')
    .select(['original_name', 'content_type', 'bytes'])
    .where('filename', '=', filename)
    .executeTakeFirst()
}
