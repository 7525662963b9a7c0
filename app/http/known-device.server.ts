import { createHash, randomBytes } from 'node:crypto'

import { siteCookie } from './cookies.server'

/*
 * A browser that has logged in to an account is known to it, and its failures are counted apart from those of strangers: else
 * whoever goes on guessing keeps the owner out. After OWASP's "Slow Down Online Guessing Attacks with Device Cookies".
 */

// Not called holdfast_..., which tells the edge that an answer is for one person: no answer depends on this.
const cookie = siteCookie('known_device', { maxAge: 365 * 24 * 60 * 60 })

/** The token of a browser that is known to the account of an e-mail address; null for any other. */
export async function knownDevice(request: Request, email: string): Promise<string | null> {
  const value: unknown = await cookie.parse(request.headers.get('Cookie'))
  if (typeof value !== 'string') return null
  const [token = ''] = value.split('.')
  return value === bind(token, email) ? token : null
}

/** The header that makes a browser known to the account of an e-mail address, and to no other. */
export async function deviceCookie(email: string) {
  return cookie.serialize(bind(randomBytes(16).toString('base64url'), email))
}

function bind(token: string, email: string) {
  const account = createHash('sha256').update(`${token} ${email.toLowerCase()}`).digest('base64url')
  return `${token}.${account}`
}
