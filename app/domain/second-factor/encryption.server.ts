import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

import { env } from '~/env.server'

/*
 * Encrypts the secrets of authenticator apps, which the program has to read, unlike passwords: access to only the database is not enough to generate codes. AES-256-GCM with a key from the newest SESSION_SECRET; older secrets decrypt.
 */

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

type Encrypted = { encrypted_secret: Buffer; key_id: string }

/** Encrypts a secret for one account: in the row of another account it does not decrypt. */
export function encrypt(
  secret: Uint8Array,
  userId: number,
  sessionSecret = env.SESSION_SECRET[0],
): Encrypted {
  const { key, id } = keyOf(sessionSecret)
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(String(userId)))
  const text = Buffer.concat([cipher.update(secret), cipher.final()])
  return { encrypted_secret: Buffer.concat([nonce, cipher.getAuthTag(), text]), key_id: id }
}

/** Decrypts an account's secret. Returns null if it was encrypted with a session secret that is no longer known, or for another account. */
export function decrypt(
  { encrypted_secret, key_id }: { encrypted_secret: Uint8Array; key_id: string },
  userId: number,
): Buffer | null {
  const found = env.SESSION_SECRET.map(keyOf).find(({ id }) => id === key_id)
  if (!found) return null
  const bytes = Buffer.from(encrypted_secret)
  const nonce = bytes.subarray(0, nonceBytes)
  try {
    const decipher = createDecipheriv(algorithm, found.key, nonce).setAAD(Buffer.from(String(userId)))
    decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()])
  } catch {
    return null
  }
}

/** The id of the key that secrets are encrypted with now. */
export function currentKeyId() {
  return keyOf(env.SESSION_SECRET[0]).id
}

function keyOf(sessionSecret: string) {
  const key = Buffer.from(hkdfSync('sha256', sessionSecret, '', 'holdfast authenticator apps', 32))
  return { key, id: createHash('sha256').update('id').update(key).digest('hex').slice(0, 16) }
}
