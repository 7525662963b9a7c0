import { adminTime, capital, money, signedMoney } from '~/domain/formats'
import { fourDecimals } from '~/domain/office-formats'

import { readDetails, type ResultDetails } from './details'

/** The title of the part with the decision and the price. */
export const decisionPart = 'Decision and figures'

/** A line of a comparison, as text; an absent value is ''. */
export type ComparedRow = { name: string; one: string; other: string; differs: boolean }
export type ComparedPart = { title: string; rows: ComparedRow[] }

export type Comparable = {
  date_created: string | Date
  decision: string
  coverage_tier: string | null
  max_coverage: number | null
  monthly_premium: number | null
  annual_premium: number | null
  ratio: number | null
  user_score: number
  combined_risk_factor: number
  engine_hash: string
  configuration_hash: string
  calculation_details: object
}

/** Compares two results: every figure, factor and step, and what made them. Factors and steps are matched by name. */
export function compareResults(one: Comparable, other: Comparable): ComparedPart[] {
  const a = readDetails(one.calculation_details, one.monthly_premium)
  const b = readDetails(other.calculation_details, other.monthly_premium)
  const figure = (name: string, read: (result: Comparable) => string) => row(name, read(one), read(other))
  return [
    {
      title: decisionPart,
      rows: [
        figure('Decision', (result) => capital(result.decision)),
        row('Reasons', reasonsText(a), reasonsText(b)),
        row('Warnings', a.warnings.join(' ') || 'None', b.warnings.join(' ') || 'None'),
        figure('Coverage tier', (result) => result.coverage_tier ?? 'N/A'),
        figure('Max coverage', (result) => money(result.max_coverage)),
        row('Base premium of the tier', money(a.base_premium), money(b.base_premium)),
        figure('Monthly premium', (result) => money(result.monthly_premium)),
        figure('Annual premium', (result) => money(result.annual_premium)),
        figure('Ratio of coverage to monthly premium', (result) => fourDecimals(result.ratio)),
        figure('User score', (result) => fourDecimals(result.user_score)),
        figure('Combined risk factor', (result) => fourDecimals(result.combined_risk_factor)),
      ],
    },
    {
      title: 'Factors',
      rows: paired(
        a.factors.map((factor) => [factor.label, factorText(factor)]),
        b.factors.map((factor) => [factor.label, factorText(factor)]),
      ),
    },
    {
      title: 'Steps',
      rows: paired(
        a.steps.map(({ label, formula, value }) => [label, `${formula} = ${value}`]),
        b.steps.map(({ label, formula, value }) => [label, `${formula} = ${value}`]),
      ),
    },
    {
      title: 'What made them',
      rows: [
        // The time of the run is not a difference.
        { ...figure('Run at', (result) => `${adminTime(result.date_created)} UTC`), differs: false },
        figure('Engine version', (result) => result.engine_hash.slice(0, 12)),
        figure('Configuration', (result) => result.configuration_hash.slice(0, 12)),
        ...paired(entriesOf(a.data_sources), entriesOf(b.data_sources)),
      ],
    },
  ]
}

/** A text that is a number, one with its answer ('1.0500 (3 years)'), or a formula with its value ('1 + 2 = 3'). */
const numberPattern = /^(?:.* = )?(\$?)(-?[\d,]+(?:\.\d+)?)(?: \([^()]*\))?$/

/** Returns by how much a number changes, with its sign: '+$9.62', '−0.05'; '' where a side is no number, or both are the same. */
export function changeText(one: string, other: string) {
  const [a, b] = [numberPattern.exec(one), numberPattern.exec(other)]
  if (!a || !b || a[1] !== b[1]) return ''
  const [before, after] = [a[2]!, b[2]!]
  const change = Number(after.replaceAll(',', '')) - Number(before.replaceAll(',', ''))
  if (a[1] === '$') return change === 0 ? '' : signedMoney(change)
  const decimals = Math.max(...[before, after].map((text) => text.split('.')[1]?.length ?? 0))
  const size = Math.abs(change).toFixed(decimals)
  return Number(size) === 0 ? '' : `${change < 0 ? '−' : '+'}${size}`
}

/** Returns the lines that differ, without the parts that have none. */
export function onlyDifferences(parts: readonly ComparedPart[]): ComparedPart[] {
  return parts
    .map(({ title, rows }) => ({ title, rows: rows.filter(({ differs }) => differs) }))
    .filter(({ rows }) => rows.length > 0)
}

function reasonsText({ decision }: ResultDetails) {
  return decision.reasons.map(({ text }) => text).join(' ')
}

function factorText({ multiplier, answer }: ResultDetails['factors'][number]) {
  return `${multiplier.toFixed(4)} (${answer})`
}

function entriesOf(record: Record<string, unknown>): [string, string][] {
  return Object.entries(record).map(([name, value]) => [
    capital(name.replaceAll('_', ' ')),
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
}

/** Matches by name, in the order of the first list, followed by the rest of the second. Repeated names are matched in order. */
function paired(one: [string, string][], other: [string, string][]): ComparedRow[] {
  const left = [...other]
  const rows = one.map(([name, text]) => {
    const at = left.findIndex(([its]) => its === name)
    const [match] = at < 0 ? [] : left.splice(at, 1)
    return row(name, text, match?.[1] ?? '')
  })
  return [...rows, ...left.map(([name, text]) => row(name, '', text))]
}

function row(name: string, one: string, other: string): ComparedRow {
  return { name, one, other, differs: one !== other }
}
