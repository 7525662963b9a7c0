import type { Db } from '../../../db/schema'

import * as queries from './tiers.queries.server'

/** Returns the public data of the coverage tiers: premium in dollars a month, vesting and tenure in months, coverage in dollars. */
export async function listPublicTiers(db: Db) {
  return queries.listPublicTiers(db)
}

/** Returns when the tiers were last changed; null if there are none. */
export async function tiersUpdatedAt(db: Db) {
  return queries.lastUpdate(db)
}
