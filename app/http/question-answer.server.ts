import { db } from '~/db.server'
import {
  answerQuestion,
  type Access,
  type QuestionAnswerOutcome,
} from '~/domain/applicant-questions/answers.server'
import { answerFailure } from '~/domain/applicant-questions/failures'
import type { Fields } from '~/domain/parse-fields'
import { clientIp } from '~/request-context.server'

import { keepFormOnFailure, rejectForm } from './forms.server'
import { statusOfReason } from './problem.server'
import { seeOther } from './redirects.server'

/** Stores the answer to a question from the form of its page. After an error the page keeps the input. */
export async function answerFromPage(access: Access, path: string, fields: Fields) {
  const userId = 'account' in access ? access.account.id : null
  return keepFormOnFailure(fields, answerFailure, async () => {
    const outcome = await answerQuestion(db, access, fields, { ip: clientIp(), userId })
    if (outcome.ok) return seeOther(`${path}?sent=answer#your-answer`)
    if (outcome.reason === 'invalid') return rejectForm(fields, outcome.errors)
    const { status, message } = answerRefusal(outcome)
    return rejectForm(fields, [{ path: '', message }], { status })
  })
}

/** The status and the message of an answer that came too late. */
export function answerRefusal(outcome: Extract<QuestionAnswerOutcome, { reason: 'missing' | 'conflict' }>) {
  if (outcome.reason === 'conflict')
    return {
      status: statusOfReason(outcome.reason),
      message:
        'This question was answered before. What you typed now was not sent: write to us to add to it.',
    }
  return {
    status: statusOfReason(outcome.reason),
    message: 'What you typed was not sent: this question is not open any more.',
  }
}
