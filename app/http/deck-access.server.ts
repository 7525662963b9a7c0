import { siteCookie } from './cookies.server'

const cookie = siteCookie('holdfast_deck')

/** The token of a browser in which an access code was entered, or null. Whether it still gives access, hasDeckAccess says. */
export async function deckToken(request: Request): Promise<string | null> {
  const token: unknown = await cookie.parse(request.headers.get('Cookie'))
  return typeof token === 'string' && token !== '' ? token : null
}

/** The header that keeps a token in the browser, for so many seconds. */
export async function deckCookie({ token, maxAge }: { token: string; maxAge: number }): Promise<string> {
  return cookie.serialize(token, { maxAge })
}
