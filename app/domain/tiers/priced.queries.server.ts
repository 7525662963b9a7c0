import { sql } from 'kysely'

/** Matches the tiers that have what prices them, in a query of coverage_tiers. The engine does not know of the others: nobody is offered them. */
export const isPriced = sql<boolean>`(base_premium > 0 and max_monthly_benefit > 0)`
