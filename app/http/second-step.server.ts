import { db } from '~/db.server'
import { recordLogin } from '~/domain/accounts/accounts.server'
import { checkCode } from '~/domain/second-factor/second-factor.server'
import {
  endPendingLogin,
  findPendingLogin,
  pendingLoginSeconds,
  startPendingLogin,
  type PendingLogin,
} from '~/domain/sessions/pending-logins.server'
import type { SessionUser } from '~/domain/sessions/sessions.server'
import { clientIp } from '~/request-context.server'

import { deviceToken, siteCookie } from './cookies.server'
import { ownPath, seeOther } from './redirects.server'
import { signIn } from './session.server'
import { site } from './site.server'

/* The second step of a login, between the password and the session. */

const cookie = siteCookie('holdfast_login', { maxAge: pendingLoginSeconds })

/** Returns the query that leads on to the requested page, for each page of the login. */
export function loginSearch(request: Request, more: Record<string, string> = {}) {
  const search = new URLSearchParams(more)
  const redirectTo = new URL(request.url).searchParams.get('redirectTo')
  if (redirectTo !== null) search.set('redirectTo', ownPath(redirectTo, '/dashboard'))
  return search.size > 0 ? `?${search}` : ''
}

/** Continues after a password: with the session, or with the second step of an account that has one. */
export async function continueLogin(
  request: Request,
  user: SessionUser & { has_second_factor: boolean },
  remember: boolean,
) {
  if (!user.has_second_factor) return welcome(request, await signIn(request, user, remember))
  const token = await startPendingLogin(db, { userId: user.id, remember })
  return seeOther(`/login/code${loginSearch(request)}`, { 'Set-Cookie': await cookie.serialize(token) })
}

/** Returns the login of this browser that waits for its second step, or null. */
export async function pendingLogin(request: Request): Promise<(PendingLogin & { token: string }) | null> {
  const token: unknown = await cookie.parse(request.headers.get('Cookie'))
  if (typeof token !== 'string' || token === '') return null
  const pending = await findPendingLogin(db, token)
  return pending && { ...pending, token }
}

/** Checks a code of the account's app, or a recovery code. @throws {TooManyAttempts} */
export async function isSecondStep(request: Request, user: SessionUser, code: string) {
  const device = await deviceToken(request, user.email)
  return checkCode(db, user, code, { device, ip: clientIp(), site })
}

/** Completes a login after its second step. Returns null if it has ended: completed already, too old, or ended by its owner. */
export async function completeLogin(
  request: Request,
  { user, remember, token }: PendingLogin & { token: string },
) {
  if (!(await endPendingLogin(db, token))) return null
  const headers = await signIn(request, await recordLogin(db, user), remember)
  return welcome(request, [...headers, ['Set-Cookie', await cookie.serialize('', { maxAge: 0 })]])
}

function welcome(request: Request, headers: [string, string][]) {
  return seeOther(`/login${loginSearch(request, { welcome: 'yes' })}`, headers)
}
