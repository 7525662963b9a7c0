import { Link } from '@remix-run/react'

import { decisionReasonLabel } from '~/domain/decisions/decisions.options'
import type { listDecisions } from '~/domain/decisions/decisions.server'
import { adminTime, money } from '~/domain/formats'
import { offerStateText } from '~/domain/offers/offer-state'
import type { listOffers } from '~/domain/offers/offers.server'
import type { NewestResult } from '~/domain/quotes/newest-result.server'
import { offerUrl, resultUrl, type Origin } from '~/domain/quotes/origin'
import { BulletList } from '~/ui/bullet-list'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import { Notice } from '~/ui/notice'
import { DecisionBadge, TierBadge } from '~/ui/result-badges'
import type { RowOf } from '~/ui/row-of'
import { Unset } from '~/ui/unset'

import { isStuck, StuckMail } from '../parts/stuck-mail'
import type { ResultRow } from '../parts/results-table'
import { UnbrokenMoney } from './unbroken-money'

type Decision = RowOf<typeof listDecisions>
type OfferRow = RowOf<typeof listOffers>

type Props = {
  result: Omit<ResultRow, 'name' | 'verdict' | 'changed' | 'replaced' | 'correction_id'>
  /** The list that the page of a result leads back to. */
  list: Pick<Origin, 'url'> | null
  terms: NewestResult['terms']
  /** The factors that move the price most, in a sentence. */
  largest: string | null
  reasons: readonly string[]
  decision: Decision | null
  /** The offer of this result; null if it was not sent. */
  offer: OfferRow | null
  /** Whether a mail server is set up. */
  isMailConnected: boolean
  /** Whether the application is withdrawn, so that nothing can be sent. */
  isEnded: boolean
  /** An earlier result that was sent to the applicant, or null. */
  sentInstead: OfferRow | null
  /** Whether the answers are again those of `sentInstead`, and not those of this result. */
  isSentValid: boolean
  /** Whether a question to the applicant is unanswered. */
  isAsked: boolean
  /** Whether an answer of the applicant is unread. */
  isAnswerUnread: boolean
  /** Whether a run is the next action. */
  isRunDue: boolean
  /** Describes the corrections since; null if none. */
  corrected: string | null
  /** Describes which parts of the price have changed since; null if none. */
  repriced: string | null
}

const verdictLabels = {
  accepted: 'accepted it',
  changed: 'accepted it with changes',
  declined: 'declined it',
}

