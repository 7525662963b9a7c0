import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { parseFields } from '~/domain/parse-fields'
import { deckRequestSchema, deckStatusMessages } from '~/domain/pitch-deck/pitch-deck.schema'
import { requestAccess } from '~/domain/pitch-deck/pitch-deck.server'
import { idempotencyKeyFromHeader, invalid, readFields, resource } from '~/http/api.server'
import { site } from '~/http/site.server'
import { clientIp } from '~/request-context.server'

const accessRequest = resource({
  POST: async ({ request }) => {
    const parsed = parseFields(deckRequestSchema, await readFields(request))
    if (!parsed.ok) return invalid(parsed.errors)
    const result = await requestAccess(db, parsed.value, {
      site,
      ip: clientIp(),
      key: idempotencyKeyFromHeader('/api/pitch-deck/request-access', request),
    })
    if (result.created) return json({ success: true, ...result.request }, { status: 201 })
    const { status } = result
    return json({ success: false, status, error: deckStatusMessages[status] }, { status: 409 })
  },
})

export { accessRequest as loader, accessRequest as action }
