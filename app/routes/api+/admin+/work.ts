import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { findQuestionWork } from '~/domain/applicant-questions/applicant-questions.server'
import { findWork } from '~/domain/work/work.server'
import { resource } from '~/http/api.server'
import { requireAdminCall } from '~/http/session.server'

/**
 * What waits for an admin: applications without an answer by what they wait for, new answers of applicants, requests for the deck and
 * failed mails.
 */
const work = resource({
  GET: async ({ request }) => {
    await requireAdminCall(request)
    const [work, questions] = await Promise.all([findWork(db), findQuestionWork(db)])
    return json({ ...work, questions })
  },
})

export { work as loader, work as action }
