import { createHash, createHmac, randomBytes } from 'node:crypto'

import { env } from '~/env.server'

/** Returns a secret of 256 bits, for a link or a cookie: 43 URL-safe characters. */
export function newToken() {
  return randomBytes(32).toString('base64url')
}

/** Returns the secret for a text, as hard to guess as `newToken()` and the same each time. */
export function tokenOf(text: string) {
  return createHmac('sha256', env.SESSION_SECRET[0]).update(`holdfast token: ${text}`).digest('base64url')
}

/** Crockford's base 32: without I, L, O and U, which are read as others. */
export const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Returns a random code that people type: 5 bits a character. */
export function newCode(length: number) {
  return Array.from(randomBytes(length), (byte) => codeAlphabet[byte % codeAlphabet.length]).join('')
}

/** Returns a code in groups of four, joined by hyphens. */
export function inGroups(code: string) {
  return code.replace(/.{4}(?=.)/g, '$&-')
}

/** Whether a text has the form of a token: what a link was cut to, or a guess, needs no query. */
export function isToken(text: string) {
  return /^[\w-]{43}$/.test(text)
}

/** The hash that the database stores instead of a token. A token cannot be guessed, so a fast hash is enough. */
export function hashToken(token: string) {
  return createHash('sha256').update(token).digest()
}
