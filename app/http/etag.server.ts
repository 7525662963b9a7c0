import fresh from 'fresh'

/**
 * Whether If-None-Match matches the ETag. Ignores the request's Cache-Control: fetch() adds `no-cache` to conditional requests by
 * itself.
 */
export function isFresh(ifNoneMatch: string | null | undefined, etag: string) {
  return fresh({ 'if-none-match': ifNoneMatch ?? undefined }, { etag })
}
