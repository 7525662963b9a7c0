import type { Book } from './book'
import type { Period } from './model/claim-model'
import { joltsIndustry } from './model/history'
import { historyTables } from './model/history-tables'
import type { ScenarioName } from './scenario-names'

/**
 * The claim level of a phase: that of a period of the claim model, or the months of history from one on. `drawn` starts at a month that
 * each path draws.
 */
type Level = Period | { from: string } | 'drawn'

/** Consecutive months: how fast members join, as a share of members a month (judgement), and how claims run. */
type Phase = { name: string; months: number; joining: number; claims: Level }

const steady: Phase = { name: 'Steady', months: Infinity, joining: 0.02, claims: 'cycle' }

function replay(from: string, months: number): Phase[] {
  return [{ name: 'Replay', months, joining: 0.02, claims: { from } }, steady]
}

const scenarios: Record<ScenarioName, readonly Phase[]> = {
  baseline: [
    { name: 'Pilot', months: 8, joining: 0.06, claims: 'normal' },
    { name: 'Growth', months: 14, joining: 0.07, claims: 'normal' },
    { name: 'Stress', months: 6, joining: 0.03, claims: { from: '2001-07' } },
    { name: 'Recovery', months: 8, joining: 0.04, claims: 'cycle' },
    { name: 'Steady', months: Infinity, joining: 0.045, claims: 'cycle' },
  ],
  downturn: [
    { name: 'Pilot', months: 8, joining: 0.05, claims: 'normal' },
    { name: 'Stress', months: 12, joining: 0.02, claims: { from: '2001-07' } },
    { name: 'Recovery', months: Infinity, joining: 0.04, claims: 'cycle' },
  ],
  recession: [
    { name: 'Pilot', months: 8, joining: 0.05, claims: 'normal' },
    { name: 'Stress', months: 18, joining: 0.01, claims: { from: '2008-07' } },
    { name: 'Recovery', months: Infinity, joining: 0.035, claims: 'cycle' },
  ],
  growth: [
    { name: 'Pilot', months: 6, joining: 0.1, claims: 'normal' },
    { name: 'Growth', months: Infinity, joining: 0.1, claims: 'cycle' },
  ],
  '2001-2003': replay('2001-01', 36),
  '2008-2010': replay('2008-01', 36),
  '2020': replay('2020-01', 12),
  history: [{ name: 'Replay', months: Infinity, joining: 0.02, claims: 'drawn' }],
}

/** The replays of history, with their number of months. */
export const replays = [
  { scenario: '2001-2003', months: 36 },
  { scenario: '2008-2010', months: 36 },
  { scenario: '2020', months: 12 },
] as const

/** A month of a scenario, without what a path draws. */
export type PlannedMonth = {
  phase: string
  joining: number
  /** The chance of a payable claim in a year by industry of the book. */
  chances: readonly number[]
  /** Whether the economy of the month is expected rather than known: history is known. */
  expected: boolean
}

/** Returns the months of a scenario. `draw` is a number from 0 to 1 and selects the first month of a drawn history. */
export function planScenario(
  book: Book,
  scenario: ScenarioName,
  months: number,
  draw: number,
): PlannedMonth[] {
  const plan: PlannedMonth[] = []
  for (const { name: phase, months: length, joining, claims } of scenarios[scenario]) {
    for (let month = 0; month < length && plan.length < months; month += 1) {
      const isPeriod = typeof claims === 'string' && claims !== 'drawn'
      plan.push({
        phase,
        joining,
        chances: isPeriod
          ? book.industries.map(({ chance }) => chance[claims])
          : chancesIn(book, firstMonth(claims, draw) + month),
        expected: isPeriod,
      })
    }
  }
  return plan
}

function firstMonth(level: Exclude<Level, Period>, draw: number) {
  const { months } = historyTables
  if (level === 'drawn') return Math.min(months.length - 1, Math.floor(draw * months.length))
  const index = months.findIndex(({ month }) => month === level.from)
  if (index === -1) throw new Error(`No month of history is ${level.from}`)
  return index
}

const columns = new Map(historyTables.industries.map((name, index) => [name, index]))

/** The claim model through the cycle, moved to a month of history. After the last month comes the first. */
function chancesIn(book: Book, index: number) {
  const { displacement, payable } = historyTables.months[index % historyTables.months.length]!
  return book.industries.map(({ name, chance }) => {
    const column = columns.get(joltsIndustry(name))
    if (column === undefined) throw new Error(`No history of the industry ${name}`)
    return Math.min(1, chance.cycle * (displacement[column] ?? NaN) * payable)
  })
}
