import type { Db } from '../../../db/schema'
import { addDays, calendarDay } from '~/domain/dates'
import { briefMoney, compactMoney } from '~/domain/formats'
import { quotes } from '~/domain/submissions/kinds'

import type { Period } from './period'
import { lineGeometry, spreadGeometry, stackGeometry } from './charts.server'
import {
  countByDay,
  countResults,
  newestScenario,
  spreadOfPremiums,
  type ScenarioMonth,
} from './portfolio.queries.server'

/** Limits on the newest quotes per status, results and tiers, so that the page's cost does not grow with the tables. */
const newestQuotes = 300_000
const newestResults = 10_000
const maxTiers = 20

export type Portfolio = Awaited<ReturnType<typeof drawPortfolio>>

/** Percent. The target loss ratio of the business. */
const targetLossRatio = 65

/** The portfolio in figures and charts, as of an instant. */
export async function drawPortfolio(db: Db, { days, months }: Period, now: Date) {
  const [sent, premiums, results, scenario] = await Promise.all([
    countQuotes(db, days, now),
    spreadOfPremiums(db, { max: newestResults, tiers: maxTiers }),
    countResults(db, newestResults + 1),
    newestScenario(db, months),
  ])
  return {
    target: targetLossRatio,
    quotes: sent,
    premiums: {
      rows: premiums,
      newestOnly: results > newestResults ? newestResults : null,
      chart: spreadGeometry(
        premiums.map((row) => ({ ...row, name: row.tier })),
        briefMoney,
      ),
    },
    scenario: {
      name: scenario.at(-1)?.scenario ?? null,
      months: scenario,
      ...drawScenario(scenario),
    },
  }
}

/**
 * Counts quotes by day (beyond 90 days: by week, counted back from today) and status. `since` is later than requested when there are more
 * quotes than are counted: incomplete days are omitted.
 */
export async function countQuotes(db: Db, days: number, now: Date, max = newestQuotes) {
  const today = calendarDay(now)
  const requested = addDays(today, 1 - days)
  const counted = await countByDay(db, { since: requested, until: today, statuses: quotes.statuses, max })
  // If all `max` of a status were counted, its earliest day may be incomplete.
  const cut = quotes.statuses.flatMap((status) => {
    const of = counted.filter((row) => row.status === status)
    const sum = of.reduce((all, { count }) => all + count, 0)
    return sum >= max ? [addDays(of[0]!.day, 1)] : []
  })
  const since = cut.reduce((latest, day) => (day > latest ? day : latest), requested)
  const span = days > 90 ? 7 : 1
  const counts = new Map(counted.map(({ day, status, count }) => [`${day} ${status}`, count]))
  const bars: { first: string; last: string; counts: number[] }[] = []
  for (let last = today; last >= since; last = addDays(last, -span)) {
    const inside = Array.from({ length: span }, (_, index) => addDays(last, -index)).filter(
      (day) => day >= since,
    )
    const sum = (status: string) =>
      inside.reduce((all, day) => all + (counts.get(`${day} ${status}`) ?? 0), 0)
    bars.unshift({ first: inside.at(-1)!, last, counts: quotes.statuses.map(sum) })
  }
  const totals = quotes.statuses.map((_, index) => bars.reduce((sum, { counts }) => sum + counts[index]!, 0))
  return {
    statuses: quotes.statuses,
    since,
    until: today,
    cut: since > requested,
    weekly: span > 1,
    bars,
    totals,
    chart: stackGeometry(
      bars.map(({ first, counts }) => ({ label: shortDay(first), counts })),
      quotes.statuses,
    ),
  }
}

function drawScenario(months: readonly ScenarioMonth[]) {
  const over = (value: (month: ScenarioMonth) => number | null) =>
    months.map((month) => ({ label: shortMonth(month.month), value: value(month) }))
  const percent = (value: number) => `${value.toLocaleString('en-US', { maximumFractionDigits: 1 })}%`
  return {
    lossRatio: lineGeometry(
      over((month) => month.loss_ratio),
      { target: targetLossRatio, minTop: 100, format: percent },
    ),
    reserve: lineGeometry(
      over((month) => month.reserve),
      { minTop: 1000, format: compactMoney },
    ),
    meltdown: lineGeometry(
      over((month) => month.meltdown),
      { minTop: 10, format: percent },
    ),
  }
}

const inUtc = { timeZone: 'UTC' } as const
const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', ...inUtc })
const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', ...inUtc })

const shortDay = (day: string) => dayFormat.format(new Date(day))
const shortMonth = (day: string) => monthFormat.format(new Date(day))
