import type { Db } from '../../../db/schema'
import { facts } from '~/content/facts'
import { addBusinessDays } from '~/domain/business-days'
import { addDays, calendarDay } from '~/domain/dates'

import { countAnswers, countByGroup, type Figures, type Group } from './overview.queries.server'

export type { Figures } from './overview.queries.server'

/** The newest applications that are counted, so that the cost does not grow with the table. */
const newest = 20_000
/** The groups that are shown, the largest ones. */
const maxGroups = 20

/** Returns what became of the applications of the last `days` days (UTC), today included, and of as many days before them. */
export async function readOverview(db: Db, days: number, now: Date, max = newest) {
  const today = calendarDay(now)
  const to = addDays(today, 1)
  const from = addDays(to, -days)
  const [groups, earlier, answers] = await Promise.all([
    countByGroup(db, { from, to, max }),
    countByGroup(db, { from: addDays(from, -days), to: from, max }),
    countAnswers(db, { from, to, max }),
  ])
  const totals = totalOf(groups)
  return {
    from,
    until: today,
    /** Whether there are more applications than are counted. */
    cut: totals.applications >= max,
    totals,
    before: totalOf(earlier),
    industries: groupsBy(groups, 'industry'),
    tiers: groupsBy(groups, 'tier'),
    answers: {
      count: totals.answered,
      /** Answered by the day that is promised. */
      inTime: sumOf(
        answers.filter(
          ({ submitted, answered }) => answered <= addBusinessDays(submitted, facts.quoteBusinessDays),
        ),
      ),
    },
  }
}

function totalOf(groups: readonly Group[]): Figures {
  const { by: _, name: __, ...figures } = groups.find(({ by }) => by === 'all')!
  return figures
}

/** Without those that have no name: no result, or a refusal without a tier. */
function groupsBy(groups: readonly Group[], wanted: Group['by']) {
  return groups
    .flatMap(({ by, name, ...figures }) => (by === wanted && name !== null ? [{ name, ...figures }] : []))
    .slice(0, maxGroups)
}

function sumOf(rows: readonly { count: number }[]) {
  return rows.reduce((sum, { count }) => sum + count, 0)
}
