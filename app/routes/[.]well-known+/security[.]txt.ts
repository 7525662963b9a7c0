import { env } from '~/env.server'
import { site } from '~/http/site.server'

const day = 24 * 60 * 60_000

/** How to report a vulnerability (RFC 9116). Expires half a year after the request. */
export function loader() {
  const lines = [
    `Contact: mailto:${site.brand.email}`,
    `Expires: ${new Date(Date.now() + 180 * day).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${env.APP_URL}/.well-known/security.txt`,
  ]
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=86400' },
  })
}
