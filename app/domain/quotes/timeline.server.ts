import type { Db } from '../../../db/schema'
import { changesText } from '~/domain/corrections/answers'
import { listCorrections, type Correction } from '~/domain/corrections/corrections.server'
import { decisionReasonLabel } from '~/domain/decisions/decisions.options'
import { money } from '~/domain/formats'

import * as queries from './timeline.queries.server'

/** Something that happened to an application. */
export type TimelineEntry = {
  id: string
  at: Date
  /** Who did it; null for a deleted account. */
  who: string | null
  /** A phrase that follows who: 'ran underwriting: approved, Standard at $38.00 a month'. */
  text: string
  /** `to` is a path or, for a part of the page of the application, a fragment. */
  link: { to: string; label: string }
}

export type Timeline = { entries: TimelineEntry[]; page: number; hasMore: boolean }

const pageSize = 100
/** The last page: what is older is in the audit log and in the lists. */
export const lastPage = 20

const applicant = 'The applicant'
const service = 'The service'

/** Returns what happened to an application, newest first, 100 entries a page; null if it does not exist. */
export async function quoteTimeline(db: Db, quoteId: number, page = 1): Promise<Timeline | null> {
  const submission = await queries.findSubmission(db, quoteId)
  if (!submission) return null
  const limit = page * pageSize + 1
  const [mails, changes, corrections, offers, answers, questions, messages, replies, decisions, runs] =
    await Promise.all([
      queries.listMails(db, quoteId, submission.email, limit),
      queries.listChanges(db, quoteId, limit),
      listCorrections(db, quoteId),
      queries.listOffers(db, quoteId, limit),
      queries.listAnswers(db, quoteId, limit),
      queries.listQuestions(db, quoteId, limit),
      queries.listMessages(db, quoteId, limit),
      queries.listReplies(db, quoteId, limit),
      queries.listDecisions(db, quoteId, limit),
      queries.listRuns(db, quoteId, limit),
    ])
  // What one transaction has done has one time: the last of these came last.
  const all: TimelineEntry[] = [
    ...mails.map(ofMail),
    ...changes.map((change) => ofChange(change, quoteId)),
    ...corrections.map((correction) => ofCorrection(correction, quoteId)),
    ...offers.flatMap(ofOffer),
    ...answers.map(ofAnswer),
    ...questions.flatMap(ofQuestion),
    ...messages.map(ofMessage),
    ...replies.map(ofReply),
    ...decisions.flatMap(ofDecision),
    ...runs.map(ofRun),
    {
      id: 'submission',
      at: submission.submitted_at,
      who: applicant,
      text: 'sent the application',
      link: { to: `/admin/submissions/quotes/${quoteId}`, label: 'Submission' },
    },
  ].toSorted((one, other) => other.at.getTime() - one.at.getTime())
  const end = page * pageSize
  return { entries: all.slice(end - pageSize, end), page, hasMore: all.length > end && page < lastPage }
}

type Row<List extends (...args: never[]) => Promise<unknown[]>> = Awaited<ReturnType<List>>[number]

function ofRun({
  id,
  date_created,
  decision,
  coverage_tier,
  monthly_premium,
  username,
}: Row<typeof queries.listRuns>) {
  const offer = coverage_tier === null ? '' : `, ${coverage_tier} at ${money(monthly_premium)} a month`
  return {
    id: `result ${id}`,
    at: date_created,
    who: username,
    text: `ran underwriting: ${decision}${offer}`,
    link: resultLink(id),
  }
}

const verdicts = {
  accepted: 'accepted the referred result',
  changed: 'accepted the referred result with changes',
  declined: 'declined the referred result',
}

function ofDecision({
  id,
  created_at,
  result_id,
  verdict,
  reason,
  username,
  state,
  confirmed_at,
  senior,
}: Row<typeof queries.listDecisions>) {
  const link = resultLink(result_id, 'decision')
  const waiting = state === 'proposed' ? ', which waits for a senior' : ''
  const decided = {
    id: `decision ${id}`,
    at: created_at,
    who: username,
    text: `${verdicts[verdict]}${waiting}. ${decisionReasonLabel(reason)}`,
    link,
  }
  if (confirmed_at === null) return [decided]
  const text = 'confirmed the decision on the referred result'
  return [{ id: `confirmation ${id}`, at: confirmed_at, who: senior, text, link }, decided]
}

