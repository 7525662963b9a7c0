import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { fairnessReport } from '~/domain/fairness/fairness.server'
import { minPeople } from '~/domain/fairness/groups'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { resource } from '~/http/api.server'
import { bookOf } from '~/http/fairness-book.server'
import { retryAfter } from '~/http/problem.server'
import { requireAdminCall } from '~/http/session.server'

const fairness = resource({
  GET: async ({ request }) => {
    await requireAdminCall(request)
    const of = bookOf(request)
    const outcome = await fairnessReport(db, sandbox, of)
    return outcome.ok
      ? json({ of, minPeople, ...outcome.report })
      : json({ error: outcome.message }, { status: 503, headers: retryAfter })
  },
})

export { fairness as loader, fairness as action }
