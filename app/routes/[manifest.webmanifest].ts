import { brand } from '~/brand.server'
import { paperColor, themeColor } from '~/content/brand'

export function loader() {
  const manifest = {
    id: '/',
    name: brand.name,
    short_name: brand.name,
    description: 'Cover against job loss and interrupted income, in beta.',
    lang: 'en-US',
    start_url: '/',
    scope: '/',
    display: 'browser',
    theme_color: themeColor,
    background_color: paperColor,
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    ],
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'public, max-age=86400' },
  })
}
