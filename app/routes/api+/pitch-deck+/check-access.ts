import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { hasDeckAccess } from '~/domain/pitch-deck/pitch-deck.server'
import { resource } from '~/http/api.server'
import { deckToken } from '~/http/cookies.server'

const access = resource({
  GET: async ({ request }) => {
    const token = await deckToken(request)
    return json({ hasAccess: token !== null && (await hasDeckAccess(db, token)) })
  },
})

export { access as loader, access as action }
