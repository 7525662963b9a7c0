/**
 * The headers of a file that a stranger may have sent: it is saved under its name, never shown, and could run nothing if it were.
 * Of the name's two forms (RFC 6266) the first is for old clients and plain ASCII, the second is the name itself.
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
