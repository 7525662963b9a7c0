import { publicPaths, visitorLinks } from '~/content/navigation'

/** Hashes of inline scripts and styles, as CSP sources: `sha256-...`. */
export type InlineHashes = { scripts: string[]; styles: string[] }

/** Returns the security headers of a route, with the inline code that may run. `route` is in lower case. */
export type SecurityHeaders = (route: string, inline: string | InlineHashes | null) => [string, string][]

/**
 * Creates the security headers of every response: pages, files and errors. Takes the site's public origin, then for each response
 * its path (lower case) and the nonce or hashes of its inline code. Without either, no inline script or style runs.
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

const shared = new Set([...publicPaths, ...visitorLinks.map(({ to }) => to)])

/**
 * Whether a path may be personal or have a token: all are except the site's public pages. Its response is never cached, and the URL
 * is never sent to another site.
 */
export function isPersonal(path: string) {
  return !shared.has(path)
}
