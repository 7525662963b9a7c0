import { sql } from 'kysely'

import { pricingColumns } from '~/domain/configuration/collections'

/** Matches the tiers with a price, in a query of coverage_tiers. */
export const isPriced = sql<boolean>`(${sql.join(
  pricingColumns.map(({ name }) => sql`${sql.ref(name)} > 0`),
  sql` and `,
)})`
