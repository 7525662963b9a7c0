import { siteCookie } from './cookies.server'
import { ownPath } from './redirects.server'

/* Stores the page that was requested when the session had expired, to return to it after the login. */
const cookie = siteCookie('holdfast_return', { maxAge: 15 * 60 })

/** Returns the header that stores a request's path for one account. */
export async function storeReturnPath(request: Request, userId: number) {
  const { pathname, searchParams } = new URL(request.url)
  for (const name of ['_data', 'index']) searchParams.delete(name) // Remix's own
  const search = searchParams.size > 0 ? `?${searchParams}` : ''
  return cookie.serialize({ path: pathname + search, userId })
}

/** Returns the stored path of an account, or null. */
export async function readReturnPath(request: Request, userId: number): Promise<string | null> {
  const stored = (await cookie.parse(request.headers.get('Cookie'))) as {
    path: unknown
    userId: unknown
  } | null
  return stored?.userId === userId ? ownPath(stored.path, '') || null : null
}

/** Returns the header that removes the stored path. */
export async function clearReturnPath() {
  return cookie.serialize('', { maxAge: 0 })
}
