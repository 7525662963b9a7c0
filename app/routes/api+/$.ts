import { Problem } from '~/http/problem.server'
import { resource } from '~/http/api.server'

/** Every unknown path below /api. */
const nothing = () => Promise.reject(new Problem(404, 'Not found'))
const missing = resource({ GET: nothing, POST: nothing, PUT: nothing, PATCH: nothing, DELETE: nothing })

export { missing as loader, missing as action }
