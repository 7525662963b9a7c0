import type { Db } from '../../../db/schema'
import { facts } from '~/content/facts'
import { addBusinessDays } from '~/domain/business-days'
import { addDays, calendarDay } from '~/domain/dates'
import { sumWaiting } from '~/domain/decisions/waiting.queries.server'
import { countUndelivered } from '~/domain/mail/delivery.queries.server'
import { offerMails } from '~/domain/offers/offers.server'

import { countAnswers, countByGroup, type Figures, type Group } from './overview.queries.server'
import { newestMonths } from './portfolio.queries.server'

export type { Figures } from './overview.queries.server'

/** The newest applications that are counted, so that the cost does not grow with the table. */
const newest = 10_000
/** The newest mails that wait, and that failed, among which those with an answer are counted. */
const maxMails = 5000

/** Returns the outcomes of the applications of the last `days` days (UTC), today included, and of as many days before them. */
export async function readOverview(db: Db, days: number, now: Date, max = newest) {
  const today = calendarDay(now)
  const to = addDays(today, 1)
  const from = addDays(to, -days)
  const before = { from: addDays(from, -days), until: addDays(from, -1) }
  const [groups, earlier, answers, waiting, undelivered] = await Promise.all([
    countByGroup(db, { from, to, max }),
    countByGroup(db, { from: before.from, to: from, max }),
    countAnswers(db, { from, to, max }),
    sumWaiting(db),
    countUndelivered(db, offerMails, maxMails),
  ])
  const totals = totalOf(groups)
  return {
    from,
    until: today,
    /** Whether there are more applications than are counted. */
    cut: totals.applications >= max,
    totals,
    before: { ...totalOf(earlier), ...before },
    /** What waits now, regardless of when it was sent. */
    waiting,
    /** The mails with an answer that wait or have failed now. */
    undelivered,
    curve: curveOf(groups, { from, until: today }),
    industries: groupsBy(groups, 'industry'),
    tiers: groupsBy(groups, 'tier'),
    answers: timesToAnswer(answers),
    simulated: await readSimulated(db),
  }
}

/** The last class of the times to an answer has this number of business days or more. */
const lastClass = 6

type Answers = Awaited<ReturnType<typeof countAnswers>>

function timesToAnswer(answers: Answers) {
  const counts = Array.from({ length: lastClass + 1 }, () => 0)
  for (const { submitted, answered, count } of answers) counts[businessDays(submitted, answered)]! += count
  const count = sumOf(answers)
  return {
    count,
    /** Answered by the day that is promised. */
    inTime: counts.slice(0, facts.quoteBusinessDays + 1).reduce((sum, each) => sum + each, 0),
    /** Business days, the last class for all above; null without an answer. */
    median: medianOf(counts, count),
    classes: counts.map((each, days) => ({ days, orMore: days === lastClass, count: each })),
  }
}

/** Returns the business days between two days, at most the last class. */
function businessDays(submitted: string, answered: string) {
  let days = 0
  while (days < lastClass && answered > addBusinessDays(submitted, days)) days += 1
  return days
}

/** Returns the lower median. */
function medianOf(counts: readonly number[], all: number) {
  let below = 0
  const days = counts.findIndex((count) => (below += count) * 2 >= all)
  return all === 0 ? null : days
}

const simulatedMonths = 12

/** Sums the latest simulated months; null without any. */
async function readSimulated(db: Db) {
  const months = await newestMonths(db, simulatedMonths)
  const [first, last] = [months[0], months.at(-1)]
  if (!first || !last) return null
  const premium = months.reduce((sum, each) => sum + (each.premium ?? 0), 0)
  const claims = months.reduce((sum, each) => sum + (each.claims ?? 0), 0)
  return {
    scenario: last.scenario,
    from: first.month,
    until: last.month,
    months: months.length,
    /** US dollars in all months. */
    premium,
    claims,
    claim_count: months.reduce((sum, each) => sum + (each.claim_count ?? 0), 0),
    loss_ratio: premium > 0 ? claims / premium : null,
  }
}

function totalOf(groups: readonly Group[]): Figures {
  const { by: _, name: __, ...figures } = groups.find(({ by }) => by === 'all')!
  return figures
}

/** Returns the groups by an industry or a tier; their sums are the totals. Those without one are a last group, without a name. */
function groupsBy(groups: readonly Group[], kind: Group['by']) {
  const own = groups.flatMap(({ by, ...group }) => (by === kind ? [group] : []))
  return [...own.filter(({ name }) => name !== null), ...own.filter(({ name }) => name === null)]
}

/** The outcomes of the applications of some days, YYYY-MM-DD, both included; dollars a month. */
export type CurvePoint = {
  first: string
  last: string
  applications: number
  decided: number
  premium: number
}

/** The longest period with a point for each day; others have one for each week, the first of which may be shorter. */
const maxDailyPoints = 31

/** Returns the figures of a period by the day or the week of the application, in order. */
function curveOf(groups: readonly Group[], { from, until }: { from: string; until: string }): CurvePoint[] {
  const byDay = new Map(groups.flatMap((group) => (group.by === 'day' ? [[group.name, group]] : [])))
  const days: string[] = []
  for (let day = until; day >= from; day = addDays(day, -1)) days.push(day)
  const size = days.length > maxDailyPoints ? 7 : 1
  const chunks = Array.from({ length: Math.ceil(days.length / size) }, (_, index) =>
    days.slice(index * size, (index + 1) * size).toReversed(),
  )
  return chunks.toReversed().map((chunk) => {
    const figures = chunk.flatMap((day) => byDay.get(day) ?? [])
    return {
      first: chunk[0]!,
      last: chunk.at(-1)!,
      applications: figures.reduce((sum, { applications }) => sum + applications, 0),
      decided: figures.reduce((sum, { approved, declined }) => sum + approved + declined, 0),
      premium: figures.reduce((sum, { premium }) => sum + premium, 0),
    }
  })
}

function sumOf(rows: readonly { count: number }[]) {
  return rows.reduce((sum, { count }) => sum + count, 0)
}
