import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'

import { db } from '~/db.server'
import { checkCredentials } from '~/domain/accounts/accounts.server'
import type { SessionUser } from '~/domain/sessions/sessions.server'

/** The one way in: an e-mail address and a password. Null when they belong to no account. */
const authenticator = new Authenticator<SessionUser | null>().use(
  new FormStrategy(async ({ form }) =>
    checkCredentials(db, String(form.get('email')), String(form.get('password'))),
  ),
  'password',
)

/**
 * Checks an e-mail address and a password that have been read and validated already (the body of the request is limited and
 * may have been JSON, so the strategy is handed a small form of its own).
 */
export function authenticate(request: Request, credentials: { email: string; password: string }) {
  return authenticator.authenticate(
    'password',
    new Request(request.url, { method: 'POST', body: new URLSearchParams(credentials) }),
  )
}
