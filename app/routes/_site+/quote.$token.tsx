import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { isRouteErrorResponse, useActionData, useLoaderData, useRouteError } from '@remix-run/react'

import { secretPageMeta } from '~/content/metadata'
import { db } from '~/db.server'
import { findAlternatives } from '~/domain/offers/alternatives.server'
import { answerOffer, askAboutOffer } from '~/domain/offers/answers.server'
import { linkDays } from '~/domain/offers/offers.options'
import { findOffer } from '~/domain/offers/offers.server'
import { offerStanding } from '~/domain/offers/standing'
import { findWithdrawals } from '~/domain/quotes/ending.server'
import { formFields, keepFormOnFailure, rejectForm } from '~/http/forms.server'
import { seeOther } from '~/http/redirects.server'
import { clientIp } from '~/request-context.server'
import { ButtonLink } from '~/ui/button'
import { ErrorPage } from '~/ui/error-page'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { OfferHead, OfferReasons, sentOn } from '~/ui/offer'
import { PageHeading } from '~/ui/page-heading'
import { useBrand } from '~/ui/use-brand'

import { CoverTimeline } from './parts/cover-timeline'
import { OfferAnswer, OfferStanding } from './parts/offer-answer'
import { DataUsed, TiersSideBySide, WhatWouldChange } from './parts/offer-details'

/** Without React: the page does not need it, and no request of a script can leak the secret URL. */
export const handle = { static: true }

export const meta: MetaFunction<typeof loader> = ({ error, matches }) =>
  secretPageMeta(error ? 'This link does not work' : 'Your quote', matches)

export async function loader({ request, params }: LoaderFunctionArgs) {
  const result = await findOffer(db, params.token ?? '')
  if (!result.ok) throw json(result.reason, { status: 404 })
  // What the engine would offer instead says nothing about what a person has decided.
  const alternatives = result.offer.byPerson
    ? { changes: [], tiers: [] }
    : await findAlternatives(db, sandbox, result.offer.resultId)
  const { offer } = result
  const standing = offerStanding(offer)
  return json({
    offer,
    standing,
    withdrawal: standing === 'withdrawn' ? await findWithdrawal(offer.quoteId) : null,
    alternatives,
    asked: new URL(request.url).searchParams.has('asked'),
    action: pathOf(params.token),
  })
}

/** A withdrawal as the applicant sees it: without the name of the admin. */
async function findWithdrawal(quoteId: number) {
  const { at, byApplicant } = (await findWithdrawals(db, [quoteId]))(quoteId)
  return { at, byApplicant }
}

const pathOf = (token = '') => `/quote/${encodeURIComponent(token)}`

export async function action({ request, params }: ActionFunctionArgs) {
  const fields = await formFields(request)
  const { token = '' } = params
  return keepFormOnFailure(fields, 'This could not be saved just now. Please try again.', async () => {
    const isQuestion = fields.intent === 'ask'
    const outcome = isQuestion
      ? await askAboutOffer(db, token, fields, { ip: clientIp() })
      : fields.intent === 'interested' || fields.intent === 'withdraw'
        ? await answerOffer(db, token, fields.intent === 'withdraw' ? 'withdrawn' : 'interested')
        : { ok: false as const, reason: 'refused' as const, message: 'This action is not known.' }
    if (outcome.ok || outcome.reason === 'missing')
      return seeOther(`${pathOf(token)}${isQuestion ? '?asked=yes' : ''}#answer`)
    const errors = outcome.reason === 'invalid' ? outcome.errors : [{ path: '', message: outcome.message }]
    return rejectForm(fields, errors)
  })
}

export default function Quote() {
  const { offer, standing, withdrawal, alternatives, asked, action: path } = useLoaderData<typeof loader>()
  const formResult = useActionData<typeof action>()
  const isEnded = standing === 'withdrawn'
  return (
    <div className="container">
      <script src="/unreached.js" defer />
      <PageHeading
        title={offer.declined ? 'About your application' : 'Your quote'}
        lede={`Quote Q-${offer.quoteId}, sent to you on ${sentOn(offer.sentAt)}.`}
      />
      <OfferStanding standing={standing} withdrawal={withdrawal} id={asked ? undefined : 'answer'} />
      <OfferHead offer={offer} isEnded={isEnded} />
      <div className="application">
        <div>
          <OfferReasons offer={offer} />
          {isEnded ? null : (
            <>
              <TiersSideBySide tiers={alternatives.tiers} />
              <WhatWouldChange alternatives={alternatives.changes} declined={offer.declined} />
            </>
          )}
        </div>
        <OfferAnswer standing={standing} asked={asked} formResult={formResult} action={path} />
      </div>
      {isEnded ? null : <DataUsed offer={offer} />}
      {offer.declined || isEnded ? null : (
        <>
          <h2>How this cover would work</h2>
          <CoverTimeline vestingMonths={offer.vestingMonths} />
        </>
      )}
      <p className="hint">
        This page is private: whoever has its address can read it. You can print it for your papers.
      </p>
      <p className="link-row">
        <ButtonLink to="/how-it-works" variant="secondary">
          How our cover works
        </ButtonLink>
      </p>
    </div>
  )
}

const unknownLink = {
  title: 'We do not know this link',
  lede: 'Perhaps a part of it was lost on the way: open the link in our email once more, or copy all of it. After an account is deleted, none of its links works.',
}

/** The message for a link that no longer works, by reason. */
const expiredLinks: Record<string, typeof unknownLink> = {
  withdrawn: {
    title: 'This quote was withdrawn',
    lede: 'We have taken it back, or sent you a newer one. The newest email from us has the link that counts.',
  },
  expired: {
    title: 'This link has expired',
    lede: `A link to a quote works for ${linkDays} days. Ask us for a new one, and we send it to you.`,
  },
}

export function ErrorBoundary() {
  const error = useRouteError()
  const { email } = useBrand()
  if (!isRouteErrorResponse(error) || error.status !== 404)
    return (
      <ErrorPage
        title="Something went wrong on our side"
        message="Your quote is safe. Please wait a moment and open the link again."
      />
    )
  const known = expiredLinks[String(error.data)]
  return (
    <div className="container">
      <PageHeading {...(known ?? unknownLink)} />
      <p>
        {known ? 'Your application is not lost. ' : ''}
        If you have an account, your dashboard shows where your application stands; or write to{' '}
        <a href={`mailto:${email}`}>{email}</a>, and a person answers.
      </p>
      <p className="link-row">
        <ButtonLink to="/dashboard">Go to my dashboard</ButtonLink>
        <ButtonLink to="/contact" variant="secondary">
          Contact us
        </ButtonLink>
      </p>
    </div>
  )
}
