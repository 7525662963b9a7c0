/**
 * Returns the headers of an untrusted file: it is saved, never displayed, and nothing in it could run. Of the two forms of its
 * name (RFC 6266), the first is ASCII for old clients, the second is exact.
 */
export function downloadHeaders(name: string, contentType: string) {
  const plain = name.replace(/[^\w .()-]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return {
    'Content-Type': contentType,
    'Content-Disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cache-Control': 'no-store',
  }
}
