import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'

import { hiddenPageMeta } from '~/content/metadata'
import { parseId } from '~/domain/ids'
import { answerFailure } from '~/domain/offers/failures'
import { formFields } from '~/http/forms.server'
import { answerOfferPage, loadOfferPage } from '~/http/offer-page.server'
import { requireUser } from '~/http/session.server'
import { keepPageOnFailure } from '~/ui/keep-page'
import { OfferPage, offerTitle } from '~/ui/offer-page'

export { shouldRevalidate } from '~/ui/keep-page'

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) =>
  hiddenPageMeta(offerTitle(data, error), matches)

/** Returns the application in the path if it belongs to the account. */
async function accessOf(request: Request, id: string | undefined) {
  const { user } = await requireUser(request)
  return { account: user, id: parseId(id) ?? 0 }
}

const pathOf = ({ id }: { id: number }) => `/dashboard/quotes/${id}`

export async function loader({ request, params }: LoaderFunctionArgs) {
  const access = await accessOf(request, params.id)
  return json(await loadOfferPage(access, pathOf(access)))
}

export async function action({ request, params }: ActionFunctionArgs) {
  const access = await accessOf(request, params.id)
  return answerOfferPage(access, pathOf(access), await formFields(request))
}

export const clientAction = keepPageOnFailure(answerFailure, { actsAgain: true })

/** The page of an offer for a signed-in applicant; the link in the mail works without an account. */
export default function OwnQuote() {
  return (
    <OfferPage
      {...useLoaderData<typeof loader>()}
      formResult={useActionData<typeof action>()}
      privacy="Only you can read this page."
    />
  )
}

export { OfferErrorBoundary as ErrorBoundary } from '~/ui/offer-page'
