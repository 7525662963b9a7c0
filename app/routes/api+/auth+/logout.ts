import { json } from '@remix-run/node'

import { resource } from '~/http/api.server'
import { signOut } from '~/http/session.server'

const logout = resource({
  POST: async ({ request }) => json({ success: true }, { headers: await signOut(request) }),
})

export { logout as loader, logout as action }
