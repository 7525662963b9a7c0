import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { optionsToAdd } from '~/domain/second-factor/passkeys.server'
import { isProven } from '~/domain/sessions/sessions.server'
import { readFields, requireOwnId, resource } from '~/http/api.server'
import { Problem } from '~/http/problem.server'
import { challengeHeader } from '~/http/second-step.server'
import { requireUserCall } from '~/http/session.server'
import { site } from '~/http/site.server'
import { clientIp } from '~/request-context.server'

/** The options for a browser to create a passkey for the account; the page of the account accepts the result. */
const options = resource({
  POST: async ({ request }) => {
    const { id, user } = await requireUserCall(request)
    const { user_id, userId } = await readFields(request)
    requireOwnId(user_id ?? userId, user.id)
    if (!(await isProven(db, id)))
      throw new Problem(409, 'Reload the page and enter your current password first.')
    const { options, token } = await optionsToAdd(db, user, site, clientIp())
    return json(options, { headers: await challengeHeader(token) })
  },
})

export { options as loader, options as action }
