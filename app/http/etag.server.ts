import fresh from 'fresh'

/**
 * Whether a client that sends this If-None-Match has the content with the ETag. Its Cache-Control plays no part: to a conditional
 * request fetch() adds `no-cache` by itself.
 */
export function isFresh(ifNoneMatch: string | null | undefined, etag: string) {
  return fresh({ 'if-none-match': ifNoneMatch ?? undefined }, { etag })
}
