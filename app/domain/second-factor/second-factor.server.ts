import type { Db } from '../../../db/schema'
import type { Site } from '~/content/metadata'
import { notifyAccount } from '~/domain/accounts/notify-account.server'
import { withoutSeparators } from '~/domain/codes'
import type { FieldError } from '~/domain/parse-fields'
import { recordSecurityEvent } from '~/domain/security-events/security-events.server'
import { secondFactorMail } from '~/emails/second-factor'

import { confirmSetUp, findSetUp, isConfirmedLately, startSetUp } from './authenticator-app.server'
import type { SecondFactorChange } from './changes'
import { listPasskeys, deletePasskey, insertPasskey } from './passkeys.queries.server'
import { maxPasskeys, readNewPasskey, type PasskeyResponse } from './passkeys.server'
import { renewCodes } from './recovery-codes.server'
import * as queries from './second-factor.queries.server'

export { hasSecondFactor } from './second-factor.queries.server'

/** New recovery codes are returned once; null if the account keeps those that it has. */
type Outcome = { ok: true; codes: string[] | null } | { ok: false; errors: FieldError[] }

export const wrongCode = 'The code is not correct. Please check it and try again.'
const expiredSetUp = 'The set-up took too long. Please start again.'
const confirmedBefore =
  'Your authenticator app is set up already. Its recovery codes are shown once: if you have not kept them, make new ones below.'
const nothingToChange = 'Two-step login is off already.'

/** Returns what an account's owner may see of its second factor. */
export async function secondFactorOf(db: Db, user: { id: number; email: string }, issuer: string) {
  const [app, setUp, passkeys, codesLeft] = await Promise.all([
    queries.findApp(db, user.id, { since: null }),
    findSetUp(db, user, issuer),
    listPasskeys(db, user.id),
    queries.countCodes(db, user.id),
  ])
  return {
    app: app ? { since: app.confirmed_at } : null,
    setUp,
    passkeys: passkeys.map(shownPasskey),
    codesLeft,
    isOn: app !== undefined || passkeys.length > 0,
  }
}

/** Returns what is stored about an account's second factor, without its secrets. */
export async function exportedSecondFactor(db: Db, userId: number) {
  const [app, passkeys, codesLeft] = await Promise.all([
    queries.findApp(db, userId, { since: null }),
    listPasskeys(db, userId),
    queries.countCodes(db, userId),
  ])
  return {
    authenticator_app: app ? { set_up_at: app.confirmed_at } : null,
    passkeys: passkeys.map(shownPasskey),
    recovery_codes_left: codesLeft,
  }
}

function shownPasskey({
  id,
  name,
  created_at,
  last_used_at,
}: Awaited<ReturnType<typeof listPasskeys>>[number]) {
  return { id, name, created_at, last_used_at }
}

/** Returns by what the second step of an account's login can be done, in numbers. */
export async function factorsOf(db: Db, userId: number) {
  const [app, passkeys, codesLeft] = await Promise.all([
    queries.findApp(db, userId, { since: null }),
    listPasskeys(db, userId),
    queries.countCodes(db, userId),
  ])
  return { app: app !== undefined, passkeys: passkeys.length, codesLeft }
}

/** Starts the set-up of an authenticator app. Nothing changes until a code has confirmed it. */
export async function startApp(db: Db, userId: number) {
  await db.transaction().execute(async (trx) => {
    if (await queries.lockAccount(trx, userId)) await startSetUp(trx, userId)
  })
}

export async function cancelApp(db: Db, userId: number) {
  await queries.deleteUnconfirmedApp(db, userId)
}

/** Puts the app that is being set up in use, in place of an earlier one. The first factor of an account comes with recovery codes. */
export async function confirmApp(db: Db, userId: number, code: string, site: Site): Promise<Outcome> {
  return changeFactor(db, userId, site, async (trx) => {
    const isFirst = !(await queries.hasSecondFactor(trx, userId))
    const outcome = await confirmSetUp(trx, userId, withoutSeparators(code))
    if (outcome === 'wrong') return refused('code', wrongCode)
    if (outcome === 'expired')
      return refused('', (await isConfirmedLately(trx, userId)) ? confirmedBefore : expiredSetUp)
    return { ok: true, change: 'app set up', codes: isFirst ? await renewCodes(trx, userId) : null }
  })
}

