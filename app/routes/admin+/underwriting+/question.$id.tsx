import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData, useLocation } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import {
  findById,
  markAnswerRead,
  withdrawQuestion,
} from '~/domain/applicant-questions/applicant-questions.server'
import { questionFailure } from '~/domain/applicant-questions/failures'
import { formFields, keepFormOnFailure, rejectForm, unknownIntent } from '~/http/forms.server'
import { notFoundPage, pageId } from '~/http/problem.server'
import { replaceHistoryEntry, seeOtherWithFlash } from '~/http/redirects.server'
import { requireAdmin } from '~/http/session.server'
import { ConfirmPage } from '~/ui/confirmation'
import { keepPageOnFailure } from '~/ui/keep-page'

import { withdrawal } from './parts/questions'
import { pageOfQuestions } from './parts/questions-page'

export { shouldRevalidate } from '~/ui/keep-page'

const missing = 'Question not found.'

export const meta: MetaFunction = ({ matches }) => [
  { title: pageTitle('Withdraw a question to an applicant', matches) },
]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const question = await findById(db, pageId(params.id, missing))
  if (!question) throw notFoundPage(missing)
  const { id, message, quote_submission_id: quoteId } = question
  return json({ id, message, quoteId, back: pageOfQuestions(request, quoteId) })
}

/** Withdraws a question, or marks its answer as read. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { user } = await requireAdmin(request)
  const id = pageId(params.id, missing)
  const fields = await formFields(request)
  if (fields.intent !== 'read' && fields.intent !== 'withdraw') throw unknownIntent()
  const question = await findById(db, id)
  if (!question) throw notFoundPage(missing)
  return keepFormOnFailure(fields, questionFailure(String(fields.intent)), async () => {
    if (fields.intent === 'read') await markAnswerRead(db, id, { by: user.id })
    else if (!(await withdrawQuestion(db, id, { by: user.id }))) {
      const message =
        'The applicant has answered this question: it cannot be withdrawn any more. Choose Close to read the answer.'
      return rejectForm(fields, [{ path: '', message }], { status: 409, failed: true, final: true })
    }
    const message =
      fields.intent === 'read'
        ? 'The answer is marked as read.'
        : 'The question was withdrawn: its link does not work any more.'
    return seeOtherWithFlash(
      pageOfQuestions(request, question.quote_submission_id).to,
      { tone: 'success', message, duration: 10_000 },
      replaceHistoryEntry,
    )
  })
}

export const clientAction = keepPageOnFailure(questionFailure, { actsAgain: true })

/** The confirmation page for withdrawing a question, used without JavaScript. */
export default function WithdrawQuestion() {
  const { id, message, quoteId, back } = useLoaderData<typeof loader>()
  const { pathname, search } = useLocation()
  return (
    <ConfirmPage
      title={`Withdraw a question to the applicant of Q-${quoteId}`}
      back={back}
      {...withdrawal(id, pathname + search)}
    >
      <blockquote className="typed-words">{message}</blockquote>
    </ConfirmPage>
  )
}
