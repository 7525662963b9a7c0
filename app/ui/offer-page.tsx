import type { SerializeFrom } from '@remix-run/node'
import { isRouteErrorResponse, useRouteError } from '@remix-run/react'
import { useEffect, useRef } from 'react'

import { linkDays } from '~/domain/offers/offers.options'
import type { Closed } from '~/domain/offers/offers.server'
import type { loadOfferPage } from '~/http/offer-page.server'

import { bringToFocus } from './bring-to-focus'
import { ButtonLink } from './button'
import { ClosedLink, unknownLink } from './closed-link'
import { CoverTimeline } from './cover-timeline'
import { ErrorPage } from './error-page'
import type { FormResult } from './form-result'
import { OfferHead, OfferReasons, sentOn } from './offer'
import { InterestTakenBack, OfferAnswer, OfferStanding, QuestionArrived } from './offer-answer'
import { DataUsed, TiersSideBySide, Alternatives } from './offer-details'
import { PageHeading } from './page-heading'
import { useSubmittedForm } from './use-submitted-form'

type Props = SerializeFrom<typeof loadOfferPage> & {
  formResult: FormResult | undefined
  /** Who can read the page. */
  privacy: string
}

/** An offer, or the reasons for none, with the applicant's actions. After an action its result takes the focus, since the button is removed. */
export function OfferPage({
  offer,
  standing,
  question,
  withdrawal,
  alternatives,
  action,
  idempotencyKey,
  formResult,
  privacy,
}: Props) {
  const submitted = useSubmittedForm()
  const asked = submitted === 'question'
  const isEnded = standing === 'withdrawn'
  const acts = useRef<HTMLElement>(null)
  const answered = `${standing} ${asked}`
  const shown = useRef(answered)
  useEffect(() => {
    if (shown.current === answered) return
    shown.current = answered
    const message = document.getElementById('answer') ?? acts.current
    if (message) bringToFocus(message)
  }, [answered])
  return (
    <div className="container">
      <div className="application">
        <div className="offer-head">
          <PageHeading
            title={offerTitle({ offer }, null)}
            eyebrow={`Quote Q-${offer.quoteId}, sent to you on ${sentOn(offer.sentAt)}`}
          />
          {standing === 'open' && submitted === 'undecided' ? <InterestTakenBack /> : null}
          <OfferStanding standing={standing} withdrawal={withdrawal} id={asked ? undefined : 'answer'} />
          <OfferHead offer={offer} isEnded={isEnded} />
        </div>
        <OfferAnswer
          box={acts}
          offer={offer.id}
          standing={standing}
          asked={asked}
          question={question}
          formResult={formResult}
          action={action}
          idempotencyKey={idempotencyKey}
        />
        <div>
          <OfferReasons offer={offer} />
          {isEnded ? null : (
            <>
              <TiersSideBySide tiers={alternatives.tiers} />
              <Alternatives alternatives={alternatives.changes} declined={offer.declined} />
              <DataUsed offer={offer} />
            </>
          )}
        </div>
      </div>
      {offer.declined || isEnded ? null : (
        <>
          <h2>How this cover would work</h2>
          <CoverTimeline vestingMonths={offer.vestingMonths} />
        </>
      )}
      <p className="hint">{privacy} You can print it for your papers.</p>
      <p className="link-row">
        <ButtonLink to="/how-it-works" variant="secondary">
          How our cover works
        </ButtonLink>
      </p>
    </div>
  )
}

/** Why there is no offer, by reason. */
const closed: Record<Closed, typeof unknownLink> = {
  missing: unknownLink,
  none: {
    title: 'There is no quote here',
    lede: 'Your dashboard has your applications, and where each of them stands.',
  },
  ended: {
    title: 'This application is withdrawn',
    lede: 'Nothing more happens with it. You are welcome to apply again at any time.',
  },
  withdrawn: {
    title: 'We have taken this quote back',
    lede: 'We look at your application again, and our next answer comes by email. Until then there is nothing to do.',
  },
  replaced: {
    title: 'A newer answer has replaced this one',
    lede: 'The newest email from us has the link that counts.',
  },
  expired: {
    title: 'This quote has expired',
    lede: `It can be read for ${linkDays} days. Ask us for a new one, and we send it to you.`,
  },
}

/** Returns the heading of the page of an offer, or of its error page. */
export function offerTitle(data: { offer: { declined: boolean } } | undefined, error: unknown) {
  if (!error) return data?.offer.declined ? 'About your application' : 'Your quote'
  if (!isRouteErrorResponse(error) || error.status !== 404) return failedTitle
  return closedLink(error.data).title
}

function closedLink(reason: unknown) {
  return closed[String(reason) as Closed] ?? unknownLink
}

const failedTitle = 'Something went wrong on our side'

/** The error page of the page of an offer. */
export function OfferErrorBoundary() {
  const error = useRouteError()
  const asked = useSubmittedForm() === 'question'
  if (!isRouteErrorResponse(error) || error.status !== 404)
    return (
      <ErrorPage
        title={failedTitle}
        message="Your quote is safe. Please wait a moment and open the link again."
      />
    )
  const reason = String(error.data) as Closed
  const isKnown = reason !== 'missing' && reason !== 'none'
  return (
    <ClosedLink {...closedLink(reason)} isAlive={isKnown && reason !== 'ended'}>
      {isKnown && asked ? <QuestionArrived /> : null}
    </ClosedLink>
  )
}
