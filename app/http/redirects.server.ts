import { redirect } from '@remix-run/node'

/**
 * A redirect target that came from outside, if it is a path of this site: `/x`, never `//x`, a backslash or a control
 * character (browsers read some of them as another host); else `fallback`.
 */
export function ownPath(target: unknown, fallback: string) {
  return typeof target === 'string' &&
    target.length <= 2000 &&
    /^\/(?!\/)[^\\\u0000-\u0020\u007f]*$/.test(target)
    ? target
    : fallback
}

/** The address of the page whose form was sent, without what Remix adds to it. */
export function ownAddress(request: Request) {
  const { pathname, searchParams } = new URL(request.url)
  for (const name of ['index', '_data']) searchParams.delete(name)
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname
}

/** The answer to a form that was accepted: the browser fetches the next page, and a reload sends nothing again. */
export function seeOther(path: string, headers?: HeadersInit) {
  return redirect(path, headers === undefined ? 303 : { status: 303, headers })
}

/** For a form that leads back to its own page: the browser's history holds that page once. */
export const inPlace = { 'X-Remix-Replace': 'true' }
