import type { Db } from '../../../db/schema'
import { facts } from '~/content/facts'
import type { Site } from '~/content/metadata'
import { addBusinessDays } from '~/domain/business-days'
import { isOutdatedBy } from '~/domain/corrections/corrections.server'
import { calendarDay, daysBetween } from '~/domain/dates'
import { sendOffer } from '~/domain/offers/offers.server'
import type { PricePart } from '~/domain/underwriting/changed-parts'
import { referralReasons } from '~/domain/underwriting/highlights'
import type { Sandbox } from '~/domain/underwriting/sandbox.server'

import * as queries from './work.queries.server'
import type { WorkAct } from './work.queries.server'
import { shownOfEach, type ChosenResult } from './send-url'

export type { WorkAct, Holders } from './work.queries.server'

/** An application that waits; `due` is the day by which an answer is promised, YYYY-MM-DD. */
export type WorkItem = {
  quoteId: number
  name: string
  employer: string
  /** The income in dollars a month, the years of employment and the state, as the application says. */
  income: number
  years: number
  state: string
  submittedAt: Date
  due: string
  /** The days until then, on the calendar; negative once it has passed. */
  daysLeft: number
  /** Whether that day has passed, and the applicant has no answer at all. */
  isLate: boolean
  /** Whether it is today, and the applicant has no answer at all. */
  isDueToday: boolean
  resultId: number | null
  decision: string | null
  /** That of the person's decision that counts. */
  decisionId: number | null
  /** Whether a decision on the referral waits for a senior. */
  proposed: boolean
  /** Whether a person has decided on the newest result, a proposal included. */
  decided: boolean
  /** Whether the application was corrected after its result, and has to run again: its result is outdated. */
  corrected: boolean
  /**
   * What the newest result or, in its place, a person offers: the lump sum in dollars and the premium in dollars a month; null before a
   * run, for a refusal and after a correction.
   */
  tier: string | null
  cover: number | null
  premium: number | null
  /** Why the engine refers it, each reason in a few words; empty for another act. */
  reasons: string[]
  /** When the oldest question was asked that its applicant has not answered. */
  questionSince: Date | null
  /** Whether its applicant has answered a question, and the answer is unread. */
  unread: boolean
  /** The status that was set by hand though nothing was sent: 'Quoted' or 'Declined'; null if it follows the work. */
  marked: string | null
  /** What the price depends on and has changed since the result: the price may differ today. Empty after a correction. */
  changed: PricePart[]
  /** Whether an earlier result is with the applicant. */
  answered: boolean
  /** Whether its result can be sent together with others: nothing about it needs a separate review. */
  ready: boolean
  /** The admin who has taken it. */
  holder: { id: number; name: string } | null
}

/** What the applications of a list wait for: 'again' is a run after a correction. */
export type WorkList = WorkAct | 'again'

export type WorkGroup = { act: WorkList; count: number; items: WorkItem[] }

const acts = ['decide', 'run', 'send'] as const satisfies readonly WorkAct[]

/** The number of applications without an answer as the bar shows it: '7', or '99+'. */
export async function countWork(db: Db) {
  const count = await queries.countOpen(db, 100)
  return count > 99 ? '99+' : String(count)
}

/** Counts the results on the work list whose price, or whose answers, have changed since. */
export async function countOutdated(db: Db) {
  const { groups } = await findWork(db)
  const isOutdated = ({ changed, corrected }: WorkGroup['items'][number]) => corrected || changed.length > 0
  return groups.reduce((sum, { items }) => sum + items.filter(isOutdated).length, 0)
}

/** The number of the oldest applications without an answer that are checked. */
const maxChecked = 5000

/** Parses whose applications the work list shows: 'me' or 'nobody'; anything else means all. */
export function holdersOf(text: string | null, by: number): queries.Holders | undefined {
  if (text === 'me') return { admin: by }
  return text === 'nobody' ? { nobody: true } : undefined
}

