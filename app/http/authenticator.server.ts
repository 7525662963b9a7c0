import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'

import { db } from '~/db.server'
import { checkCredentials } from '~/domain/accounts/accounts.server'
import { clearLimit, countFailures } from '~/domain/rate-limits/rate-limits.server'
import type { SessionUser } from '~/domain/sessions/sessions.server'

import { clientAddressOf } from './edge-headers.server'

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
 * whether it has an account or not, and by the caller's; a success makes the account's forgotten.
 * @throws {TooManyAttempts}
 */
export async function authenticate(request: Request, credentials: { email: string; password: string }) {
  const check = () =>
    authenticator.authenticate(
      'password',
      new Request(request.url, { method: 'POST', body: new URLSearchParams(credentials) }),
    )
  const user = await countFailures(db, 'login by address', clientAddressOf(request), () =>
    countFailures(db, 'login by account', credentials.email, check),
  )
  if (user) await clearLimit(db, 'login by account', credentials.email)
  return user
}
