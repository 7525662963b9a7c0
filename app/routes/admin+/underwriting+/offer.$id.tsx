import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { useState } from 'react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { listQuestions } from '~/domain/applicant-questions/applicant-questions.server'
import { adminTime, money } from '~/domain/formats'
import { listDecisions } from '~/domain/decisions/decisions.server'
import { findSendWarnings, findSendRefusal, listOffers, previewOffer } from '~/domain/offers/offers.server'
import { findEnding } from '~/domain/quotes/ending.server'
import { quoteUrl, resultUrl } from '~/domain/quotes/origin'
import { findQuote } from '~/domain/quotes/quotes.server'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { env } from '~/env.server'
import { requireAdmin } from '~/http/session.server'
import { site } from '~/http/site.server'
import { ConfirmPage } from '~/ui/confirmation'
import { DescriptionList } from '~/ui/description-list'
import { DecisionBadge, TierBadge } from '~/ui/result-badges'

import { EndedText } from '../parts/ended-notice'
import { MailPaper } from './parts/mail-paper'
import { openSince } from './parts/questions'
import { resultOf } from './parts/result-page.server'
import { SendWarningText, OpenQuestion, recipientItems, sendQuestion } from './result.$id/send-offer-card'

export { shouldRevalidate } from '~/ui/keep-page'

export const meta: MetaFunction = ({ params, matches }) => [
  { title: pageTitle(`Send result ${params.id}`, matches) },
]

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user } = await requireAdmin(request)
  const { result, list } = await resultOf(request, params.id)
  const { id, quote_submission_id, coverage_tier, max_coverage, monthly_premium } = result
  const { decision: engineDecision } = result
  const [offers, [newest], quote, mail, obstacle, newer, questions] = await Promise.all([
    listOffers(db, quote_submission_id),
    listDecisions(db, id),
    findQuote(db, quote_submission_id),
    previewOffer(db, id, { site, sandbox }),
    findSendRefusal(db, id),
    findSendWarnings(db, id),
    listQuestions(db, quote_submission_id),
  ])
  const decision = newest?.state === 'final' ? newest : undefined
  return json({
    result: {
      id,
      quote_submission_id,
      coverage_tier,
      max_coverage,
      monthly_premium,
      ...(decision?.verdict === 'changed' && {
        coverage_tier: decision.tier,
        max_coverage: decision.coverage,
        monthly_premium: decision.monthly,
      }),
      decisionId: decision?.id ?? null,
      decision: decision?.verdict === 'declined' ? ('declined' as const) : engineDecision,
    },
    applicant: quote && { name: quote.name, email: quote.email },
    verdict: decision?.verdict ?? null,
    live: offers.find(({ withdrawn_at }) => withdrawn_at === null),
    mail: mail && { sender: env.MAIL_FROM, subject: mail.subject, parts: mail.parts, footer: mail.footer },
    obstacle,
    newer,
    questions,
    ending: quote && (await findEnding(db, quote)),
    isOpen: engineDecision === 'referred' && decision === undefined,
    list: list && { url: list.url },
    reader: user.id,
  })
}

const newerTerms = {
  answer: 'Unread answer',
  correction: 'Correction',
  result: 'Newer result',
  price: 'Price of today',
}

/** The confirmation page for sending a result to its applicant, with the mail that would be sent. */
export default function OfferResult() {
  const { verdict, result, applicant, live, mail, obstacle, newer, questions, ending, isOpen, list, reader } =
    useLoaderData<typeof loader>()
  const since = openSince(questions)
  const page = resultUrl(result.id, list)
  const sent = live?.result_id === result.id && !live.expired
  const [wasSent] = useState(sent)
  return (
    <ConfirmPage
      title={`Send result ${result.id}`}
      back={{ to: page, label: `Result ${result.id}` }}
      {...sendQuestion(result, live, applicant, newer, list)}
      busyLabel="Sending..."
      obstacle={
        sent ? (
          <p>
            {wasSent
              ? `This result was sent already, ${adminTime(live.sent_at)} UTC.`
              : live.sent_by === reader
                ? `You have sent this result, ${adminTime(live.sent_at)} UTC.`
                : `This result was sent since you opened the page${live.sender === null ? '' : `, by ${live.sender}`}.`}{' '}
            <Link to={`${page}#offer`}>Result {result.id}</Link>
          </p>
        ) : obstacle === null ? null : ending ? (
          <EndedText ending={ending} quoteId={result.quote_submission_id} />
        ) : (
          <Obstacle obstacle={obstacle} isOpen={isOpen} result={result} list={list} />
        )
      }
      reading={mail === null ? null : <MailPaper {...mail} recipient={applicant?.email} />}
    >
      <DescriptionList
        items={[
          ...recipientItems(applicant),
          { term: 'Decision', description: <DecisionBadge decision={result.decision} verdict={verdict} /> },
          ...(result.decision === 'declined'
            ? [] // a refusal offers nothing
            : [
                { term: 'Coverage tier', description: <TierBadge tier={result.coverage_tier} /> },
                { term: 'Max coverage', description: money(result.max_coverage) },
                { term: 'Monthly premium', description: money(result.monthly_premium) },
              ]),
          ...newer.map((one) => ({
            term: newerTerms[one.kind],
            description: (
              <SendWarningText
                newer={one}
                page={page}
                quotePage={quoteUrl(result.quote_submission_id, list?.url)}
              />
            ),
          })),
          ...(since === null
            ? []
            : [{ term: 'Unanswered', description: <OpenQuestion page={page} since={since} /> }]),
        ]}
      />
    </ConfirmPage>
  )
}

function Obstacle({
  obstacle,
  isOpen,
  result,
  list,
}: {
  obstacle: string
  /** The result is referred and undecided. */
  isOpen: boolean
  result: { id: number; quote_submission_id: number }
  list: { url: string } | null
}) {
  return (
    <>
      <p>{obstacle}</p>
      <p>
        {isOpen ? (
          <Link to={`${resultUrl(result.id, list)}#decision`}>Decide on it</Link>
        ) : (
          <Link to={quoteUrl(result.quote_submission_id, list?.url)}>
            Quote Q-{result.quote_submission_id}
          </Link>
        )}
      </p>
    </>
  )
}