/**
 * Returns what waits for an admin, the oldest applications first; `holders` limits it to those that they have taken. Corrected applications
 * count as such where they are listed: among the oldest of what they waited for before.
 */
export async function findWork(
  db: Db,
  {
    today = calendarDay(new Date()),
    holders,
  }: { today?: string; holders?: queries.Holders | undefined } = {},
): Promise<{ groups: WorkGroup[]; messages: number; requests: number; mails: number }> {
  const [rows, others] = await Promise.all([
    queries.listWork(db, { shown: shownOfEach, maxChecked, holders }),
    queries.countElse(db),
  ])
  const corrected: WorkItem[] = []
  const groups: WorkGroup[] = acts.map((act) => {
    const own = rows.filter((row) => row.act === act)
    const all = own.map((row) => itemOf(row, today))
    const items = all.filter((item) => !item.corrected)
    corrected.push(...all.filter((item) => item.corrected))
    return { act, count: (own[0]?.count ?? 0) - all.length + items.length, items }
  })
  corrected.sort((a, b) => a.submittedAt.getTime() - b.submittedAt.getTime())
  groups.splice(1, 0, { act: 'again', count: corrected.length, items: corrected })
  return { groups, ...others }
}

type Question = { quote_submission_id: number }

/**
 * Returns what waits, each application once. One with an unread answer is among the answers, since that comes before a decision or a sent
 * result; one that has never run is there, since it is run with all others; one with an open question stands with what can be done without
 * an answer, if anything.
 */
export function eachOnce<Answer extends Question, Asked extends Question>(
  groups: readonly WorkGroup[],
  questions: { answers: readonly Answer[]; count: number; asked: readonly Asked[]; waiting: number },
) {
  const toRun = idsOf(groups.filter(({ act }) => act === 'run'))
  const answers = questions.answers.filter((one) => !toRun.has(one.quote_submission_id))
  const unread = new Set(answers.map((one) => one.quote_submission_id))
  const left = groups.map((group) => {
    const items = group.items.filter(({ quoteId }) => !unread.has(quoteId))
    return { ...group, items, count: group.count - group.items.length + items.length }
  })
  const acted = idsOf(left)
  const asked = questions.asked.filter(({ quote_submission_id: id }) => !unread.has(id) && !acted.has(id))
  return {
    groups: left,
    questions: {
      answers,
      count: questions.count - questions.answers.length + answers.length,
      asked,
      waiting: questions.waiting - questions.asked.length + asked.length,
    },
  }
}

function idsOf(groups: readonly WorkGroup[]) {
  return new Set(groups.flatMap(({ items }) => items.map(({ quoteId }) => quoteId)))
}

/** The results that one admin can send together are those of applications that no other admin has taken. */
const sendable = (by: number) => ({ admin: by, nobody: true })

/**
 * Returns the oldest results that one admin can send together, and those that are left out: they need a separate review, or another admin
 * has taken them. Those with an unread answer are among the answers. `waiting` counts all that the admin could send, listed or not.
 */
export async function listToSend(
  db: Db,
  { by, today = calendarDay(new Date()) }: { by: number; today?: string },
) {
  const list = async (holders: queries.Holders) => {
    const rows = await queries.listWork(db, { shown: shownOfEach, maxChecked, holders })
    return rows.filter(({ act, unread }) => act === 'send' && !unread)
  }
  const [own, others] = await Promise.all([list(sendable(by)), list({ otherThan: by })])
  const items = own.map((row) => itemOf(row, today))
  return {
    ready: items.filter(({ ready }) => ready),
    leftOut: [...items.filter(({ ready }) => !ready), ...others.map((row) => itemOf(row, today))],
    waiting: own[0]?.count ?? 0,
  }
}

