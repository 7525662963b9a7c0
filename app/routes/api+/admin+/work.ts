import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { findQuestionWork } from '~/domain/applicant-questions/applicant-questions.server'
import { findWork, holdersOf } from '~/domain/work/work.server'
import { resource } from '~/http/api.server'
import { requireAdminCall } from '~/http/session.server'

/**
 * The work that waits for an admin: applications without an answer by next step, new answers of applicants, requests for the deck and
 * failed mails. `?with=me` lists the applications that the caller has taken, `?with=nobody` those that nobody has.
 */
const work = resource({
  GET: async ({ request }) => {
    const { user } = await requireAdminCall(request)
    const holders = holdersOf(new URL(request.url).searchParams.get('with'), user.id)
    const [work, questions] = await Promise.all([findWork(db, { holders }), findQuestionWork(db)])
    return json({ ...work, questions })
  },
})

export { work as loader, work as action }
