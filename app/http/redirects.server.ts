import { redirect } from '@remix-run/node'

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

/** Returns the URL of the page whose form was sent, without the params that Remix adds. */
export function ownAddress(request: Request) {
  const { pathname, searchParams } = new URL(request.url)
  for (const name of ['index', '_data']) searchParams.delete(name)
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname
}

/** Redirects after a successful form submission (303), so that a reload does not send it again. */
export function seeOther(path: string, headers?: HeadersInit) {
  return redirect(path, headers === undefined ? 303 : { status: 303, headers })
}

/** Redirects a form to its own page, without a second history entry. */
export const inPlace = { 'X-Remix-Replace': 'true' }
