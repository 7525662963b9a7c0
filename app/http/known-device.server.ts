import { createHash, randomBytes } from 'node:crypto'

import { siteCookie } from './cookies.server'

/*
 * Marks a browser that has logged in to an account, so that its failures are counted apart from those of strangers, who could
 * otherwise lock the owner out. After OWASP's "Slow Down Online Guessing Attacks with Device Cookies".
 */

// Not named holdfast_..., which marks a response as personal: no response depends on this cookie.
const cookie = siteCookie('known_device', { maxAge: 365 * 24 * 60 * 60 })

/** Returns the token of a browser that is known to the account of an email; null for any other. */
export async function knownDevice(request: Request, email: string): Promise<string | null> {
  const value: unknown = await cookie.parse(request.headers.get('Cookie'))
  if (typeof value !== 'string') return null
  const [token = ''] = value.split('.')
  return value === bind(token, email) ? token : null
}

/** Returns the header that makes a browser known to the account of an email, and to no other. */
export async function deviceCookie(email: string) {
  return cookie.serialize(bind(randomBytes(16).toString('base64url'), email))
}

function bind(token: string, email: string) {
  const account = createHash('sha256').update(`${token} ${email.toLowerCase()}`).digest('base64url')
  return `${token}.${account}`
}