/** The newest result and its actions, beside the application. On a phone all but the figures and the next action is collapsed. */
export function ResultPanel(props: Props) {
  const {
    result,
    list,
    terms,
    largest,
    reasons,
    decision,
    offer,
    isMailConnected,
    isEnded,
    sentInstead,
    isSentValid,
    isAsked,
    isAnswerUnread,
    isRunDue,
  } = props
  const { corrected, repriced } = props
  const { id } = result
  const { isDeclined, monthly } = terms
  const isSent = offer !== null && !offer.expired
  const mail = { mail: offer?.mail ?? null, isMailConnected }
  return (
    <Card
      id="result"
      title={`Result ${id}`}
      actions={<DecisionBadge decision={result.decision} verdict={terms.verdict} />}
    >
      <p className="panel-price">
        {!monthly ? (
          'No offer'
        ) : (
          <>
            <strong>{money(monthly)}</strong> a month
          </>
        )}
      </p>
      {(isEnded && !isSent) || isSentValid ? null : (
        <div className="panel-acts">
          {isAnswerUnread ? (
            <a href="#questions" className="button button-primary">
              Read the answer
            </a>
          ) : null}
          <NextStep
            id={id}
            list={list}
            isOpen={result.decision === 'referred' && terms.verdict === null}
            isFirst={!isRunDue && !isAnswerUnread}
            isSent={isSent}
            isDeclined={isDeclined}
          />
        </div>
      )}
      {sentInstead === null ? null : (
        <Notice
          tone={isSentValid ? 'info' : 'warning'}
          title={isSentValid ? 'An earlier result holds again' : 'An earlier result is with the applicant'}
        >
          <p>
            <Link to={resultUrl(sentInstead.result_id, list)}>Result {sentInstead.result_id}</Link> was sent{' '}
            {adminTime(sentInstead.sent_at)} UTC
            {isSentValid
              ? ', and was made from the answers as they are now. This one was not.'
              : ', and stands until this one is sent.'}{' '}
            {offerStateText(sentInstead)}
          </p>
        </Notice>
      )}
      {!isAnswerUnread ? null : (
        <Notice tone="warning" title="An answer of the applicant is not read yet">
          <p>Read it first: it may change what is right here.</p>
        </Notice>
      )}
      {corrected === null || isSentValid ? null : (
        <Notice tone="warning" title="The application was corrected after this result">
          <p>
            {corrected}. <a href="#run">Run underwriting again</a> for a result with these answers.
          </p>
        </Notice>
      )}
      {repriced === null || isSent || isEnded ? null : (
        <Notice tone="warning" title="The price may be another today">
          <p>
            {repriced} <a href="#run">Run underwriting again</a> for today’s price.
            {decision === null ? '' : ' The new result then needs a decision of its own.'}
          </p>
        </Notice>
      )}
      <DescriptionList
        items={[
          {
            term: 'Cover',
            description: isDeclined ? <Unset /> : money(terms.coverage),
          },
          {
            term: 'Tier',
            description: <TierBadge tier={terms.tier} />,
          },
          { term: 'Score', description: `${result.user_score.toFixed(1)} of 100` },
        ]}
      />
      <details className="panel-fold">
        <summary>Why</summary>
        {isAsked ? (
          <p>
            <a href="#questions">A question to the applicant</a> has no answer yet.
          </p>
        ) : null}
        <Why result={result} largest={largest} reasons={reasons} decision={decision} />
        <p className="hint">
          Run {adminTime(result.date_created)} UTC.{' '}
          {offer === null ? 'Not sent.' : isStuck(mail) ? '' : `Sent ${adminTime(offer.sent_at)} UTC.`}{' '}
          {offer === null ? '' : offerStateText(offer)}
        </p>
        {isStuck(mail) ? (
          <p>
            <StuckMail {...mail} />
          </p>
        ) : null}
        <p className="link-row">
          <Link to={resultUrl(id, list)}>See how it was reached</Link>
        </p>
      </details>
    </Card>
  )
}

function Why({
  result,
  largest,
  reasons,
  decision,
}: Pick<Props, 'result' | 'largest' | 'reasons' | 'decision'>) {
  return (
    <>
      {largest === null ? null : (
        <p>
          <UnbrokenMoney text={largest} />
        </p>
      )}
      {reasons.length > 0 ? <BulletList items={reasons} /> : null}
      {decision ? (
        <p>
          {decision.decider ?? 'Somebody'} {verdictLabels[decision.verdict]}, {adminTime(decision.created_at)}{' '}
          UTC: {decisionReasonLabel(decision.reason)}.
          {decision.state === 'final' ? '' : ' A senior has not confirmed it yet.'}
          {decision.verdict === 'changed' && decision.state === 'final'
            ? ` The engine rated ${money(result.max_coverage)} at ${money(result.monthly_premium)} a month.`
            : ''}
        </p>
      ) : null}
    </>
  )
}

type Step = {
  id: number
  list: Props['list']
  isOpen: boolean
  isSent: boolean
  isDeclined: boolean
  /** Whether it is the next action. */
  isFirst: boolean
}

function NextStep({ id, list, isOpen, isSent, isDeclined, isFirst }: Step) {
  const variant = isFirst ? 'primary' : 'secondary'
  const page = resultUrl(id, list)
  if (isOpen)
    return (
      <ButtonLink to={`${page}#decision`} variant={variant}>
        Decide on it
      </ButtonLink>
    )
  if (!isSent)
    return (
      <ButtonLink to={offerUrl(id, list)} variant={variant}>
        {isDeclined ? 'Send the refusal' : 'Send to the applicant'}
      </ButtonLink>
    )
  return (
    <ButtonLink to={`${page}#offer`} variant="secondary">
      {isDeclined ? 'See what was sent' : 'See the offer'}
    </ButtonLink>
  )
}
