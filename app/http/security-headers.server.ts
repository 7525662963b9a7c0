/** The headers that every answer carries, whatever it holds: files and refusals too. */
export function securityHeaders({ nonce, path, appUrl }: { nonce: string; path: string; appUrl: string }) {
  const secure = appUrl.startsWith('https:')
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ]
  const headers: [string, string][] = [
    ['Content-Security-Policy', policy.join('; ')],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Referrer-Policy', namesPeople(path) ? 'same-origin' : 'strict-origin-when-cross-origin'],
    ['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
  ]
  if (secure) headers.push(['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'])
  return headers
}

/** Pages whose address says something about a person or holds a token. */
function namesPeople(path: string) {
  return /^\/(?:admin|account-recovery|dashboard|pitch-deck)/.test(path)
}
