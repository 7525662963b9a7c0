import { flatRoutes } from 'remix-flat-routes'

/** @type {import('@remix-run/dev').VitePluginConfig} */
export default {
  ignoredRouteFiles: ['**/*'],
  routes: async (defineRoutes) => {
    const routes = flatRoutes('routes', defineRoutes)
    // Not an index route: those take a form only at `/?index`, and the home page's posts to `/`.
    const home = routes['routes/_site+/index']
    if (home) Object.assign(home, { index: undefined, path: '/' })
    return routes
  },
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    // Single fetch and lazy route discovery stay off: both let an anonymous request do
    // unbounded work on the server, and no fix will come for this line of Remix.
    v3_singleFetch: false,
    v3_lazyRouteDiscovery: false,
    v3_routeConfig: false,
  },
}
