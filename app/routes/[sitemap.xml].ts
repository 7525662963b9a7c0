import { publicPaths } from '~/content/navigation'
import { env } from '~/env.server'

export function loader() {
  const urls = publicPaths.map((path) => `  <url><loc>${env.APP_URL}${path}</loc></url>\n`)
  return new Response(
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
      `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`,
    {
      headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=86400' },
    },
  )
}
