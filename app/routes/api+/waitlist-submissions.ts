import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { parseFields } from '~/domain/parse-fields'
import { waitlistSchema } from '~/domain/waitlist/waitlist.schema'
import { joinWaitlist } from '~/domain/waitlist/waitlist.server'
import { idempotencyKeyFromHeader, invalid, readFields, resource } from '~/http/api.server'
import { clientIp } from '~/request-context.server'

const waitlistSubmissions = resource({
  POST: async ({ request }) => {
    const entry = parseFields(waitlistSchema({ interestRequired: false }), await readFields(request))
    if (!entry.ok) return invalid(entry.errors)
    const { result } = await joinWaitlist(db, entry.value, {
      ip: clientIp(),
      key: idempotencyKeyFromHeader('/api/waitlist-submissions', request),
    })
    return json(result, { status: 201 })
  },
})

export { waitlistSubmissions as loader, waitlistSubmissions as action }
