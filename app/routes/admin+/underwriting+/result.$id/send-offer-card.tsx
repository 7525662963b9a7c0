import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'

import { termsText } from '~/domain/decisions/terms-text'
import { adminTime } from '~/domain/formats'
import { sendWarningText, acknowledgementOf, type SendWarning } from '~/domain/offers/send-warnings'
import { offerStateText } from '~/domain/offers/offer-state'
import type { listOffers } from '~/domain/offers/offers.server'
import { offerUrl, type Origin, quoteUrl, resultUrl } from '~/domain/quotes/origin'
import { EmailText } from '~/ui/email-text'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { ConfirmButton, type Confirmation } from '~/ui/confirmation'
import { ErrorSummary } from '~/ui/error-summary'
import type { FormResult } from '~/ui/form-result'
import { Notice } from '~/ui/notice'
import type { RowOf } from '~/ui/row-of'
import { Table } from '~/ui/table'
import { useActionFetcher } from '~/ui/use-action-fetcher'
import { Unset } from '~/ui/unset'

import { isStuck, StuckMail } from '../parts/stuck-mail'

type OfferRow = RowOf<typeof listOffers>

/** The applicant's answer by the private link. */
function answerText({ answer, answered_at }: OfferRow) {
  if (answer === null || answered_at === null) return <Unset />
  return `${answer === 'interested' ? 'Interested' : 'Withdrawn'}, ${adminTime(answered_at)}`
}

/** The result with the terms of an underwriter who changed them. */
type Result = {
  id: number
  /** That of the underwriter's decision that counts. */
  decisionId: number | null
  quote_submission_id: number
  decision: string
  coverage_tier: string | null
  max_coverage: number | null
  monthly_premium: number | null
}

/** The recipient of a result; null after the application was deleted. */
export type Applicant = { name: string; email: string } | null

type List = Pick<Origin, 'url'> | null

/** The confirmation for withdrawing a result, and the fields of its form. `list` is the list that the result was opened from. */
export function withdrawQuestion(id: number, applicant: Applicant, list: List): Confirmation {
  return {
    question:
      'Withdraw this result? The link in the email to its applicant then says that it was taken back. No email is sent; the one with the link, if it still waits, is deleted.',
    about: aboutText(applicant),
    confirmLabel: 'Withdraw it',
    action: resultUrl(id, list),
    fields: { intent: 'withdraw' },
  }
}

/** The applicant of a result, as items of a description list. */
export function recipientItems(applicant: Applicant) {
  if (!applicant) return []
  return [
    { term: 'Applicant', description: applicant.name },
    { term: 'Email', description: applicant.email },
  ]
}

function aboutText(applicant: Applicant) {
  return applicant ? `${applicant.name}, ${applicant.email}` : undefined
}

/** The confirmation for sending a result, which replaces the `live` offer of its quote, if any. */
export function sendQuestion(
  { id, decisionId, decision, quote_submission_id, coverage_tier, max_coverage, monthly_premium }: Result,
  live: OfferRow | undefined,
  applicant: Applicant,
  newer: readonly SendWarning[],
  list: List,
): Confirmation {
  const action = resultUrl(id, list)
  const [what, word, terms] =
    decision === 'declined'
      ? ['refusal', 'Declined', '']
      : [
          'quote',
          'Quoted',
          ` It offers ${termsText({ tier: coverage_tier, coverage: max_coverage, monthly: monthly_premium })}.`,
        ]
  const passed = acknowledgementOf(newer)
  return {
    question:
      `Send this ${what} to the applicant of Q-${quote_submission_id} by email?${terms} The application becomes ${word}.` +
      (live && !live.expired
        ? ` The link to result ${live.result_id}, which was sent before, stops working.`
        : '') +
      newer.map((one) => ` ${sendWarningText(one)}`).join(''),
    about: aboutText(applicant),
    children: newer.some(({ kind }) => kind === 'answer') ? (
      <p>
        <Link to={`${action}#questions`}>Read the answer</Link>
      </p>
    ) : null,
    confirmLabel: 'Send it',
    harmless: true,
    action,
    fields: { intent: 'send', replaces: live?.id ?? '', decision: decisionId ?? '' },
    ...(passed !== '' && {
      consent: { name: 'despite', value: passed, label: `Send result ${id} all the same` },
    }),
  }
}

