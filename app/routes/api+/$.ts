import { Problem } from '~/http/problem.server'
import { resource } from '~/http/api.server'

/** Every unknown path below /api. */
const notFound = () => Promise.reject(new Problem(404, 'Not found'))
const missing = resource({ GET: notFound, POST: notFound, PUT: notFound, PATCH: notFound, DELETE: notFound })

export { missing as loader, missing as action }
