import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'

import { db } from '~/db.server'
import { checkCredentials } from '~/domain/accounts/accounts.server'
import { clearLimit, limitFailures, TooManyAttempts } from '~/domain/rate-limits/rate-limits.server'
import { recordSecurityEvent } from '~/domain/security-events/security-events.server'
import { clientIp } from '~/request-context.server'

import { deviceToken } from './cookies.server'

/** Authenticates by email and password. Returns null when they match no account. */
const authenticator = new Authenticator<Awaited<ReturnType<typeof checkCredentials>>>().use(
  new FormStrategy(async ({ form }) =>
    checkCredentials(db, String(form.get('email')), String(form.get('password'))),
  ),
  'password',
)

/**
 * Checks a validated email and password. They are passed to the strategy as a small form: the body has been read already, within
 * its limit, and may have been JSON. Limits failures by email, whether it has an account or not, and by client; a success resets
 * the former. In a browser known to the account failures are counted by browser instead: strangers cannot lock the owner out, and
 * the owner's login does not reset their limit.
 * @throws {TooManyAttempts}
 */
export async function authenticate(request: Request, credentials: { email: string; password: string }) {
  const check = () =>
    authenticator.authenticate(
      'password',
      new Request(request.url, { method: 'POST', body: new URLSearchParams(credentials) }),
    )
  const device = await deviceToken(request, credentials.email)
  const limit = device === null ? 'login by account' : 'login by device'
  const subject = device ?? credentials.email
  const user = await limitFailures(db, 'login by ip', clientIp(), () =>
    limitFailures(db, limit, subject, check),
  ).catch(async (error: unknown) => {
    if (error instanceof TooManyAttempts)
      await recordSecurityEvent(db, { kind: 'sign-in limited', email: credentials.email })
    throw error
  })
  if (!user) await recordSecurityEvent(db, { kind: 'sign-in failed', email: credentials.email })
  if (user) await clearLimit(db, limit, subject)
  return user
}
