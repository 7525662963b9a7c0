import { setTimeout as wait } from 'node:timers/promises'

import type { Db } from '../../../db/schema'
import type { CalculationDetails } from '~/engine/engine.schema'
import { log } from '~/log.server'

import { readDetails, type ResultDetails } from './details'
import { lockUnstored, storeFactors, type Factor } from './result-factors.queries.server'

/** Returns the factors of a calculation as they are stored. Of two with one name the first counts. */
export function factorsOf({ factors }: Pick<CalculationDetails | ResultDetails, 'factors'>): Factor[] {
  return factors.map(({ name, multiplier, dollars }) => ({ factor: name, multiplier, dollars }))
}

/** Stores the factors of a result that is stored already, in place of those that it has. */
export async function replaceFactors(
  trx: Db,
  result: { id: number; calculation_details: object; monthly_premium: number | null },
) {
  await storeFactors(trx, [flat(result)])
}

function flat(result: { id: number; calculation_details: object; monthly_premium: number | null }) {
  const details = readDetails(result.calculation_details, result.monthly_premium)
  return { id: result.id, lossRatio: details.expected?.lossRatio ?? null, factors: factorsOf(details) }
}

/** Results a transaction. */
const batch = 200

/** Copies the factors of one batch of results. @returns the number of results. */
export async function storeMissingFactors(db: Db, limit = batch) {
  return db.transaction().execute(async (trx) => {
    const results = await lockUnstored(trx, limit)
    await storeFactors(trx, results.map(flat))
    return results.length
  })
}

/**
 * Copies the factors of results that were stored without them, batch by batch, so that other statements run in between. What an
 * interruption leaves is continued at the next start.
 */
export function startFactorCopy(db: Db) {
  const stopping = new AbortController()
  const copy = async () => {
    while (!stopping.signal.aborted && (await storeMissingFactors(db)) > 0)
      await wait(20, undefined, { signal: stopping.signal })
  }
  const copying = copy().catch((error: unknown) => {
    if (!stopping.signal.aborted)
      log.warn({ err: error }, 'factors of results could not be copied: the next start goes on')
  })
  return {
    stop: async () => {
      stopping.abort()
      await copying
    },
  }
}
