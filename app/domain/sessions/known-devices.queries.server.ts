import { now } from '../../../db/now'
import type { Db } from '../../../db/schema'

/** Locks the account, so that two logins from the same new device do not both count as its first. */
export async function hasDevices(trx: Db, userId: number) {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  const row = await trx
    .selectFrom('known_devices')
    .select('user_id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Stores a device as seen now. @returns whether it was known. */
export async function seeDevice(trx: Db, userId: number, deviceHash: Buffer) {
  const seen = await trx
    .updateTable('known_devices')
    .set({ last_seen_at: now })
    .where('user_id', '=', userId)
    .where('device_hash', '=', deviceHash)
    .returning('user_id')
    .executeTakeFirst()
  if (seen) return true
  await trx.insertInto('known_devices').values({ user_id: userId, device_hash: deviceHash }).execute()
  return false
}

export async function deleteDevicesSeenBefore(db: Db, before: Date) {
  await db.deleteFrom('known_devices').where('last_seen_at', '<', before).execute()
}
