import { redirect } from '@remix-run/node'

import { env } from '~/env.server'
import { requestContext } from '~/request-context.server'
import type { Flash } from '~/ui/flash'

import { siteCookie } from './cookies.server'

/**
 * Returns an untrusted redirect target if it is a path of this site, else `fallback`. Allows `/x`; never `//x`, a backslash or a
 * control character, which some browsers read as another host.
 */
export function ownPath(target: unknown, fallback: string) {
  return typeof target === 'string' &&
    target.length <= 2000 &&
    /^\/(?!\/)[^\\\u0000-\u0020\u007f]*$/.test(target)
    ? target
    : fallback
}

/** Returns the path and query of the requested page, without the params that Remix adds. */
export function ownUrl(request: Request) {
  const { pathname, searchParams } = new URL(request.url)
  for (const name of ['index', '_data']) searchParams.delete(name)
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname
}

/** Returns the path and query of the referring page, if it is one of this site, else null. */
export function refererPath(request: Request) {
  const referrer = request.headers.get('Referer')
  if (referrer === null || !URL.canParse(referrer)) return null
  const { origin, host, pathname, search } = new URL(referrer)
  const own = origin === env.APP_URL || host === (requestContext().host ?? request.headers.get('Host'))
  return own ? ownPath(pathname + search, '') || null : null
}

/** Redirects after a successful form submission (303), so that a reload does not send it again. */
export function seeOther(path: string, headers?: HeadersInit) {
  return redirect(path, headers === undefined ? 303 : { status: 303, headers })
}

/** The header of a redirect to the form's own page: the browser's history gets no second entry. */
export const replaceHistoryEntry = { 'X-Remix-Replace': 'true' }

const flashes = siteCookie('holdfast_flash', { maxAge: 60 })

/** Redirects with a message that the next page shows once, and with other headers if any. */
export async function seeOtherWithFlash(path: string, flash: Flash, more: HeadersInit = {}) {
  const headers = new Headers(more)
  headers.append('Set-Cookie', await flashCookie(flash))
  return seeOther(path, headers)
}

/** Returns the header that stores the message for the next page. */
export function flashCookie(flash: Flash) {
  return flashes.serialize(flash)
}

/** Returns the pending message and the header that removes it; null if there is none. */
export async function takeFlash(request: Request) {
  const header = request.headers.get('Cookie')
  if (!header?.includes(flashes.name)) return null
  const flash = (await flashes.parse(header)) as Flash | null
  return flash ? { flash, header: await flashes.serialize('', { maxAge: 0 }) } : null
}

/* Stores the page that was requested without a session, to return to it after the login. */
const returnPaths = siteCookie('holdfast_return', { maxAge: 15 * 60 })

/** Returns the header that stores the page of a request for one account, or for the next that logs in. */
export async function storeReturnPath(request: Request, userId: number | null) {
  return returnPaths.serialize({ path: pageOf(request), userId })
}

/** Returns the requested page; for a form the page that contains it, which may differ from its target. */
function pageOf(request: Request) {
  const target = ownUrl(request)
  if (['GET', 'HEAD'].includes(request.method)) return target
  const page = refererPath(request)
  return page !== null && isOfficePath(page) === isOfficePath(target) ? page : target
}

/** Returns the stored path of an account, or null. */
export async function readReturnPath(request: Request, userId: number): Promise<string | null> {
  const stored = await storedReturn(request)
  const isOwn = stored?.userId === userId || stored?.userId === null
  return isOwn ? ownPath(stored.path, '') || null : null
}

/** Returns the page that the login will return to, or null; `redirectTo` is the param of the login page. */
export async function findReturnPath(request: Request, redirectTo: string | null) {
  const path = (await storedReturn(request))?.path
  const returns = redirectTo === null || (redirectTo === afterAdminLogin && isOfficePath(path))
  return returns && typeof path === 'string' ? path : null
}

/** The param of each redirect from the back office to the login. */
export const afterAdminLogin = '/admin/submissions'

function isOfficePath(path: unknown) {
  return typeof path === 'string' && /^\/admin(?:[/?]|$)/.test(path)
}

/** Returns the page after a login: an admin's `redirectTo`, unless that is the default and a page of the back office is stored. */
export function pageAfterLogin(
  { admin }: { admin: boolean },
  redirectTo: string | null,
  stored: string | null,
) {
  if (!admin) return isOfficePath(stored) ? '/dashboard' : (stored ?? '/dashboard')
  const requested = ownPath(redirectTo, '')
  if (requested === '') return stored ?? '/dashboard'
  return requested === afterAdminLogin && stored !== null && isOfficePath(stored) ? stored : requested
}

async function storedReturn(request: Request) {
  return (await returnPaths.parse(request.headers.get('Cookie'))) as {
    path: unknown
    userId: number | null
  } | null
}

/** Returns the header that removes the stored path. */
export async function clearReturnPath() {
  return returnPaths.serialize('', { maxAge: 0 })
}
