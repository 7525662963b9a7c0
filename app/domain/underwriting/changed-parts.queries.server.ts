import { sql, type RawBuilder } from 'kysely'

import { collections, type Collection } from '~/domain/configuration/collections'

import type { Db } from '../../../db/schema'

import type { PricePart } from './changed-parts'
import { configuration } from './underwriting.queries.server'

/**
 * Selects the parts of a result's price that have other values today than in its stored input: a change that was undone does not count, nor
 * does one of a column that neither the price nor the offer reads, or one of the engine's comments, spacing or golden cases. Empty for a refusal and for terms that a person has set, and of a result
 * of interface 1, whose input has other parts, at most the engine. The day of the run is not compared. `offset 0` makes PostgreSQL read each
 * input once, not once for each part.
 */
export function changedParts(resultId: RawBuilder<unknown>) {
  const today = configuration(sql`quote.employer_name`, sql`quote.industry`, sql`quote.region_state`)
  return sql<PricePart[]>`coalesce((
    select json_agg(part order by place)
    from underwriting_results result
    join quote_submissions quote on quote.id = result.quote_submission_id
    cross join lateral (
      select result.input - 'quote' as used, to_jsonb(columns) as today from (select ${today}) columns offset 0
    ) once
    cross join lateral (values
      (1, 'tier', ${figures(collections.coverageTiers, tier(sql`used`))}, ${figures(collections.coverageTiers, tier(sql`today`))}),
      (2, 'employer', ${figures(collections.employerRisks, sql`used -> 'employer'`)}, ${figures(collections.employerRisks, sql`today -> 'employer'`)}),
      (3, 'industry', ${figures(collections.industryFallbacks, sql`used -> 'industry'`)}, ${figures(collections.industryFallbacks, sql`today -> 'industry'`)}),
      (4, 'portfolio', used -> 'portfolio' -> 'factor', today -> 'portfolio'),
      (5, 'state', used -> 'notRated', today -> 'notRated'),
      (6, 'engine', (select ${engine} from engine_versions where id = result.engine_version_id), (select ${engine} from engine_versions where active))
    ) compared (place, part, before, after)
    where result.id = ${resultId} and decision <> 'declined' and coalesce(verdict, '') not in ('changed', 'declined')
      and before is distinct from after and (part = 'engine' or used ->> 'interface' = '2')
  ), '[]')`
}

/** What the prices of a version depend on. */
const engine = sql`to_jsonb(coalesce(price_hash, hash))`

/** Returns what the price of a result is made from and was changed after it. */
export async function findChangedParts(db: Db, resultId: number) {
  const { rows } = await sql<{ changed: PricePart[] }>`
    select ${changedParts(sql`${resultId}::integer`)} as changed`.execute(db)
  return rows[0]?.changed ?? []
}

/** The tier of the result in a list of all tiers, by its name. */
function tier(configuration: RawBuilder<unknown>) {
  return sql`(select tier from jsonb_array_elements(${configuration} -> 'tiers') tier
    where lower(tier ->> 'tier_name') = lower(result.coverage_tier))`
}

/** The values of a row that a price or an offer depends on; those that are absent are null. */
function figures({ columns }: Collection, row: RawBuilder<unknown>) {
  const unread = columns.filter(({ firstEngineOnly, forReference }) => firstEngineOnly ?? forReference)
  const others = ['id', 'created_at', 'updated_at', ...unread.map(({ name }) => name)]
  return sql`jsonb_strip_nulls(nullif(${row}, 'null') - ${others}::text[])`
}
