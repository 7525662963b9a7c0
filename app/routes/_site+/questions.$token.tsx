import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'

import { secretPageMeta } from '~/content/metadata'
import { db } from '~/db.server'
import { findQuestion } from '~/domain/applicant-questions/answers.server'
import { answerFailure } from '~/domain/applicant-questions/failures'
import { formFields } from '~/http/forms.server'
import { answerFromPage } from '~/http/question-answer.server'
import { QuestionPage, questionTitle } from '~/ui/applicant-question'
import { ErrorPage } from '~/ui/error-page'
import { keepPageOnFailure, retryIsSafe } from '~/ui/keep-page'
import { sentOn } from '~/ui/offer'
import { useBrand } from '~/ui/use-brand'

export { shouldRevalidate } from '~/ui/keep-page'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  secretPageMeta(questionTitle(data?.lookup), matches)

const pathOf = (token: string) => `/questions/${encodeURIComponent(token)}`

/** Returns an invalid link as data instead of throwing, so that the page keeps the input. */
export async function loader({ params }: LoaderFunctionArgs) {
  const { token = '' } = params
  const lookup = await findQuestion(db, { token })
  return json({ lookup, action: pathOf(token) }, { status: lookup.ok ? 200 : 404 })
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { token = '' } = params
  return answerFromPage({ token }, pathOf(token), await formFields(request))
}

export const clientAction = keepPageOnFailure(answerFailure, {
  actsAgain: retryIsSafe,
})

export default function Question() {
  const { lookup, action: path } = useLoaderData<typeof loader>()
  const formResult = useActionData<typeof action>()
  return (
    <QuestionPage
      lookup={lookup}
      action={path}
      formResult={formResult}
      aside={lookup.ok ? <AboutTheLink until={lookup.question.expiresAt} /> : null}
    />
  )
}

function AboutTheLink({ until }: { until: string }) {
  const { email } = useBrand()
  return (
    <>
      <h2>About this page</h2>
      <p>You need no account. The page works until {sentOn(until)}.</p>
      <p>It is private: whoever has its address can read the question and the answer.</p>
      <p>We never ask for a password, a card number or a payment.</p>
      <p>
        Would you rather write? <a href={`mailto:${email}`}>{email}</a>
      </p>
    </>
  )
}

export function ErrorBoundary() {
  return (
    <ErrorPage
      title="Something went wrong on our side"
      message="Your application is safe. Please wait a moment and open the link again."
    />
  )
}
