import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { retryOvertaken } from '~/domain/engine-versions/configuration-guard.server'
import { readFactor, releaseFactor } from '~/domain/portfolio-factor/portfolio-factor.server'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { env } from '~/env.server'
import { invalid, readFields, resource } from '~/http/api.server'
import { initOfReason } from '~/http/problem.server'
import { requireAdminCall } from '~/http/session.server'

/** The portfolio factor in use, its proposal and history; a post of `factor` and `note` releases another one. */
const portfolioFactor = resource({
  GET: async ({ request }) => {
    await requireAdminCall(request)
    return json(await readFactor(db))
  },
  POST: async ({ request }) => {
    const { user } = await requireAdminCall(request)
    const options = { by: user.id, releaseBy: env.RELEASE_BY }
    const fields = await readFields(request)
    const change = await retryOvertaken(() => releaseFactor(db, sandbox, fields, options))
    if (change.ok) {
      const { id, state } = change
      return json({ success: true, id, state }, { status: state === 'proposed' ? 202 : 201 })
    }
    if (change.reason === 'invalid') return invalid(change.errors)
    return json({ error: change.message }, initOfReason(change.reason))
  },
})

export { portfolioFactor as loader, portfolioFactor as action }
