import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { adminTime } from '~/domain/formats'
import { offerStateText } from '~/domain/offers/offer-state'
import { listOffers } from '~/domain/offers/offers.server'
import { findEnding } from '~/domain/quotes/ending.server'
import { resultUrl } from '~/domain/quotes/origin'
import { findQuote } from '~/domain/quotes/quotes.server'
import { requireAdmin } from '~/http/session.server'
import { ConfirmPage } from '~/ui/confirmation'
import { DescriptionList } from '~/ui/description-list'
import { Unset } from '~/ui/unset'

import { EndedNotice } from '../parts/ended-notice'
import { resultOf } from './parts/result-page.server'
import { recipientItems, withdrawQuestion } from './result.$id/send-offer-card'

export { shouldRevalidate } from '~/ui/keep-page'

export const meta: MetaFunction = ({ params, matches }) => [
  { title: pageTitle(`Withdraw result ${params.id}`, matches) },
]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const { result, list } = await resultOf(request, params.id)
  const { id, quote_submission_id: quoteId } = result
  const [offers, quote] = await Promise.all([listOffers(db, quoteId), findQuote(db, quoteId)])
  return json({
    id,
    quoteId,
    applicant: quote && { name: quote.name, email: quote.email },
    offer: offers.find((one) => one.result_id === id && one.withdrawn_at === null && !one.expired) ?? null,
    ending: quote && (await findEnding(db, quote)),
    list: list && { url: list.url },
  })
}

/** The confirmation page for withdrawing a sent result. */
export default function WithdrawResult() {
  const { id, quoteId, applicant, offer, ending, list } = useLoaderData<typeof loader>()
  const page = resultUrl(id, list)
  return (
    <ConfirmPage
      title={`Withdraw result ${id}`}
      back={{ to: page, label: `Result ${id}` }}
      {...withdrawQuestion(id, applicant, list)}
      busyLabel="Withdrawing..."
      obstacle={
        offer ? null : (
          <p>
            This result is not with its applicant. <Link to={`${page}#offer`}>Result {id}</Link>
          </p>
        )
      }
    >
      <EndedNotice ending={ending} quoteId={quoteId} />
      <DescriptionList
        items={[
          ...recipientItems(applicant),
          ...(offer
            ? [
                {
                  term: 'Sent',
                  description: `${adminTime(offer.sent_at)} UTC${offer.sender === null ? '' : ` by ${offer.sender}`}`,
                },
                { term: 'Answer', description: offerStateText(offer) || <Unset /> },
              ]
            : []),
        ]}
      />
    </ConfirmPage>
  )
}
