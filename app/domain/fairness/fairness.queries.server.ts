import { sql } from 'kysely'

import type { Db } from '../../../db/schema'

import { dimensionSets, minPeople, type Dimension, type RatedPerson } from './groups'

type Groups = Record<Dimension, string>

/** A row of the grouping sets; dimensions that `mask` has are null. */
type Totals = Groups & {
  mask: number
  people: number
  approved: number
  premium: number | null
  benefit: number | null
}

const columns: Record<Dimension, string> = {
  sex: 'sex',
  age: 'age',
  state: 'state',
  industry: 'industry',
  'marital status': 'marital',
}
const names = sql.join(Object.values(columns).map((name) => sql.ref(name)))
const sets = sql.join(
  dimensionSets.map((set) => sql`(${sql.join(set.map((dimension) => sql.ref(columns[dimension])))})`),
)

/** The answers by which people are grouped; `fortieth` is the last birthday of those of 40 and over, YYYY-MM-DD. */
const answers = (fortieth: string) => sql`gender as sex,
  case when date_of_birth <= ${fortieth} then '40 and over' else 'under 40' end as age,
  region_state as state, industry, marital_status as marital`

/** Returns the totals of the newest result of each quote: of all, and of each group with enough people. */
export async function groupTotals(db: Db, fortieth: string) {
  const { rows } = await sql<Omit<Totals, 'marital status'> & { marital: string }>`
    with newest as (
      select distinct on (quote_submission_id) quote_submission_id, decision, monthly_premium, max_coverage
      from underwriting_results order by quote_submission_id, id desc
    ), people as (
      select ${answers(fortieth)}, decision,
        case when decision <> 'declined' and max_coverage > 0 then monthly_premium::float8 end as premium,
        case when decision <> 'declined' and max_coverage > 0 then max_coverage::float8 end as benefit
      from newest join quote_submissions on quote_submissions.id = quote_submission_id
    )
    select ${names}, grouping(${names})::integer as mask, count(*)::integer as people,
      (count(*) filter (where decision = 'approved'))::integer as approved,
      sum(premium) as premium, sum(benefit) as benefit
    from people group by grouping sets ((), ${sets})
    having count(*) >= ${minPeople} or grouping(${names}) = 31`.execute(db)
  return rows.map(({ marital, ...row }): Totals => ({ ...row, 'marital status': marital }))
}

/** Returns the multipliers of the newest results that are not declined, with the groups of their people. */
export async function newestFactors(db: Db, fortieth: string, limit: number): Promise<RatedPerson[]> {
  type Row = Omit<Groups, 'marital status'> & { marital: string; factors: RatedPerson['factors'] }
  const { rows } = await sql<Row>`
    with newest as (
      select id, quote_submission_id, calculation_details from underwriting_results
      where decision <> 'declined' order by id desc limit ${limit}
    )
    select ${answers(fortieth)},
      (select json_agg(json_build_object('name', factor->'name', 'multiplier', factor->'multiplier'))
        from jsonb_array_elements(calculation_details->'factors') factor) as factors
    from newest join quote_submissions on quote_submissions.id = quote_submission_id
    where not exists (select from underwriting_results later
      where later.quote_submission_id = newest.quote_submission_id and later.id > newest.id)`.execute(db)
  return rows.map(({ marital, factors, ...groups }) => ({
    groups: { ...groups, 'marital status': marital },
    weight: 1,
    factors: factors ?? [],
  }))
}
