import type { Db } from '../../../db/schema'

import { changedText } from './changed-parts'
import { findChangedParts } from './changed-parts.queries.server'

/** Says as a sentence which parts of a result's price were changed after it; null for none. */
export async function priceChangesSince(db: Db, result: { id: number; coverage_tier: string | null }) {
  const changed = await findChangedParts(db, result.id)
  return changed.length === 0 ? null : changedText(changed, result.coverage_tier)
}
