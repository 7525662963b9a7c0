import { siteCookie } from './cookies.server'

const cookie = siteCookie('holdfast_deck')

/** Returns the token of a browser in which an access code was entered, or null. hasDeckAccess checks whether it is valid. */
export async function deckToken(request: Request): Promise<string | null> {
  const token: unknown = await cookie.parse(request.headers.get('Cookie'))
  return typeof token === 'string' && token !== '' ? token : null
}

/** Returns the header that stores a token in the browser for a number of seconds. */
export async function deckCookie({ token, maxAge }: { token: string; maxAge: number }): Promise<string> {
  return cookie.serialize(token, { maxAge })
}
