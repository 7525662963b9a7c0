import { claimTables } from './model/claim-tables'
import { limits } from './model/limits'
import { ratingTables } from './model/rating-tables'
import type { EngineTables } from './model/tables'

/** The tables of the engine that the program comes with. */
export const bundledTables: EngineTables = { limits, rating: ratingTables, claim: claimTables }
