import { sql, type Kysely } from 'kysely'

/**
 * What an underwriter offers instead of what the engine rated. Amounts are US dollars, `monthly` and `annual` those that the applicant would
 * pay; `rated` is the calculation that the price rests on, where it is that of another tier.
 */

const statements = [
  `alter table decisions
    drop constraint decisions_verdict_check,
    add constraint decisions_verdict_check check (verdict in ('accepted', 'changed', 'declined')),
    add column tier text,
    add column coverage numeric(14, 2) check (coverage > 0),
    add column loading_percent numeric(5, 2) check (loading_percent >= 0),
    add column exclusion text,
    add column monthly numeric(14, 2) check (monthly >= 0),
    add column annual numeric(14, 2) check (annual >= 0),
    add column rated jsonb,
    add constraint decisions_terms_check check (
      (verdict = 'changed') = (tier is not null and coverage is not null and monthly is not null and annual is not null)
    )`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
