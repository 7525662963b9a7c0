import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'

import { hiddenPageMeta } from '~/content/metadata'
import { db } from '~/db.server'
import { findQuestion } from '~/domain/applicant-questions/answers.server'
import { answerFailure } from '~/domain/applicant-questions/failures'
import { parseId } from '~/domain/ids'
import type { Fields } from '~/domain/parse-fields'
import { formFields } from '~/http/forms.server'
import { answerFromPage } from '~/http/question-answer.server'
import { requireUser } from '~/http/session.server'
import { takeUnsavedForm } from '~/http/unsaved-form.server'
import { QuestionPage, questionTitle } from '~/ui/applicant-question'
import { keepPageOnFailure, retryIsSafe } from '~/ui/keep-page'
import { sentOn } from '~/ui/offer'

export { shouldRevalidate } from '~/ui/keep-page'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  hiddenPageMeta(questionTitle(data?.lookup), matches)

/** Returns the question in the path if it is about an application of the account. */
async function accessOf(request: Request, id: string | undefined, fields?: Fields) {
  const { user } = await requireUser(request, fields)
  return { account: user, id: parseId(id) ?? 0 }
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const access = await accessOf(request, params.id)
  const lookup = await findQuestion(db, access)
  const { unsaved, headers } = await takeUnsavedForm(request, access.account.id)
  return json(
    { lookup, unsaved, action: `/dashboard/questions/${access.id}` },
    { status: lookup.ok ? 200 : 404, headers },
  )
}

export async function action({ request, params }: ActionFunctionArgs) {
  const fields = await formFields(request)
  const access = await accessOf(request, params.id, fields)
  return answerFromPage(access, `/dashboard/questions/${access.id}`, fields)
}

export const clientAction = keepPageOnFailure(answerFailure, {
  actsAgain: retryIsSafe,
})

/** The page of a question for a signed-in applicant; the link in the mail works without an account. */
export default function OwnQuestion() {
  const { lookup, unsaved, action: path } = useLoaderData<typeof loader>()
  const formResult = useActionData<typeof action>()
  return (
    <QuestionPage
      lookup={lookup}
      action={path}
      formResult={formResult}
      unsaved={unsaved}
      aside={
        lookup.ok ? (
          <>
            <h2>About this question</h2>
            <p>You can answer it until {sentOn(lookup.question.expiresAt)}.</p>
            <p>We never ask for a password, a card number or a payment.</p>
            <p>
              <Link to="/dashboard">Back to my dashboard</Link>
            </p>
          </>
        ) : null
      }
    />
  )
}