/** Adds the passkey that a browser has made. The first factor of an account comes with recovery codes. */
export async function addPasskey(
  db: Db,
  userId: number,
  { name, ...answer }: PasskeyResponse & { name: string },
  site: Site,
): Promise<Outcome> {
  const passkey = await readNewPasskey(db, userId, answer, site)
  if (!passkey) return refused('', 'The passkey could not be added. Please try again.')
  return changeFactor(db, userId, site, async (trx) => {
    const isFirst = !(await queries.hasSecondFactor(trx, userId))
    if ((await listPasskeys(trx, userId)).length >= maxPasskeys)
      return refused('', `An account has at most ${maxPasskeys} passkeys. Remove one first.`)
    if (!(await insertPasskey(trx, { ...passkey, name })))
      return refused('', 'This passkey is in use already.')
    return { ok: true, change: 'passkey added', codes: isFirst ? await renewCodes(trx, userId) : null }
  })
}

/** Removes one passkey. Without another factor two-step login is off. */
export async function removePasskey(db: Db, userId: number, id: number | null, site: Site): Promise<Outcome> {
  return changeFactor(db, userId, site, async (trx) => {
    if (id === null || !(await deletePasskey(trx, userId, id)))
      return refused('', 'That passkey was removed already.')
    return concludeRemoval(trx, userId, 'passkey removed')
  })
}

/** Removes the authenticator app. Without another factor two-step login is off. */
export async function removeApp(db: Db, userId: number, site: Site): Promise<Outcome> {
  return changeFactor(db, userId, site, async (trx) => {
    if (!(await queries.findApp(trx, userId, { since: null })))
      return refused('', 'The authenticator app was removed already.')
    await queries.deleteApp(trx, userId)
    return concludeRemoval(trx, userId, 'app removed')
  })
}

/** Recovery codes go with the last factor. */
async function concludeRemoval(trx: Db, userId: number, change: SecondFactorChange) {
  const isLast = !(await queries.hasSecondFactor(trx, userId))
  if (isLast) await queries.deleteAll(trx, userId)
  return { ok: true as const, change: isLast ? ('turned off' as const) : change, codes: null }
}

/** Replaces the recovery codes of an account with a second factor. */
export async function renewRecoveryCodes(db: Db, userId: number, site: Site): Promise<Outcome> {
  return changeFactor(db, userId, site, async (trx) =>
    (await queries.hasSecondFactor(trx, userId))
      ? { ok: true, change: 'codes renewed', codes: await renewCodes(trx, userId) }
      : refused('', nothingToChange),
  )
}

/** Removes every second factor of an account, with its recovery codes. */
export async function turnOff(db: Db, userId: number, site: Site): Promise<Outcome> {
  return changeFactor(db, userId, site, async (trx) => {
    if (!(await queries.hasSecondFactor(trx, userId))) return refused('', nothingToChange)
    await queries.deleteAll(trx, userId)
    return { ok: true, change: 'turned off', codes: null }
  })
}

function refused(path: string, message: string) {
  return { ok: false as const, errors: [{ path, message }] }
}

/** Changes the second factor of a locked account, mails its owner about it, and records it. */
async function changeFactor(
  db: Db,
  userId: number,
  site: Site,
  work: (
    trx: Db,
  ) => Promise<
    { ok: true; change: SecondFactorChange; codes: string[] | null } | { ok: false; errors: FieldError[] }
  >,
): Promise<Outcome> {
  const outcome = await db.transaction().execute(async (trx) => {
    const account = await queries.lockAccount(trx, userId)
    if (!account) return refused('', nothingToChange)
    const made = await work(trx)
    if (made.ok)
      await notifyAccount(trx, account, {
        kind: 'second factor',
        message: secondFactorMail(site, made.change),
      })
    return made
  })
  if (!outcome.ok) return outcome
  const details = { by: 'owner', outcome: outcome.change }
  await recordSecurityEvent(db, { kind: 'second factor changed', accountId: userId, details })
  return { ok: true, codes: outcome.codes }
}