const answerWords = 'An answer of the applicant'

/**
 * News since a result, as a sentence with a link to a newer result, to an answer or to a new run. `page` is that of the
 * result, `quotePage` that of its quote.
 */
export function SendWarningText({
  newer,
  page,
  quotePage,
}: {
  newer: SendWarning
  page: string
  quotePage: string
}) {
  if (newer.kind === 'price')
    return (
      <>
        {newer.says} <Link to={`${quotePage}#run`}>Run underwriting again</Link> for today’s price.
      </>
    )
  if (newer.kind !== 'result' && newer.kind !== 'answer') return sendWarningText(newer)
  const [to, words] =
    newer.kind === 'result'
      ? [`/admin/underwriting/result/${newer.id}`, `Result ${newer.id}`]
      : [`${page}#questions`, answerWords]
  return (
    <>
      <Link to={to}>{words}</Link>
      {sendWarningText(newer).slice(words.length)}
    </>
  )
}

/** News to read before deciding on a result or sending it; renders nothing if there is none. */
export function NewerNotice({
  newer,
  page,
  quotePage,
}: {
  newer: readonly SendWarning[]
  page: string
  quotePage: string
}) {
  if (newer.length === 0) return null
  return (
    <Notice tone="warning">
      {newer.map((one) => (
        <p key={one.kind}>
          <SendWarningText newer={one} page={page} quotePage={quotePage} />
        </p>
      ))}
    </Notice>
  )
}

export function OpenQuestion({ page, since }: { page: string; since: string }) {
  return <Link to={`${page}#questions`}>Question open since {adminTime(since)} UTC</Link>
}

function deliveryText(isMailStuck: boolean) {
  return isMailStuck
    ? 'The applicant sees it on the dashboard; the private link is in the email.'
    : 'The applicant sees it on the dashboard and by the private link in the email.'
}

function sendingText(decision: string) {
  return decision === 'declined'
    ? 'The applicant gets an email with the decision and its reasons in plain words, without our scores and factors.'
    : 'The applicant gets an email with tier, coverage, premiums and reasons, without our scores and factors, and a private link. It says that cover is not active.'
}

