import { env } from '~/env.server'

/** Paths of accounts, the back office and the API; each covers all paths that begin with it. */
const disallowed = [
  '/admin',
  '/api',
  '/cancel-email-change',
  '/change-password',
  '/dashboard',
  '/delete-account',
  '/dev',
  '/edit-profile',
  '/healthz',
  '/logout',
  '/metrics',
  '/pitch-deck-admin',
  '/questions/',
  '/quote/',
  '/readyz',
  '/temp-redirect',
]

export function loader() {
  const lines = ['User-agent: *', ...disallowed.map((path) => `Disallow: ${path}`)]
  return new Response(`${lines.join('\n')}\n\nSitemap: ${env.APP_URL}/sitemap.xml\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=86400' },
  })
}
