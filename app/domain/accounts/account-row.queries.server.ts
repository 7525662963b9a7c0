import type { Db } from '../../../db/schema'

/** Locks the account until the transaction ends, so that changes of it do not overlap. */
export async function lockAccount(trx: Db, id: number) {
  return trx
    .selectFrom('users')
    .select(['id', 'email', 'email_verified'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function setVerifiedEmail(trx: Db, id: number, email: string) {
  await trx.updateTable('users').set({ email, email_verified: true }).where('id', '=', id).execute()
}
