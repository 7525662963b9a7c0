import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'

import { db } from '~/db.server'
import { checkCredentials } from '~/domain/accounts/accounts.server'
import { clearLimit, limitFailures, TooManyAttempts } from '~/domain/rate-limits/rate-limits.server'
import { recordSecurityEvent } from '~/domain/security-events/security-events.server'
import type { SessionUser } from '~/domain/sessions/sessions.server'
import { clientIp } from '~/request-context.server'

import { knownDevice } from './known-device.server'

/** The one way in: an e-mail address and a password. Null when they belong to no account. */
const authenticator = new Authenticator<SessionUser | null>().use(
  new FormStrategy(async ({ form }) =>
    checkCredentials(db, String(form.get('email')), String(form.get('password'))),
  ),
  'password',
)

/**
 * Checks an e-mail address and a password that have been read and validated already (the body of the request is limited and
 * may have been JSON, so the strategy is handed a small form of its own). Failures are limited by the address that was typed,
 * whether it has an account or not, and by the caller's; a success makes the former forgotten. In a browser that the account
 * knows they are counted by browser instead: strangers cannot keep its owner out, nor does its owner's login favour them.
 * @throws {TooManyAttempts}
 */
export async function authenticate(request: Request, credentials: { email: string; password: string }) {
  const check = () =>
    authenticator.authenticate(
      'password',
      new Request(request.url, { method: 'POST', body: new URLSearchParams(credentials) }),
    )
  const device = await knownDevice(request, credentials.email)
  const limit = device === null ? 'login by account' : 'login by device'
  const subject = device ?? credentials.email
  const user = await limitFailures(db, 'login by address', clientIp(), () =>
    limitFailures(db, limit, subject, check),
  ).catch(async (error: unknown) => {
    if (error instanceof TooManyAttempts)
      await recordSecurityEvent(db, { kind: 'sign-in limited', email: credentials.email })
    throw error
  })
  await recordSecurityEvent(
    db,
    user ? { kind: 'sign-in', accountId: user.id } : { kind: 'sign-in failed', email: credentials.email },
  )
  if (user) await clearLimit(db, limit, subject)
  return user
}
