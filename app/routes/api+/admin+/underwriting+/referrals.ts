import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { countByReferralReason } from '~/domain/decisions/decisions.server'
import { resource } from '~/http/api.server'
import { requireAdminCall } from '~/http/session.server'

/** The decisions of underwriters by the engine's reason for the referral. */
const referrals = resource({
  GET: async ({ request }) => {
    await requireAdminCall(request)
    return json(await countByReferralReason(db))
  },
})

export { referrals as loader, referrals as action }
