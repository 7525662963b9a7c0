import { UNSAFE_defineRoutes as defineRoutes } from '@remix-run/dev'

import remixConfig from '../../remix.config.js'

/** A route of the built program. Its path has placeholders for its params, such as `:id`. */
export type DeclaredRoute = { id: string; path: string; index: boolean }

/** Every route of the program. */
export async function declaredRoutes(): Promise<DeclaredRoute[]> {
  const manifest = await remixConfig.routes?.(defineRoutes)
  const routes = Object.values({
    ...manifest,
    root: { id: 'root', path: '', index: false, parentId: undefined },
  })
  const pathOf = (id = ''): string => {
    const route = routes.find((candidate) => candidate.id === id)
    return route ? `${pathOf(route.parentId)}/${route.path ?? ''}`.replace(/\/+$/, '') : ''
  }
  return routes.map(({ id, index = false }) => ({
    id,
    path: pathOf(id).replace(/\/{2,}/g, '/') || '/',
    index,
  }))
}
