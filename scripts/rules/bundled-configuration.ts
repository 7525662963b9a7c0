import { readFileSync } from 'node:fs'

import { parse } from 'csv-parse/sync'

import type { GateConfiguration, Row } from '~/domain/engine-versions/gate/draws'

/** Reads a file of db/reference: numbers as numbers, with ids from 1. */
export function referenceRows(name: string): Row[] {
  const records: Record<string, string>[] = parse(readFileSync(`db/reference/${name}.csv`), { columns: true })
  return records.map((record, index) => ({
    id: index + 1,
    ...Object.fromEntries(
      Object.entries(record).map(([column, text]) => [
        column,
        text !== '' && Number.isFinite(Number(text)) ? Number(text) : text,
      ]),
    ),
  }))
}

/** The configuration that a new database gets. */
export const bundledConfiguration: GateConfiguration = {
  tiers: referenceRows('coverage_tier_config'),
  employers: referenceRows('employer_risk_data'),
  industries: referenceRows('industry_fallback'),
  stateRules: [],
}
