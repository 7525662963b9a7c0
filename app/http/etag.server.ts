import { createHash } from 'node:crypto'
import fresh from 'fresh'

/**
 * Whether If-None-Match matches the ETag. Ignores the request's Cache-Control: fetch() itself adds `no-cache` to conditional
 * requests.
 */
export function isFresh(ifNoneMatch: string | null | undefined, etag: string) {
  return fresh({ 'if-none-match': ifNoneMatch ?? undefined }, { etag })
}

/** Returns the ETag of a body. A compressed body has the same one, as a weak ETag. */
export function etagOf(body: string) {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}
