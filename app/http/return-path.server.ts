import { siteCookie } from './cookies.server'
import { ownPath } from './redirects.server'

/*
 * The page that somebody asked for when the session had ended by itself: after the login it is a click, or no click, away.
 */
const cookie = siteCookie('holdfast_return', { maxAge: 15 * 60 })

/** The header that keeps the path of a request for an account, and for no other. */
export async function keepPath(request: Request, userId: number) {
  const { pathname, searchParams } = new URL(request.url)
  for (const name of ['_data', 'index']) searchParams.delete(name) // Remix's own
  const search = searchParams.size > 0 ? `?${searchParams}` : ''
  return cookie.serialize({ path: pathname + search, userId })
}

/** The path that was kept for an account, or null. */
export async function keptPath(request: Request, userId: number): Promise<string | null> {
  const kept = (await cookie.parse(request.headers.get('Cookie'))) as {
    path: unknown
    userId: unknown
  } | null
  return kept?.userId === userId ? ownPath(kept.path, '') || null : null
}

/** The header that takes the kept path away. */
export async function forgetPath() {
  return cookie.serialize('', { maxAge: 0 })
}
