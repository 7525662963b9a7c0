import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'

import { secretPageMeta } from '~/content/metadata'
import { answerFailure } from '~/domain/offers/failures'
import { formFields } from '~/http/forms.server'
import { answerOfferPage, loadOfferPage } from '~/http/offer-page.server'
import { keepPageOnFailure } from '~/ui/keep-page'
import { OfferPage, offerTitle } from '~/ui/offer-page'

export { shouldRevalidate } from '~/ui/keep-page'

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) =>
  secretPageMeta(offerTitle(data, error), matches)

const pathOf = (token: string) => `/quote/${encodeURIComponent(token)}`

export async function loader({ params }: LoaderFunctionArgs) {
  const { token = '' } = params
  return json(await loadOfferPage({ token }, pathOf(token)))
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { token = '' } = params
  return answerOfferPage({ token }, pathOf(token), await formFields(request))
}

export const clientAction = keepPageOnFailure(answerFailure, { actsAgain: true })

/** The page of an offer by its private link, without an account. */
export default function Quote() {
  return (
    <OfferPage
      {...useLoaderData<typeof loader>()}
      formResult={useActionData<typeof action>()}
      privacy="This page is private: whoever has its address can read it."
    />
  )
}

export { OfferErrorBoundary as ErrorBoundary } from '~/ui/offer-page'
