import { redirect } from '@remix-run/node'

import { db } from '~/db.server'
import type { Fields } from '~/domain/parse-fields'
import { countSecurityEvent, recordSecurityEvent } from '~/domain/security-events/security-events.server'
import { hasSecondFactor } from '~/domain/second-factor/second-factor.server'
import { noteDevice } from '~/domain/sessions/known-devices.server'
import {
  endSession,
  readExpiredSession,
  readExpiredAdminId,
  readSession,
  startSession,
  type Session,
  type SessionToken,
} from '~/domain/sessions/sessions.server'
import { env } from '~/env.server'
import { redactPath } from '~/log.server'
import {
  clientIp,
  memoizedInRequest,
  getRequestFlag,
  memoizePerRequest,
  setRequestFlag,
} from '~/request-context.server'
import type { Flash } from '~/ui/flash'

import { deviceCookie, deviceToken, siteCookie } from './cookies.server'
import { afterAdminLogin, clearReturnPath, flashCookie, storeReturnPath } from './redirects.server'
import { Problem } from './problem.server'
import { site } from './site.server'
import { unsavedFormCookie } from './unsaved-form.server'

const cookie = siteCookie('holdfast_session')

/**
 * Returns the caller's live session, or null. Looked up once per request; a poll passes `renew: false`, so that it does not count
 * as activity.
 */
export async function currentSession(request: Request, { renew = true } = {}): Promise<Session | null> {
  if (!request.headers.get('Cookie')?.includes(cookie.name)) return null
  if (!renew) setRequestFlag('poll')
  return memoizePerRequest('session', async () => {
    const token = await tokenOf(request)
    return token === null ? null : readSession(db, token, { renew })
  })
}

/** Returns how the session of the caller's cookie expired, and its owner; null if there is none or it is live. */
async function expiredSession(request: Request) {
  const token = await tokenOf(request)
  return token === null ? null : readExpiredSession(db, token)
}

/** Returns why the session of the caller's cookie has ended: no activity, or anything else; null without a cookie. */
export async function endOfSession(request: Request): Promise<'idle' | 'expired' | null> {
  const token = await tokenOf(request)
  return token === null ? null : ((await readExpiredSession(db, token))?.reason ?? 'expired')
}

async function tokenOf(request: Request) {
  const token: unknown = await cookie.parse(request.headers.get('Cookie'))
  return typeof token === 'string' && token !== '' ? token : null
}

/** Returns the id of the admin whose session is live or expired in the last twelve hours, or null. Grants nothing: the guard runs first. */
export async function expiredAdminId(request: Request) {
  const token = await tokenOf(request)
  return token === null ? null : readExpiredAdminId(db, token)
}

/** Returns the session that this request has looked up, without a query; null if it has none, or is a poll. */
export async function memoizedActiveSession(): Promise<Session | null> {
  return getRequestFlag('poll') ? null : ((await memoizedInRequest<Session | null>('session')) ?? null)
}

/** Logs the account in and returns the headers that set its cookies. Ends an earlier session of this browser. */
export async function signIn(
  request: Request,
  account: { id: number; email: string; email_verified: boolean; admin: boolean },
  remember: boolean,
): Promise<[string, string][]> {
  await endCurrent(request)
  const userAgent = request.headers.get('User-Agent')
  const isKnown = (await deviceToken(request, account.email)) !== null
  const started = await startSession(db, account, {
    remember,
    userAgent,
    ip: clientIp(),
  })
  await recordSecurityEvent(db, { kind: 'sign-in', accountId: account.id })
  await noteDevice(db, account, { isKnown, userAgent, ip: clientIp() }, { site })
  return [...(await sessionCookie(started)), ['Set-Cookie', await deviceCookie(request, account.email)]]
}

/** Returns the Set-Cookie headers for a new token: none for null. */
export async function sessionCookie(renewed: SessionToken | null): Promise<[string, string][]> {
  if (renewed === null) return []
  const { token, maxAge } = renewed
  return [['Set-Cookie', await cookie.serialize(token, maxAge === null ? {} : { maxAge })]]
}

/** Ends the caller's session, if any, and returns the headers that clear its cookie and the page to return to. */
export async function signOut(request: Request): Promise<[string, string][]> {
  const session = await currentSession(request)
  await endCurrent(request)
  if (session) await recordSecurityEvent(db, { kind: 'sign-out', accountId: session.user.id })
  return [
    ['Set-Cookie', await expiredSessionCookie()],
    ['Set-Cookie', await clearReturnPath()],
  ]
}

/** Returns the header that clears the cookie of a session that was deleted with its account. */
export async function expiredSessionCookie() {
  return cookie.serialize('', { maxAge: 0 })
}

async function endCurrent(request: Request) {
  const token = await tokenOf(request)
  if (token !== null) await endSession(db, token)
}

/**
 * Redirects to the login page, with a message if a form was sent whose fields are not stored. The login returns to the requested page:
 * always to a page of the account, to one of the back office only after a lost session. Fields are stored for the owner of an expired
 * session, and in the back office, where no session is known, for the next admin who logs in there.
 */
