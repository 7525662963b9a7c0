import { createHash } from 'node:crypto'

import type { Site } from '~/content/metadata'
import { notifyAccount } from '~/domain/accounts/notify-account.server'
import { tryConsume } from '~/domain/rate-limits/rate-limits.server'
import { newDeviceMail } from '~/emails/new-device'

import type { Db } from '../../../db/schema'
import { deviceOf } from './device.server'
import * as queries from './known-devices.queries.server'

/** A little longer than the cookie by which a browser is known. */
const retention = 400 * 24 * 60 * 60_000

/** The browser of a login. `isKnown`: by its cookie, wherever it is used. */
type Device = { isKnown: boolean; userAgent: string | null; ip: string | null }

/**
 * Mails an account's owner about the first login from a device. A browser without its cookie is recognized by its name and IP. The first
 * device of an account is trusted.
 */
export async function noteDevice(
  db: Db,
  account: { id: number; email: string; email_verified: boolean },
  { isKnown, userAgent, ip }: Device,
  { site }: { site: Site },
) {
  const device = deviceOf(userAgent)
  const hash = createHash('sha256').update(`${account.id} ${device} ${ip}`).digest()
  await db.transaction().execute(async (trx) => {
    const isFirst = !(await queries.hasDevices(trx, account.id))
    const wasSeen = await queries.seeDevice(trx, account.id, hash)
    if (isKnown || isFirst || wasSeen) return
    if (!(await tryConsume(trx, 'new device mails', String(account.id))).allowed) return
    const message = newDeviceMail(site, { device, ip, time: new Date() })
    await notifyAccount(trx, account, { kind: 'new device', message })
  })
}

/** Forgets devices that have not been used for more than a year. */
export async function removeOldDevices(db: Db) {
  await queries.deleteDevicesSeenBefore(db, new Date(Date.now() - retention))
}
