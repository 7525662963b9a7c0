import { Secret, TOTP } from 'otpauth'
import { encode } from 'uqr'

import type { Db } from '../../../db/schema'
import { log } from '~/log.server'

import { currentKeyId, decrypt, encrypt } from './encryption.server'
import * as queries from './second-factor.queries.server'

/** The seconds of a code, which apps assume; a code of the step before or after is accepted too. */
const period = 30
const tolerance = 1

/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20

/** An app that is being set up is forgotten after this time. */
const setUpTime = 30 * 60_000

/** What the owner enters into the app: the key in groups of four, or the QR code, as the path of an SVG of `size` units. */
export type SetUp = { key: string; url: string; qr: { path: string; size: number } }

/** Starts the set-up of an app; an earlier one that was not confirmed is forgotten. */
export async function startSetUp(trx: Db, userId: number) {
  const secret = new Secret({ size: secretBytes })
  await queries.deleteUnconfirmedApp(trx, userId)
  await queries.insertApp(trx, { user_id: userId, ...encrypt(secret.bytes, userId) })
}

/** Returns what to enter into the app that is being set up, or null. */
export async function findSetUp(
  db: Db,
  { id, email }: { id: number; email: string },
  issuer: string,
): Promise<SetUp | null> {
  const app = await queries.findApp(db, id, { since: setUpSince() })
  const bytes = app && decrypt(app, id)
  if (!bytes) return null
  const totp = totpOf(bytes, { issuer, label: email })
  const url = totp.toString()
  return { key: totp.secret.base32.replace(/.{4}(?=.)/g, '$& '), url, qr: qrPath(url) }
}

/** Puts the app that is being set up in use if the code is its own. */
export async function confirmSetUp(
  trx: Db,
  userId: number,
  code: string,
): Promise<'ok' | 'wrong' | 'expired'> {
  const app = await queries.findApp(trx, userId, { since: setUpSince() })
  const bytes = app && decrypt(app, userId)
  if (!bytes) return 'expired'
  const step = stepOf(bytes, code)
  if (step === null) return 'wrong'
  await queries.confirmApp(trx, { id: app.id, userId, step })
  return 'ok'
}

/** Whether the account's app was put in use within the time of a set-up: the form of the set-up may have been sent again. */
export async function isConfirmedLately(trx: Db, userId: number) {
  const app = await queries.findApp(trx, userId, { since: null })
  return app?.confirmed_at != null && app.confirmed_at > setUpSince()
}

/** Whether a code is that of the account's app, and was not used before. */
export async function isAppCode(db: Db, userId: number, code: string) {
  const app = await queries.findApp(db, userId, { since: null })
  if (!app) return false
  const bytes = decrypt(app, userId)
  if (bytes === null) {
    log.error({ account: userId }, 'the secret of an authenticator app needs an earlier SESSION_SECRET')
    return false
  }
  const step = stepOf(bytes, code)
  return step !== null && queries.useStep(db, app.id, step)
}

/** Encrypts all secrets with the newest key, at the start, so that an older SESSION_SECRET can be dropped after it. */
export async function reencryptSecrets(db: Db) {
  for (const app of await queries.listAppsWithOtherKey(db, currentKeyId())) {
    const bytes = decrypt(app, app.user_id)
    if (bytes) await queries.updateSecret(db, app.id, encrypt(bytes, app.user_id))
    else
      log.error(
        { account: app.user_id },
        'the secret of an authenticator app needs an earlier SESSION_SECRET',
      )
  }
}

function setUpSince() {
  return new Date(Date.now() - setUpTime)
}

function totpOf(bytes: Uint8Array, { issuer, label }: { issuer: string; label: string }) {
  const secret = Secret.fromHex(Buffer.from(bytes).toString('hex'))
  return new TOTP({ issuer, label, secret, algorithm: 'SHA1', digits: 6, period })
}

/** Returns the time step of a code, or null if no current step has it. */
function stepOf(bytes: Uint8Array, code: string) {
  if (!/^\d{6}$/.test(code)) return null // the library compares bytes and throws at characters of several
  const timestamp = Date.now()
  const delta = totpOf(bytes, { issuer: '', label: '' }).validate({
    token: code,
    timestamp,
    window: tolerance,
  })
  return delta === null ? null : Math.floor(timestamp / 1000 / period) + delta
}

function qrPath(text: string) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { path, size }
}
