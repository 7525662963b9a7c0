import type { Insertable } from 'kysely'

import { now } from '../../../db/now'
import type { Database, Db } from '../../../db/schema'

export async function listPasskeys(db: Db, userId: number) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'name', 'credential_id', 'transports', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

export async function findPasskey(db: Db, credentialId: string) {
  return db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()
}

/** @returns whether it was added: no other account has it */
export async function insertPasskey(trx: Db, passkey: Insertable<Database['passkeys']>) {
  const row = await trx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** @returns whether the passkey still exists */
export async function usePasskey(db: Db, id: number, counter: number) {
  const row = await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** @returns whether the account had it */
export async function deletePasskey(trx: Db, userId: number, id: number) {
  const row = await trx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function insertChallenge(db: Db, challenge: Insertable<Database['passkey_challenges']>) {
  await db.insertInto('passkey_challenges').values(challenge).execute()
}

/** Returns a challenge, once. */
export async function takeChallenge(
  db: Db,
  tokenHash: Buffer,
  { purpose, userId }: { purpose: Database['passkey_challenges']['purpose']; userId: number | null },
) {
  const row = await db
    .deleteFrom('passkey_challenges')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('user_id', userId === null ? 'is' : '=', userId)
    .where('expires_at', '>', now)
    .returning('challenge')
    .executeTakeFirst()
  return row?.challenge
}

export async function removeEndedChallenges(db: Db) {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute()
}
