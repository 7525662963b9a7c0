import { db } from '~/db.server'
import { findAccount, recordLogin } from '~/domain/accounts/accounts.server'
import { parseFields, type Fields } from '~/domain/parse-fields'
import { challengeSeconds, checkPasskey, type PasskeyResponse } from '~/domain/second-factor/passkeys.server'
import { passkeySchema } from '~/domain/second-factor/second-factor.schema'
import { checkCode } from '~/domain/second-factor/check-code.server'
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
import { rejectForm } from './forms.server'
import { ownPath, replaceHistoryEntry, seeOther } from './redirects.server'
import { signIn } from './session.server'
import { site } from './site.server'

/* The second step of a login, between the password and the session. */

const cookie = siteCookie('holdfast_login', { maxAge: pendingLoginSeconds })

export const wrongPasskey =
  'This passkey is not known here, or it took too long. Please try again, or log in another way.'

/** Returns the query with the requested page, for each page of the login. */
export function loginSearch(request: Request, more: Record<string, string> = {}) {
  const search = new URLSearchParams(more)
  const redirectTo = new URL(request.url).searchParams.get('redirectTo')
  if (redirectTo !== null) search.set('redirectTo', ownPath(redirectTo, '/dashboard'))
  return search.size > 0 ? `?${search}` : ''
}

/** Continues a login after the password: starts the session, or the second step if the account has one. */
export async function continueLogin(
  request: Request,
  user: SessionUser & { has_second_factor: boolean },
  remember: boolean,
) {
  if (!user.has_second_factor) return welcome(request, user, await signIn(request, user, remember))
  const token = await startPendingLogin(db, { userId: user.id, remember })
  return seeOther(`/login/code${loginSearch(request)}`, {
    ...replaceHistoryEntry,
    'Set-Cookie': await cookie.serialize(token),
  })
}

export type BrowserLogin = PendingLogin & { token: string }

/** Returns the login of this browser that waits for its second step, or null. */
export async function pendingLogin(request: Request): Promise<BrowserLogin | null> {
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

/* A challenge for a passkey is bound to the browser that requested it. */
const challenge = siteCookie('holdfast_challenge', { maxAge: challengeSeconds })

/** Returns the header that binds a challenge to this browser. */
export async function challengeHeader(token: string): Promise<HeadersInit> {
  return { 'Set-Cookie': await challenge.serialize(token) }
}

/** Returns this browser's response to its challenge. */
export async function passkeyResponse(request: Request, credential: string): Promise<PasskeyResponse> {
  const token: unknown = await challenge.parse(request.headers.get('Cookie'))
  return { credential, token: typeof token === 'string' ? token : null }
}

/** Whether this browser has answered its challenge with a passkey of the account. */
export async function isSecondStepPasskey(request: Request, userId: number, fields: Fields) {
  const parsed = parseFields(passkeySchema, fields)
  const answer = await passkeyResponse(request, parsed.ok ? parsed.value.credential : '')
  return (await checkPasskey(db, userId, answer, site)) !== null
}

/** Logs in with only a passkey, whose device has verified its owner. */
export async function logInWithPasskey(request: Request, fields: Fields) {
  const parsed = parseFields(passkeySchema, fields)
  const answer = await passkeyResponse(request, parsed.ok ? parsed.value.credential : '')
  const id = await checkPasskey(db, null, answer, site)
  const user = id === null ? undefined : await findAccount(db, id)
  if (!user) return rejectForm({ intent: 'passkey' }, [{ path: '', message: wrongPasskey }])
  const remember = String(fields.remember_me).toLowerCase() === 'yes'
  return welcome(request, user, await signIn(request, await recordLogin(db, user), remember))
}

/** Completes a login after its second step. Returns null if it is completed already, too old, or canceled by its owner. */
export async function completeLogin(request: Request, { user, remember, token }: BrowserLogin) {
  if (!(await endPendingLogin(db, token))) return null
  const headers = await signIn(request, await recordLogin(db, user), remember)
  return welcome(request, user, [...headers, ['Set-Cookie', await cookie.serialize('', { maxAge: 0 })]])
}

/**
 * Returns the requested page of an admin; others have none in the URL. The stored page is kept for a visit by Back, after which the login is
 * done.
 */
function welcome(request: Request, { admin }: { admin: boolean }, headers: [string, string][]) {
  const search = admin ? loginSearch(request, { welcome: 'yes' }) : '?welcome=yes'
  return seeOther(`/login${search}`, [...headers, ...Object.entries(replaceHistoryEntry)])
}
