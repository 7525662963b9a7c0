/** Inline scripts and styles by the hashes of their texts, as a policy names them: `sha256-...`. */
export type InlineHashes = { scripts: string[]; styles: string[] }

/** The security headers of a route, in lower case, for what may run inline. */
export type SecurityHeaders = (route: string, inline: string | InlineHashes | null) => [string, string][]

/**
 * The headers that every answer carries, whatever it holds: pages, files and refusals. Give the site's public origin once, then
 * each answer's path (in small letters) and what may run inline: what carries its nonce, or what has one of the hashes. With
 * neither no inline script or style can run.
 */
export function securityHeaders(appUrl: string): SecurityHeaders {
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

  return (path, inline) => {
    const allowed = (kind: keyof InlineHashes) =>
      typeof inline === 'string'
        ? ` 'nonce-${inline}'`
        : (inline?.[kind] ?? []).map((hash) => ` '${hash}'`).join('')
    return [
      [
        'Content-Security-Policy',
        `default-src 'self'; script-src 'self'${allowed('scripts')}; style-src 'self'${allowed('styles')}; img-src 'self' data:; ` +
          "font-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; " +
          `frame-ancestors 'none'${upgrade}`,
      ],
      ['Referrer-Policy', isPersonal(path) ? 'same-origin' : 'strict-origin-when-cross-origin'],
      ...everywhere,
    ]
  }
}

const personal =
  /^\/(?:admin|account-recovery|cancel-email-change|change-password|dashboard|delete-account|dev|edit-profile|pitch-deck|pitch-deck-admin|quote)(?:\/|$)/

/**
 * Whether what lies at a path is about a person, or has a token in its URL: no cache keeps it, and no other site learns the URL.
 */
export function isPersonal(path: string) {
  return personal.test(path.replace(/^\/api(?=\/)/, ''))
}