/** Returns those of the chosen results that can be sent together now, the oldest application first. */
export async function findToSend(
  db: Db,
  chosen: readonly ChosenResult[],
  { by, today = calendarDay(new Date()) }: { by: number; today?: string },
) {
  const rows = await queries.listWork(db, {
    shown: chosen.length,
    maxChecked,
    holders: sendable(by),
    quotes: chosen.map(({ quoteId }) => quoteId),
  })
  return rows
    .map((row) => itemOf(row, today))
    .filter(({ ready, resultId }) => ready && chosen.some((one) => one.resultId === resultId))
}

/**
 * Sends results, each to its applicant; returns how many were sent, and why the others were not. One that has come to need a separate
 * review since it was chosen is not sent.
 */
export async function sendResults(
  db: Db,
  chosen: readonly ChosenResult[],
  {
    by,
    site,
    sandbox,
    today = calendarDay(new Date()),
  }: { by: number; site: Site; sandbox?: Pick<Sandbox, 'runFigures'>; today?: string },
) {
  const ready = new Set((await findToSend(db, chosen, { by, today })).map(({ resultId }) => resultId))
  const refusals: (ChosenResult & { message: string })[] = []
  for (const one of chosen) {
    const outcome = ready.has(one.resultId)
      ? await sendOffer(db, one.resultId, { by, site, sandbox, replaces: null, decision: one.decisionId })
      : {
          ok: false as const,
          message: 'It was sent, or has changed, since you opened the page. Look at it again.',
        }
    if (!outcome.ok) refusals.push({ ...one, message: outcome.message })
  }
  return { sent: chosen.length - refusals.length, refusals }
}

/** The oldest applications that the next one is chosen from. */
const maxCheckedForNext = 500

/**
 * Returns the oldest other application that waits for `act` or, if there is none, for another act; null if nothing else waits. Those that
 * other admins have taken are left out.
 */
export async function findNext(
  db: Db,
  {
    act,
    after,
    by,
    today = calendarDay(new Date()),
  }: { act: WorkAct; after: number; by: number; today?: string },
) {
  const holders = { admin: by, nobody: true }
  const rows = await queries.listWork(db, { shown: 2, maxChecked: maxCheckedForNext, holders })
  const others = rows.filter((row) => row.quote_id !== after)
  const row =
    others.find((other) => other.act === act) ??
    acts.flatMap((one) => others.find((other) => other.act === one) ?? [])[0]
  return row ? { act: row.act, ...itemOf(row, today) } : null
}

function itemOf(row: queries.WorkRow, today: string): WorkItem {
  const due = addBusinessDays(calendarDay(row.submitted_at), facts.quoteBusinessDays)
  const corrected = isOutdatedBy(row.corrections, row)
  const isInTalk = row.question_since !== null || row.unread
  const asksForLook = corrected || row.changed.length > 0 || row.marked !== null || isInTalk || row.answered
  const ready = row.act === 'send' && !asksForLook
  const offersNothing = corrected || row.decision === 'declined'
  return {
    quoteId: row.quote_id,
    name: row.name,
    employer: row.employer,
    income: row.income,
    years: row.employment_length,
    state: row.region_state,
    submittedAt: row.submitted_at,
    due,
    daysLeft: daysBetween(today, due),
    isLate: due < today && !row.answered,
    isDueToday: due === today && !row.answered,
    resultId: row.result_id,
    decision: row.decision,
    decisionId: row.decision_id,
    proposed: row.proposed,
    decided: row.decided,
    corrected,
    tier: offersNothing ? null : row.tier,
    cover: offersNothing ? null : row.cover,
    premium: offersNothing ? null : row.premium,
    reasons: corrected ? [] : referralReasons(row.reasons),
    questionSince: row.question_since,
    unread: row.unread,
    marked: row.marked,
    changed: corrected ? [] : row.changed,
    answered: row.answered,
    ready,
    holder: row.holder_id === null ? null : { id: row.holder_id, name: row.holder ?? '' },
  }
}
