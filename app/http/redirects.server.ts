import { redirect } from '@remix-run/node'

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

/** Returns the header that stores a request's path for one account, or for whichever logs in next. */
export async function storeReturnPath(request: Request, userId: number | null) {
  return returnPaths.serialize({ path: ownUrl(request), userId })
}

/** Returns the stored path of an account, or null. */
export async function readReturnPath(request: Request, userId: number): Promise<string | null> {
  const stored = await storedReturn(request)
  const isOwn = stored?.userId === userId || stored?.userId === null
  return isOwn ? ownPath(stored.path, '') || null : null
}

/** Whether the login will return to another page. */
export async function hasReturnPath(request: Request) {
  return (await storedReturn(request)) !== null
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
