import { sql, type RawBuilder } from 'kysely'

import type { Verdict } from './decisions.options'

/** The current decision about an application: the engine's or, after a referral, that of a person. */
export type CurrentDecision = 'approved' | 'referred' | 'declined'

/** Selects the verdict of the decision that counts about a result; null without one, and while it waits for a senior. */
export function finalVerdict(resultId: RawBuilder<unknown>) {
  return sql<Verdict | null>`(select verdict from underwriting_results where id = ${resultId})`
}

/** Selects the current decision, from the engine's decision and the final verdict; null before the first run. */
export function currentDecision(decision: RawBuilder<unknown>, verdict: RawBuilder<unknown>) {
  return sql<CurrentDecision | null>`case when ${decision} = 'referred'
    then case coalesce(${verdict}, '') when '' then 'referred' when 'declined' then 'declined' else 'approved' end
    else ${decision} end`
}

/** Matches the current decision. The engine's decision comes first: it is indexed. */
export function currentDecisionIs(
  expected: CurrentDecision,
  decision: RawBuilder<unknown>,
  resultId: RawBuilder<unknown>,
) {
  const possible = expected === 'referred' ? sql`= 'referred'` : sql`in (${sql.lit(expected)}, 'referred')`
  return sql<boolean>`(${decision} ${possible} and ${currentDecision(decision, finalVerdict(resultId))} = ${sql.lit(expected)})`
}

/** Selects the verdict about a result or, without one, the engine's decision; must match the index of migration 0047. */
export const shownDecision = sql`coalesce(verdict, decision)`

/**
 * Whether a referral was replaced: it is undecided, and its quote has a newer result. `result` names the row of its result in the query.
 */
export function isReplaced(result: string) {
  const column = (name: string) => sql.ref(`${result}.${name}`)
  return sql<boolean>`(${column('decision')} = 'referred' and ${column('verdict')} is null and exists (
    select 1 from underwriting_results newer
    where newer.quote_submission_id = ${column('quote_submission_id')} and newer.id > ${column('id')}))`
}

/** Whether a result is the newest of its application: one lookup in an index for each. `result` names its row in the query. */
export function isNewest(result: string) {
  const column = (name: string) => sql.ref(`${result}.${name}`)
  return sql<boolean>`(${column('id')} = (select newest.id from underwriting_results newest
    where newest.quote_submission_id = ${column('quote_submission_id')} order by newest.id desc limit 1))`
}

/**
 * Selects the premium of a result that may be offered, US dollars a month: as rated, or as a person has changed it; null for a declined
 * result and an undecided referral. The expression is that of the index of migration 0047.
 */
export const offeredPremium = sql<number | null>`case ${shownDecision}
  when 'approved' then monthly_premium when 'accepted' then monthly_premium when 'changed' then changed_premium end`

/**
 * Selects the expected claims of a result over its premium, as rated or as a person has changed it: a change of the cover changes the
 * claims in proportion, a change of the price the premium. The expression is that of the index of migration 0052.
 */
export const offeredLossRatio = sql<number | null>`case verdict
  when 'changed' then expected_loss_ratio * changed_coverage / nullif(max_coverage, 0) * monthly_premium / nullif(changed_premium, 0)
  else expected_loss_ratio end`
