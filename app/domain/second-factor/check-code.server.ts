import type { Db } from '../../../db/schema'
import type { Site } from '~/content/metadata'
import { notifyAccount } from '~/domain/accounts/notify-account.server'
import { withoutSeparators } from '~/domain/codes'
import {
  clearLimit,
  limitFailures,
  TooManyAttempts,
  tryConsume,
} from '~/domain/rate-limits/rate-limits.server'
import { recordSecurityEvent } from '~/domain/security-events/security-events.server'
import { secondFactorMail, secondStepWarningMail } from '~/emails/second-factor'

import { isAppCode } from './authenticator-app.server'
import { readRecoveryCode, useRecoveryCode } from './recovery-codes.server'
import * as queries from './second-factor.queries.server'

type Account = { id: number; email: string; email_verified: boolean }

/** The caller of a second step. `device`: what the browser is known by to the account. */
type Caller = { device: string | null; ip: string | null; site: Site }

/**
 * Checks the second step of a login: a code of the account's app or a recovery code, each of which works once. Wrong codes of the app are
 * limited by account, in a known browser by browser, like passwords. At the limit the owner is warned by mail: the person who tries codes
 * knows the password.
 * @throws {TooManyAttempts}
 */
export async function checkCode(db: Db, account: Account, text: string, { device, ip, site }: Caller) {
  const isFailure = (valid: boolean) => !valid
  const recoveryCode = readRecoveryCode(text)
  const check =
    recoveryCode === null
      ? () => checkAppCode(db, account, withoutSeparators(text), { device, site })
      : () => spendRecoveryCode(db, account, recoveryCode, site)
  const isValid = await limitFailures(db, 'login by ip', ip, check, isFailure)
  if (!isValid) await recordSecurityEvent(db, { kind: 'second step failed', accountId: account.id })
  return isValid
}

async function checkAppCode(
  db: Db,
  account: Account,
  code: string,
  { device, site }: { device: string | null; site: Site },
) {
  const limit = device === null ? 'second step by account' : 'second step by device'
  const subject = device ?? String(account.id)
  try {
    const check = () => isAppCode(db, account.id, code)
    const isValid = await limitFailures(db, limit, subject, check, (valid) => !valid)
    if (isValid) await clearLimit(db, limit, subject)
    return isValid
  } catch (error) {
    if (error instanceof TooManyAttempts) await warnOwner(db, account, site)
    throw error
  }
}

async function warnOwner(db: Db, account: Account, site: Site) {
  await db.transaction().execute(async (trx) => {
    if (!(await tryConsume(trx, 'second step warnings', String(account.id))).allowed) return
    await notifyAccount(trx, account, { kind: 'second factor', message: secondStepWarningMail(site) })
  })
}

async function spendRecoveryCode(db: Db, account: Account, code: string, site: Site) {
  const isValid = await db.transaction().execute(async (trx) => {
    if (!(await queries.hasSecondFactor(trx, account.id))) return false
    if (!(await useRecoveryCode(trx, account.id, code))) return false
    const left = await queries.countCodes(trx, account.id)
    const message = secondFactorMail(site, 'recovery code used', left)
    await notifyAccount(trx, account, { kind: 'second factor', message })
    return true
  })
  const details = { by: 'owner', outcome: 'recovery code used' }
  if (isValid)
    await recordSecurityEvent(db, { kind: 'second factor changed', accountId: account.id, details })
  return isValid
}
