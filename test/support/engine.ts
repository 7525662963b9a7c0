import { readFileSync } from 'node:fs'

import { parse } from 'csv-parse/sync'

import type { GateConfiguration, GateInput, Row } from '~/domain/engine-versions/gate/draws'
import { inputOf, typicalAnswers } from '~/domain/engine-versions/gate/draws'
import { bundledTables } from '~/engine/bundled-tables'
import type { EngineResult } from '~/engine/engine.schema'
import type { EngineTables } from '~/engine/model/tables'

export const engineSource = readFileSync('app/engine/underwrite.js', 'utf8')
const firstSource = readFileSync('app/engine/version-1/underwrite.js', 'utf8')

/** The engines that a new database gets. */
export const bundledEngines = { first: firstSource, source: engineSource }

type Engine = (input: GateInput & { tables: EngineTables }) => EngineResult

/** Runs an engine's source natively. */
export function native(source: string) {
  return new Function(`${source}\nreturn underwrite`)() as Engine
}

const bundled = native(engineSource)

/** The bundled engine with the bundled tables, run natively. */
export function underwrite(input: GateInput, tables: EngineTables = bundledTables) {
  return bundled({ ...input, tables })
}

/** The engine of interface 1, run natively. */
export const underwriteFirst = native(firstSource) as unknown as (input: unknown) => unknown

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
}

/** The bundled configuration. */
export const configuration: GateConfiguration = {
  tiers: reference.tiers,
  employers: reference.employers,
  industries: reference.industries,
}

export const asOf = '2026-01-15'

/**
 * The input for a typical applicant with some other answers, from the bundled tables. `employer` names a record, whose answers the applicant
 * gives unless `answers` has others.
 */
export function inputFor(answers: Row = {}, employer?: string): GateInput {
  const record = reference.employers.find(({ employer_name }) => employer_name === employer) ?? null
  const own = record && {
    industry: record.industry ?? null,
    employer_type: record.employer_type ?? null,
    employer_size: record.employer_size ?? null,
  }
  const quote: Row = { ...typicalAnswers, ...own, ...answers }
  if ('income' in answers && !('salary' in answers)) quote.salary = 12 * Number(answers.income)
  return inputOf(configuration, quote, record, asOf)
}
