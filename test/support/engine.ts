import { readFileSync } from 'node:fs'

import { parse } from 'csv-parse/sync'

import type { EngineResult } from '~/engine/engine.schema'
import type { EngineQuote } from '~/engine/sample-quotes'

type Row = Record<string, string | number | boolean | null>

export type EngineInput = {
  quote: Record<string, unknown>
  tiers: unknown
  employer: unknown
  industry: unknown
  gender: unknown
  synergy: unknown
  asOf: string
}

export const engineSource = readFileSync('app/engine/underwrite.js', 'utf8')

/** The default engine, run natively. */
export const underwrite = new Function(`${engineSource}\nreturn underwrite`)() as (
  input: unknown,
) => EngineResult

function rows(file: string): Row[] {
  const cells: Record<string, string>[] = parse(readFileSync(`db/reference/${file}`), { columns: true })
  return cells.map((row, index) => ({
    id: index + 1,
    ...Object.fromEntries(
      Object.entries(row).map(([name, text]) => [
        name,
        text !== '' && !Number.isNaN(Number(text)) ? Number(text) : text,
      ]),
    ),
  }))
}

export const reference = {
  tiers: rows('coverage_tier_config.csv'),
  employers: rows('employer_risk_data.csv'),
  industries: rows('industry_fallback.csv'),
  genders: rows('industry_gender_stats.csv'),
  months: rows('simulation_results.csv'),
}

/** The engine's input for a quote, from the bundled tables. */
export function inputFor(quote: EngineQuote): EngineInput {
  const named = (list: Row[], column: string, name: unknown) =>
    list.find((row) => row[column] === name) ?? null
  return {
    quote,
    tiers: reference.tiers,
    employer: named(reference.employers, 'employer_name', quote.employer_name),
    industry: named(reference.industries, 'industry_name', quote.industry),
    gender: named(reference.genders, 'industry_name', quote.industry),
    synergy: reference.months.at(-1) ?? null,
    asOf: '2026-01-15',
  }
}
