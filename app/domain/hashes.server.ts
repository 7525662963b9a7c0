import { createHash } from 'node:crypto'

/** Returns the SHA-256 of a text or of bytes, in hexadecimal. */
export function sha256Hex(content: string | Uint8Array) {
  return createHash('sha256').update(content).digest('hex')
}

/** Returns the SHA-256 of some content's JSON, in hexadecimal; equal for equal fields in any order. */
export function fingerprint(content: NonNullable<unknown> | null) {
  return sha256Hex(canonicalJson(content))
}

/** JSON with the keys of every object sorted. */
export function canonicalJson(content: unknown): string {
  return JSON.stringify(content, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
}
