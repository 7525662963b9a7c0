import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { answerQuestion, findQuestion } from '~/domain/applicant-questions/answers.server'
import { invalid, readFields, resource } from '~/http/api.server'
import { Problem } from '~/http/problem.server'
import { answerRefusal } from '~/http/question-answer.server'
import { clientIp } from '~/request-context.server'

const closed = {
  missing: 'There is no question under this link.',
  withdrawn: 'This question was withdrawn.',
  expired: 'This link has expired.',
}

/** The question behind a private link; a post of `answer` answers it, once. */
const question = resource({
  GET: async ({ params }) => {
    const lookup = await findQuestion(db, { token: params.token ?? '' })
    if (!lookup.ok) throw new Problem(404, closed[lookup.reason])
    const { quoteId, message, askedAt, expiresAt, answer, answeredAt } = lookup.question
    return json({
      quote_id: quoteId,
      message,
      asked_at: askedAt,
      expires_at: expiresAt,
      answer,
      answered_at: answeredAt,
    })
  },
  POST: async ({ request, params }) => {
    const access = { token: params.token ?? '' }
    const outcome = await answerQuestion(db, access, await readFields(request), { ip: clientIp() })
    if (outcome.ok) return json({ success: true }, { status: 201 })
    if (outcome.reason === 'invalid') return invalid(outcome.errors)
    if (outcome.reason === 'missing') throw new Problem(404, closed[outcome.why])
    const { status, message } = answerRefusal(outcome)
    throw new Problem(status, message)
  },
})

export { question as loader, question as action }