/** The page shows both texts with the questions. */
function ofQuestion({
  id,
  asked_at,
  answered_at,
  withdrawn_at,
  username,
}: Row<typeof queries.listQuestions>) {
  const link = { to: '#questions', label: 'Questions' }
  const withdrawn = withdrawn_at === null ? '' : ', and has withdrawn the question'
  const asking = {
    id: `question ${id}`,
    at: asked_at,
    who: username,
    text: `asked the applicant${withdrawn}`,
    link,
  }
  if (answered_at === null) return [asking]
  return [{ id: `reply ${id}`, at: answered_at, who: applicant, text: 'answered the question', link }, asking]
}

function ofMessage({ id, created_at }: Row<typeof queries.listMessages>) {
  return {
    id: `message ${id}`,
    at: created_at,
    who: applicant,
    text: 'sent a message about the offer',
    link: messageLink(id),
  }
}

function ofReply({ id, sent_at, contact_submission_id, username }: Row<typeof queries.listReplies>) {
  return {
    id: `message reply ${id}`,
    at: sent_at,
    who: username,
    text: 'replied to the message',
    link: messageLink(contact_submission_id),
  }
}

function ofOffer(offer: Row<typeof queries.listOffers>): TimelineEntry[] {
  const { id, result_id, sent_at, sender, withdrawn_at, withdrawer } = offer
  const link = resultLink(result_id, 'offer')
  return [
    ...(withdrawn_at === null
      ? []
      : [
          {
            id: `withdrawal ${id}`,
            at: withdrawn_at,
            who: withdrawer,
            text: 'withdrew the result from the applicant',
            link,
          },
        ]),
    { id: `offer ${id}`, at: sent_at, who: sender, text: 'sent the result to the applicant', link },
  ]
}

function ofAnswer({ id, created_at, after, result_id }: Row<typeof queries.listAnswers>) {
  const answer = valueOf(after, 'answer')
  const text =
    answer === 'interested'
      ? 'is interested in the offer'
      : answer === 'withdrawn'
        ? 'withdrew the application'
        : 'is not interested in the offer any more'
  return { id: `answer ${id}`, at: created_at, who: applicant, text, link: resultLink(result_id, 'offer') }
}

const mailStates = { pending: 'will send', sent: 'sent', failed: 'failed to send' }

function ofMail({ id, created_at, kind, status }: Row<typeof queries.listMails>) {
  return {
    id: `mail ${id}`,
    at: created_at,
    who: service,
    text: `${mailStates[status]} the mail “${kind}”`,
    link: { to: `/admin/mail/${id}`, label: `Mail ${id}` },
  }
}

function ofChange(change: Row<typeof queries.listChanges>, quoteId: number) {
  const { id, created_at, username } = change
  return {
    id: `change ${id}`,
    at: created_at,
    who: username,
    text: changeText(change),
    link: { to: `/admin/submissions/quotes/${quoteId}`, label: 'Submission' },
  }
}

function ofCorrection({ id, created_at, reason, changes, corrector }: Correction, quoteId: number) {
  return {
    id: `correction ${id}`,
    at: created_at,
    who: corrector,
    text: `corrected ${changesText(changes)}. “${reason}”`,
    link: { to: `/admin/submissions/quotes/${quoteId}`, label: 'Submission' },
  }
}

function changeText({ username, action, before, after }: Row<typeof queries.listChanges>) {
  const [was, is] = [valueOf(before, 'status'), valueOf(after, 'status')]
  if (typeof after === 'object' && after !== null && 'with' in after) {
    const to = valueOf(after, 'with')
    if (to === null) return 'gave the application back to all'
    return to === username ? 'took the application' : `gave the application to ${to}`
  }
  const changes = [
    ...(was !== is && is !== null ? [`the status from ${was ?? 'none'} to ${is}`] : []),
    ...(valueOf(after, 'note') === null ? [] : ['the note']),
  ]
  return action === 'update' && changes.length > 0
    ? `changed ${changes.join(' and ')}`
    : `did this to the application: ${action}`
}

/** A value of an entry of the audit log as text; null if it has none. */
function valueOf(state: unknown, name: string) {
  if (typeof state !== 'object' || state === null || !Object.hasOwn(state, name)) return null
  const value = (state as Record<string, unknown>)[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

function messageLink(id: number) {
  return { to: `/admin/submissions/contacts/${id}`, label: `Message ${id}` }
}

function resultLink(id: number, part?: 'decision' | 'offer') {
  return { to: `/admin/underwriting/result/${id}${part ? `#${part}` : ''}`, label: `Result ${id}` }
}
