import { format, resolveConfig } from 'prettier'

import type { History } from '~/engine/model/history'
import type { ClaimTables, RatingTable } from '~/engine/model/tables'

const note = '// Computed from db/reference by `npm run model -- --write`. Do not edit.'

/** Returns the text of app/engine/model/claim-tables.ts. */
export function claimTablesFile(tables: ClaimTables) {
  return formatted(`${note}

import type { ClaimTables } from './tables'

export const claimTables: ClaimTables = ${JSON.stringify(tables)}`)
}

/** Returns the text of app/engine/model/rating-tables.ts. */
export function ratingTablesFile(tables: readonly RatingTable[]) {
  return formatted(`${note}

import type { RatingTable } from './tables'

export const ratingTables: readonly RatingTable[] = ${JSON.stringify(tables)}`)
}

/** Returns the text of app/engine/model/history-tables.ts. */
export function historyTablesFile(history: History) {
  return formatted(`${note}

import type { History } from './history'

export const historyTables: History = ${JSON.stringify(history)}`)
}

async function formatted(text: string) {
  return format(text, { ...(await resolveConfig('app/engine/model/tables.ts')), parser: 'typescript' })
}
