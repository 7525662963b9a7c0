import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { askApplicant, listQuestions } from '~/domain/applicant-questions/applicant-questions.server'
import { parseBaseId } from '~/domain/ids'
import { findQuote } from '~/domain/quotes/quotes.server'
import { idempotencyKeyFromHeader, invalid, pathId, readFields, resource } from '~/http/api.server'
import { Problem, statusOfReason } from '~/http/problem.server'
import { requireAdminCall } from '~/http/session.server'
import { site } from '~/http/site.server'

const notFound = 'Quote submission not found.'

/** The questions to the applicant of a quote, newest first; a post of `message` asks and mails one, unless one after `seen` is open or an answer came after that to `answered`. */
const questions = resource({
  GET: async ({ request, params }) => {
    await requireAdminCall(request)
    const id = pathId(params.id, notFound)
    if (!(await findQuote(db, id))) throw new Problem(404, notFound)
    return json(await listQuestions(db, id))
  },
  POST: async ({ request, params }) => {
    const { user } = await requireAdminCall(request)
    const id = pathId(params.id, notFound)
    const fields = await readFields(request)
    const outcome = await askApplicant(db, id, fields, {
      by: user.id,
      site,
      lastQuestion: parseBaseId(fields.seen),
      lastAnswer: parseBaseId(fields.answered),
      key: idempotencyKeyFromHeader(`/api/admin/quotes/${id}/questions of ${user.id}`, request),
    })
    if (outcome.ok) return json({ success: true, id: outcome.id }, { status: 201 })
    if (outcome.reason === 'invalid') return invalid(outcome.errors)
    throw new Problem(statusOfReason(outcome.reason, { refused: 409 }), outcome.message)
  },
})

export { questions as loader, questions as action }
