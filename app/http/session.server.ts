import { redirect } from '@remix-run/node'

import { db } from '~/db.server'
import { countSecurityEvent, recordSecurityEvent } from '~/domain/security-events/security-events.server'
import {
  endSession,
  readEndedSession,
  readExpiredAdmin,
  readSession,
  startSession,
  type Session,
  type SessionToken,
} from '~/domain/sessions/sessions.server'
import { withoutToken } from '~/log.server'
import {
  clientIp,
  foundInRequest,
  getRequestFlag,
  memoizePerRequest,
  setRequestFlag,
} from '~/request-context.server'
import type { Flash } from '~/ui/flash'

import { siteCookie } from './cookies.server'
import { flashCookie } from './flash.server'
import { deviceCookie } from './known-device.server'
import { Problem } from './problem.server'
import { keepPath } from './return-path.server'

const cookie = siteCookie('holdfast_session')

/** Where an admin who must sign in first goes afterwards. */
const afterAdminLogin = '/admin/submissions'

/** The caller's live session, or null. Looked up once a request; a poll asks with `renew: false`, which is no activity. */
export async function currentSession(request: Request, { renew = true } = {}): Promise<Session | null> {
  if (!request.headers.get('Cookie')?.includes(cookie.name)) return null
  if (!renew) setRequestFlag('poll')
  return memoizePerRequest('session', async () => {
    const token = await tokenOf(request)
    return token === null ? null : readSession(db, token, { renew })
  })
}

/** How the session of the caller's cookie ended by itself, and whose it was; null where there is none or it lives. */
export async function endedSession(request: Request) {
  const token = await tokenOf(request)
  return token === null ? null : readEndedSession(db, token)
}

async function tokenOf(request: Request) {
  const token: unknown = await cookie.parse(request.headers.get('Cookie'))
  return typeof token === 'string' && token !== '' ? token : null
}

/** The admin whose session had just ended when this request came, or null. It may do nothing: the guard comes first. */
export async function lapsedAdmin(request: Request) {
  const token = await tokenOf(request)
  return token === null ? null : readExpiredAdmin(db, token)
}

/** The session that this request was answered for, if it was looked up and counts as activity; null otherwise. */
export async function sessionOfRequest(): Promise<Session | null> {
  return getRequestFlag('poll') ? null : ((await foundInRequest<Session | null>('session')) ?? null)
}

/** Signs the account in and gives the headers that set its cookies. An earlier session of this browser ends. */
export async function signIn(
  request: Request,
  account: { id: number; email: string; admin: boolean },
  remember: boolean,
): Promise<[string, string][]> {
  await endCurrent(request)
  const started = await startSession(db, account, {
    remember,
    userAgent: request.headers.get('User-Agent'),
    ip: clientIp(),
  })
  return [...(await sessionCookie(started)), ['Set-Cookie', await deviceCookie(account.email)]]
}

/** The header that gives the caller's session its new token; none where it has none. */
export async function sessionCookie(renewed: SessionToken | null): Promise<[string, string][]> {
  if (renewed === null) return []
  const { token, maxAge } = renewed
  return [['Set-Cookie', await cookie.serialize(token, maxAge === null ? {} : { maxAge })]]
}

/** Ends the caller's session, if any, and gives the header that clears its cookie. */
export async function signOut(request: Request) {
  const session = await currentSession(request)
  await endCurrent(request)
  if (session) await recordSecurityEvent(db, { kind: 'sign-out', accountId: session.user.id })
  return forgetSession()
}

/** The header that clears the cookie of a session that has ended with its account. */
export async function forgetSession() {
  return cookie.serialize('', { maxAge: 0 })
}

async function endCurrent(request: Request) {
  const token = await tokenOf(request)
  if (token !== null) await endSession(db, token)
}

/**
 * A redirect to the login page, which says so where a form was sent. One whose session ended by itself comes back afterwards to the
 * page that is asked for.
 */
async function toLogin(request: Request, path: string) {
  const headers = new Headers()
  const ended = await endedSession(request)
  const isTarget = new URL(request.url).pathname === afterAdminLogin
  if (ended && !isTarget) headers.append('Set-Cookie', await keepPath(request, ended.userId))
  if (!ended && !['GET', 'HEAD'].includes(request.method))
    headers.append('Set-Cookie', await flashCookie(signedOut(new URL(request.url).pathname)))
  return redirect(path, { headers })
}

/** Forms that end the session when they succeed: if the response was lost, sending them again leads to the login page. */
const endedByItself: Record<string, string> = {
  '/change-password': 'You are signed out. If your password has just been changed, log in with the new one.',
  '/delete-account':
    'You are signed out. If your account has just been deleted, there is nothing left to do.',
}

function signedOut(path: string): Flash {
  const message =
    endedByItself[path] ?? 'You are signed out, so nothing was changed. Please log in and try again.'
  return { tone: 'error', message, duration: 60_000 }
}

/** Guards a page of the account: a visitor is sent to the login page. */
export async function requireUser(request: Request): Promise<Session> {
  const session = await currentSession(request)
  if (!session) throw await toLogin(request, '/login')
  return session
}

/** Guards a page of the back office: whoever is no admin is sent to the login page. */
export async function requireAdmin(request: Request): Promise<Session> {
  const session = await currentSession(request)
  if (!session?.user.admin) {
    noteDenied(request, session)
    throw await toLogin(request, `/login?redirectTo=${encodeURIComponent(afterAdminLogin)}`)
  }
  return session
}

/** Guards the requests for the pitch deck: whoever is no admin is sent to the home page. */
export async function requireDeckAdmin(request: Request): Promise<Session> {
  const session = await currentSession(request)
  if (!session?.user.admin) {
    noteDenied(request, session)
    throw redirect('/')
  }
  return session
}

/** Guards a JSON call of an account. @throws {Problem} 401 */
export async function requireUserCall(request: Request, options?: { renew: boolean }): Promise<Session> {
  const session = await currentSession(request, options)
  if (!session) throw new Problem(401, 'Please sign in')
  return session
}

/** Guards a JSON call of the back office. @throws {Problem} 401 or 403 */
export async function requireAdminCall(request: Request, options?: { renew: boolean }): Promise<Session> {
  const session = await requireUserCall(request, options)
  if (!session.user.admin) throw new Problem(403, 'Only administrators may do this')
  return session
}

/** Counts the refusal of what an account has no right to; a visitor who has to sign in first is none. */
export function noteDenied(request: Request, session: Session | null) {
  if (!session) return
  const path = withoutToken(new URL(request.url).pathname)
  const details = { method: request.method, path }
  countSecurityEvent({ kind: 'access denied', accountId: session.user.id, details })
}
