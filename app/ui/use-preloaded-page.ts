import { matchRoutes } from '@remix-run/react'
import { useEffect } from 'react'

/** The patterns of the pages whose scripts are loaded: the rows of a list post to the same page, each with another id. */
const preloaded = new Set<string>()

/**
 * Preloads the scripts of another page that a form of this one posts to. Otherwise Remix loads them with the first request, and if the
 * connection is broken then, an error page replaces this one.
 */
export function usePreloadedPage(url: string) {
  useEffect(() => {
    const pattern = url.replace(/\?.*/, '').replace(/\d+/g, ':id')
    if (preloaded.has(pattern)) return
    preloaded.add(pattern)
    const { routes } = window.__remixManifest
    for (const { route } of matchRoutes(window.__remixRouter.routes, url) ?? []) {
      const entry = routes[route.id]
      for (const href of entry ? [entry.module, ...(entry.imports ?? [])] : []) {
        const link = document.createElement('link')
        link.rel = 'modulepreload'
        link.href = href
        document.head.append(link)
      }
    }
  }, [url])
}
