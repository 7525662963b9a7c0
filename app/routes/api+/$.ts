import { Problem } from '~/http/problem.server'
import { resource } from '~/http/api.server'

/** Every path below /api that names nothing. */
const nothing = () => Promise.reject(new Problem(404, 'Not found'))
const missing = resource({ GET: nothing, POST: nothing, PUT: nothing, PATCH: nothing, DELETE: nothing })

export { missing as loader, missing as action }