const badges = {
  none: { label: 'Sent', tone: 'green' },
  interested: { label: 'Interested', tone: 'green' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
} as const

function OfferBadge({
  offer,
  wasSent,
  isMailStuck,
}: {
  /** The offer of this result, if it was sent. */
  offer: OfferRow | undefined
  wasSent: boolean
  isMailStuck: boolean
}) {
  if (offer === undefined) return <Badge tone="neutral">{wasSent ? 'Sent, and ended' : 'Not sent'}</Badge>
  if (offer.expired) return <Badge tone="yellow">Link expired</Badge>
  if (isMailStuck && offer.answer === null) return <Badge tone="yellow">Email not sent</Badge>
  const { label, tone } = badges[offer.answer ?? 'none']
  return <Badge tone={tone}>{label}</Badge>
}

/** Sends a result to its applicant, and lists earlier offers for the quote. */
export function SendOfferCard({
  result,
  list,
  applicant,
  offers,
  isMailConnected,
  isOpen,
  isEnded,
  obstacle,
  newer,
  openSince,
  formResult,
  nextLink,
}: {
  result: Result
  /** The list that it was opened from. */
  list: Pick<Origin, 'url'> | null
  /** Whether the result is referred and undecided, so that it cannot be sent. */
  isOpen: boolean
  /** Whether the application is withdrawn, or its applicant's data deleted. */
  isEnded: boolean
  /** Why it cannot be sent. */
  obstacle: string | null
  newer: readonly SendWarning[]
  /** The time of the oldest unanswered question. */
  openSince: string | null
  applicant: Applicant
  offers: readonly OfferRow[]
  /** Whether a mail server is set up. */
  isMailConnected: boolean
  formResult: FormResult | undefined
  /** The link to the next application, once this result is sent. */
  nextLink: ReactNode
}) {
  const page = resultUrl(result.id, list)
  const fetcherKey = `offer-${result.id}`
  const fetcher = useActionFetcher(fetcherKey)
  const live = offers.find(({ withdrawn_at }) => withdrawn_at === null)
  const own = live?.result_id === result.id ? live : undefined
  const sent = own !== undefined && !own.expired
  const wasSent = offers.some(({ result_id }) => result_id === result.id)
  const mail = { mail: sent ? own.mail : null, isMailConnected }
  const isMailStuck = isStuck(mail)
  const sentences = [
    own &&
      `${isMailStuck ? 'Written' : 'Sent'} ${adminTime(own.sent_at)} UTC${own.sender === null ? '' : ` by ${own.sender}`}.`,
    own && offerStateText(own),
    sent ? deliveryText(isMailStuck) : isEnded ? null : sendingText(result.decision),
  ].filter((sentence) => sentence)
  // News about the price is irrelevant if nothing can be sent.
  const known = sent || (obstacle !== null && !isOpen) ? newer.filter(({ kind }) => kind !== 'price') : newer
  const answer = fetcher.data ?? formResult
  // The dialog shows a failed request.
  const errors = answer?.failed ? undefined : answer?.errors
  return (
    <Card
      id="offer"
      title="The applicant"
      actions={<OfferBadge offer={own} wasSent={wasSent} isMailStuck={isMailStuck} />}
    >
      <ErrorSummary errors={errors} title="Nothing was changed" />
      {applicant ? (
        <p>
          <strong>{applicant.name}</strong>, <EmailText>{applicant.email}</EmailText>
        </p>
      ) : null}
      {sentences.length > 0 ? <p>{sentences.join(' ')}</p> : null}
      {isMailStuck ? (
        <Notice tone="warning">
          <p>
            <StuckMail {...mail} />
          </p>
        </Notice>
      ) : null}
      <NewerNotice newer={known} page={page} quotePage={quoteUrl(result.quote_submission_id, list?.url)} />
      {openSince === null || sent ? null : (
        <p>
          <OpenQuestion page={page} since={openSince} />
        </p>
      )}
      {isOpen && !sent ? (
        <p>
          <a href="#decision">Decide on it</a> first: a referred result is not an offer.
        </p>
      ) : obstacle !== null && !sent ? (
        <p>{obstacle}</p>
      ) : (
        <div className="button-row">
          <ConfirmButton
            label={sent ? 'Withdraw this result' : 'Send this result to the applicant'}
            page={offerUrl(result.id, list, sent ? '/withdraw' : '')}
            busyLabel={sent ? 'Withdrawing...' : 'Sending...'}
            fetcherKey={fetcherKey}
            {...(sent
              ? withdrawQuestion(result.id, applicant, list)
              : sendQuestion(result, live, applicant, newer, list))}
          />
          {sent ? null : <Link to={offerUrl(result.id, list)}>Read the email first</Link>}
        </div>
      )}
      {nextLink}
      {offers.length > 0 ? <h3>Answers sent for this quote</h3> : null}
      <Table
        captionHidden
        caption={`Offers sent for quote Q-${result.quote_submission_id}`}
        dense
        rows={offers}
        rowKey={({ id }) => id}
        columns={[
          {
            header: 'Result',
            rowHeader: true,
            cell: ({ result_id }) =>
              result_id === result.id ? (
                `${result_id}, this one`
              ) : (
                <Link to={`/admin/underwriting/result/${result_id}`}>{result_id}</Link>
              ),
          },
          {
            header: 'Sent',
            cell: ({ sent_at, sender }) => (
              <>
                {adminTime(sent_at)}
                <span className="cell-note">{sender === null ? 'Sender not recorded' : `by ${sender}`}</span>
              </>
            ),
          },
          { header: 'Answer', cell: answerText },
          {
            header: 'Link',
            cell: ({ withdrawn_at, expired }) =>
              withdrawn_at !== null ? `Ended ${adminTime(withdrawn_at)}` : expired ? 'Expired' : 'Works',
          },
        ]}
      />
    </Card>
  )
}
