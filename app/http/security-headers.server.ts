/**
 * The headers that every answer carries, whatever it holds: pages, files and refusals. Give the site's public origin once, then
 * each answer's path (in small letters) and nonce; without a nonce no inline script or style can run.
 */
export function securityHeaders(appUrl: string) {
  const secure = appUrl.startsWith('https:')
  const upgrade = secure ? '; upgrade-insecure-requests' : ''
  const everywhere: [string, string][] = [
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
  ]
  if (secure) everywhere.push(['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'])

  return (path: string, nonce: string | null): [string, string][] => {
    const inline = nonce === null ? '' : ` 'nonce-${nonce}'`
    return [
      [
        'Content-Security-Policy',
        `default-src 'self'; script-src 'self'${inline}; style-src 'self'${inline}; img-src 'self' data:; ` +
          "font-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; " +
          `frame-ancestors 'none'${upgrade}`,
      ],
      ['Referrer-Policy', namesPeople.test(path) ? 'same-origin' : 'strict-origin-when-cross-origin'],
      ...everywhere,
    ]
  }
}

/** Pages whose address says something about a person or holds a token. */
const namesPeople = /^\/(?:api\/)?(?:admin|account-recovery|dashboard|pitch-deck|verify-email|dev)(?:\/|$)/
