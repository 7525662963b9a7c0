import { matchRoutes } from '@remix-run/react'
import { useEffect } from 'react'

const preloaded = new Set<string>()

/**
 * Preloads the scripts of the page that a form of this page posts to, or that it loads in the background. Otherwise Remix loads them with the
 * first request, and if the connection is broken then, an error page replaces this one.
 */
export function usePreloadedPage(url: string) {
  useEffect(() => {
    const { routes } = window.__remixManifest
    for (const { route } of matchRoutes(window.__remixRouter.routes, url) ?? []) {
      const entry = routes[route.id]
      for (const href of entry ? [entry.module, ...(entry.imports ?? [])] : []) {
        if (preloaded.has(href)) continue
        preloaded.add(href)
        const link = document.createElement('link')
        link.rel = 'modulepreload'
        link.href = href
        document.head.append(link)
      }
    }
  }, [url])
}
