import type { Db } from '../../../db/schema'
import { csvLine } from '~/domain/csv'
import { calendarDay } from '~/domain/dates'
import { findActiveEngine } from '~/domain/engine-versions/engine-versions.server'
import type { GateConfiguration } from '~/domain/engine-versions/gate/draws'
import { gateConfiguration } from '~/domain/engine-versions/gate/gate.queries.server'
import { population, populationInputs, type Person } from '~/domain/engine-versions/gate/population.server'
import { fingerprint } from '~/domain/hashes.server'
import type { ResultSummary, Sandbox } from '~/domain/underwriting/sandbox.server'
import { sharedPart, type RunnableEngine } from '~/domain/underwriting/underwriting.server'

import * as queries from './fairness.queries.server'
import {
  compareGroups,
  dimensions,
  dimensionSets,
  kindOf,
  nameOf,
  type Dimension,
  type FairnessReport,
  type GroupTotals,
  type RatedPerson,
} from './groups'

/** Whose outcomes are compared. */
export const bookNames = ['quotes', 'population'] as const
export type BookName = (typeof bookNames)[number]

export type FairnessOutcome =
  { ok: true; report: FairnessReport } | { ok: false; reason: 'missing' | 'busy'; message: string }

/** The newest results whose factors are read: they are large. */
export const newestResults = 2000

/** Compares the groups of the stored quotes, by the newest result of each, or of the bundled population under the engine in use. */
export async function fairnessReport(
  db: Db,
  sandbox: Pick<Sandbox, 'runBatch'>,
  book: BookName,
  today = calendarDay(new Date()),
): Promise<FairnessOutcome> {
  return book === 'quotes'
    ? { ok: true, report: await quotesReport(db, today) }
    : populationReport(db, sandbox, today)
}

async function quotesReport(db: Db, today: string) {
  const fortieth = `${Number(today.slice(0, 4)) - 40}${today.slice(4)}`
  const [rows, people] = await Promise.all([
    queries.groupTotals(db, fortieth),
    queries.newestFactors(db, fortieth, newestResults),
  ])
  const totals = rows.map(({ mask, people, approved, premium, benefit, ...groups }): GroupTotals => {
    // A bit of the mask is set for each column that a row is not grouped by; the first column has the highest.
    const set = dimensions.filter((_, at) => !(mask & (1 << (dimensions.length - 1 - at))))
    const sums = { people, weight: people, approved, premium: premium ?? 0, benefit: benefit ?? 0 }
    return { kind: kindOf(set), name: nameOf(set, groups), ...sums }
  })
  const all = totals.find(({ kind }) => kind === '') ?? emptyTotals('', '')
  return compareGroups(
    all,
    totals.filter(({ kind }) => kind !== ''),
    people,
  )
}

let known: { key: string; report: Promise<FairnessOutcome> } | null = null

/** The report of the population is kept until the engine, the configuration or the day changes. */
async function populationReport(
  db: Db,
  sandbox: Pick<Sandbox, 'runBatch'>,
  today: string,
): Promise<FairnessOutcome> {
  const engine = await findActiveEngine(db)
  if (engine?.interface !== 2)
    return { ok: false, reason: 'missing', message: 'No engine of interface 2 is active.' }
  const configuration = await gateConfiguration(db)
  const key = fingerprint({ hash: engine.hash, configuration, today })
  if (known?.key === key) return known.report
  const report = runPopulation(sandbox, engine, configuration, today)
  const entry = { key, report }
  known = entry
  const forget = () => {
    if (known === entry) known = null
  }
  report.then(({ ok }) => (ok ? undefined : forget()), forget)
  return report
}

async function runPopulation(
  sandbox: Pick<Sandbox, 'runBatch'>,
  engine: RunnableEngine,
  configuration: GateConfiguration,
  today: string,
): Promise<FairnessOutcome> {
  const people = population()
  const inputs = populationInputs(people, configuration, today)
  const [first] = inputs
  if (first === undefined) return { ok: true, report: compareGroups(emptyTotals('', ''), [], []) }
  const { shared } = sharedPart(engine, first)
  const own = inputs.map((input) => ({ ...input, tiers: undefined }))
  const outcomes = await sandbox.runBatch(engine.source, own, { shared })
  const failed = outcomes.find((outcome) => !outcome.ok)
  if (failed && !failed.ok) return { ok: false, reason: 'busy', message: failed.message }
  const results = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.result] : []))
  return { ok: true, report: compareResults(people, results) }
}

function compareResults(people: readonly Person[], results: readonly ResultSummary[]) {
  const all = emptyTotals('', '')
  const totals = new Map<string, GroupTotals>()
  const rated: RatedPerson[] = []
  for (const [index, { groups, weight }] of people.entries()) {
    const result = results[index]
    if (!result) continue
    const own = Object.fromEntries(dimensions.map((name) => [name, groups[name] ?? ''])) as Record<
      Dimension,
      string
    >
    addResult(all, weight, result)
    for (const set of dimensionSets) {
      const [kind, name] = [kindOf(set), nameOf(set, own)]
      const key = `${kind}: ${name}`
      const group = totals.get(key) ?? emptyTotals(kind, name)
      totals.set(key, group)
      addResult(group, weight, result)
    }
    if (result.status !== 'declined') rated.push({ groups: own, weight, factors: result.factors })
  }
  return compareGroups(all, [...totals.values()], rated)
}

function emptyTotals(kind: string, name: string): GroupTotals {
  return { kind, name, people: 0, weight: 0, approved: 0, premium: 0, benefit: 0 }
}

function addResult(group: GroupTotals, weight: number, result: ResultSummary) {
  group.people += 1
  group.weight += weight
  if (result.status === 'approved') group.approved += weight
  if (result.status === 'declined' || !(result.max_coverage > 0)) return
  group.premium += weight * result.monthly_premium
  group.benefit += weight * result.max_coverage
}

/** Returns the groups of a report as CSV. */
export function fairnessCsv({ groups }: FairnessReport) {
  const head = [
    'kind',
    'group',
    'people',
    'approved_share',
    'approval_ratio',
    'below_four_fifths',
    'premium_per_1000',
    'price_ratio',
    'moved_by',
  ]
  const round = (value: number | null) => (value === null ? null : Math.round(value * 10_000) / 10_000)
  const lines = groups.map((group) =>
    csvLine([
      group.kind,
      group.name,
      group.people,
      round(group.approvedShare),
      round(group.approvalRatio),
      group.belowFourFifths,
      round(group.perThousand),
      round(group.priceRatio),
      group.movers.map(({ factor, ratio }) => `${factor} ${ratio.toFixed(3)}`).join('; '),
    ]),
  )
  return csvLine(head) + lines.join('')
}
