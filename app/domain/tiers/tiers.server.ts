import type { Db } from '../../../db/schema'

import * as queries from './tiers.queries.server'

/** The coverage tiers as everybody may see them: premium in dollars a month, vesting and tenure in months, coverage in dollars. */
export async function listPublicTiers(db: Db) {
  return queries.listPublicTiers(db)
}

/** When the tiers were last changed; null while there are none. */
export async function tiersUpdatedAt(db: Db) {
  return queries.lastUpdate(db)
}
