import { createHash, randomBytes } from 'node:crypto'

/** A secret of 256 bits, for a link or a cookie: 43 characters that an address may hold. */
export function newToken() {
  return randomBytes(32).toString('base64url')
}

/** What the database keeps in place of a token. A token cannot be guessed, so that a fast hash will do. */
export function hashToken(token: string) {
  return createHash('sha256').update(token).digest()
}