async function toLogin(request: Request, path: string, fields?: Fields) {
  const headers = new Headers()
  const expired = await expiredSession(request)
  const isOfAccount = path === '/login'
  const { pathname } = new URL(request.url)
  const done = expired ? undefined : endedByItself[pathname]
  if (done !== undefined && (await hasLostSession(request))) {
    headers.append('Set-Cookie', await flashCookie({ tone: 'info', message: done, duration: 60_000 }))
    headers.append('Set-Cookie', await expiredSessionCookie())
    headers.append('Set-Cookie', await clearReturnPath())
    return redirect(path, { headers })
  }
  const unsaved =
    fields && (expired || !isOfAccount)
      ? await unsavedFormCookie(request, expired?.userId ?? null, fields)
      : null
  if (isOfAccount || (await hasLostSession(request)))
    headers.append('Set-Cookie', await storeReturnPath(request, expired?.userId ?? null))
  if (unsaved !== null) headers.append('Set-Cookie', unsaved)
  // The script of an expired page stores the input.
  else if (isSent(request) && !(expired && isByScript(request)))
    headers.append('Set-Cookie', await flashCookie(signedOut))
  return redirect(path, { headers })
}

/** Whether a request comes from a browser that was logged in: it has a session cookie, or comes from a page that requires a session. */
async function hasLostSession(request: Request) {
  return isSent(request) || isByScript(request) || (await tokenOf(request)) !== null
}

function isSent({ method }: Request) {
  return method !== 'GET' && method !== 'HEAD'
}

function isByScript(request: Request) {
  return request.headers.get('Sec-Fetch-Dest') === 'empty'
}

/**
 * Pages whose form ends the session: if the response was lost, sending the form again, or a reload, redirects to the login page. That page
 * then says no more than this.
 */
const endedByItself: Record<string, string> = {
  '/change-password': 'You are logged out. If your password has just been changed, log in with the new one.',
  '/delete-account':
    'You are logged out. If your account has just been deleted, there is nothing left to do.',
}

const signedOut: Flash = {
  tone: 'error',
  message: 'You are logged out, so nothing was changed. Please log in and try again.',
  duration: 60_000,
}

/**
 * Guards a page of the account: redirects a visitor to the login page. The fields of a form are stored for the owner of an expired
 * session.
 */
export async function requireUser(request: Request, fields?: Fields): Promise<Session> {
  const session = await currentSession(request)
  if (!session) throw await toLogin(request, '/login', fields)
  return session
}

/**
 * Guards a page of the back office: redirects anyone but an admin to the login page, and an admin who lacks a required second factor
 * to its set-up. The fields of a form are stored for the admin whose session expired; those of a deleted session
 * for the next admin who logs in there.
 */
export async function requireAdmin(request: Request, fields?: Fields): Promise<Session> {
  const session = await currentSession(request)
  if (!session?.user.admin) {
    noteDenied(request, session)
    const login = `/login?redirectTo=${encodeURIComponent(afterAdminLogin)}`
    throw await toLogin(request, login, session ? undefined : fields)
  }
  if (await lacksSecondFactor(session.user)) throw redirect('/two-step-login')
  return session
}

/** Whether an account needs a second factor: an admin's does if ADMIN_SECOND_FACTOR is `required`. */
export function isSecondFactorRequired({ admin }: { admin: boolean }) {
  return admin && env.ADMIN_SECOND_FACTOR === 'required'
}

async function lacksSecondFactor(user: { id: number; admin: boolean }) {
  if (!isSecondFactorRequired(user)) return false
  return !(await memoizePerRequest('second factor', () => hasSecondFactor(db, user.id)))
}

/** Guards the requests for the pitch deck: redirects anyone but an admin to the home page. */
export async function requireDeckAdmin(request: Request): Promise<Session> {
  const session = await currentSession(request)
  if (!session?.user.admin) {
    noteDenied(request, session)
    throw redirect('/')
  }
  if (await lacksSecondFactor(session.user)) throw redirect('/two-step-login')
  return session
}

/** Guards an API call of an account. @throws {Problem} 401 */
export async function requireUserCall(request: Request, options?: { renew: boolean }): Promise<Session> {
  const session = await currentSession(request, options)
  if (!session) throw new Problem(401, 'Please sign in')
  return session
}

/** Guards an API call of the back office. @throws {Problem} 401 or 403 */
export async function requireAdminCall(request: Request, options?: { renew: boolean }): Promise<Session> {
  const session = await requireUserCall(request, options)
  if (!session.user.admin) throw new Problem(403, 'Only administrators may do this')
  if (await lacksSecondFactor(session.user))
    throw new Problem(403, 'Set up two-step login at /two-step-login first: administrators need it here.')
  return session
}

/** Counts a denied access; a visitor who has to log in first does not count. */
export function noteDenied(request: Request, session: Session | null) {
  if (!session) return
  const path = redactPath(new URL(request.url).pathname)
  const details = { method: request.method, path }
  countSecurityEvent({ kind: 'access denied', accountId: session.user.id, details })
}
