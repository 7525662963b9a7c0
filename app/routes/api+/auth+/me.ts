import { json } from '@remix-run/node'

import { resource } from '~/http/api.server'
import { requireUserCall } from '~/http/session.server'

const me = resource({
  GET: async ({ request }) => {
    const { user } = await requireUserCall(request)
    return json({ user })
  },
})

export { me as loader, me as action }
