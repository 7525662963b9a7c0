import { sql, type Kysely } from 'kysely'

/*
 * A version of the engine that runs beside the live one on each new run, and what it gave. The figures of the live result stand beside those
 * of the challenger, so that a comparison need not read the calculations. A result has either figures or a failure.
 */

const statements = [
  `create table challengers (
    id serial primary key,
    engine_version_id integer not null references engine_versions,
    named_at timestamptz not null default clock_timestamp(),
    named_by integer references users on delete set null,
    reason text not null check (length(reason) between 1 and 500),
    -- Failures since the last success, and when they became too many.
    failures integer not null default 0,
    stopped_at timestamptz,
    -- Runs that were left out because too many were waiting.
    skipped integer not null default 0,
    ended_at timestamptz,
    ended_by integer references users on delete set null,
    end_reason text check (length(end_reason) between 1 and 500)
  )`,
  // One at a time, over all processes.
  `create unique index challengers_current on challengers ((ended_at is null)) where ended_at is null`,
  `create index challengers_version on challengers (engine_version_id)`,
  `create index challengers_named_by on challengers (named_by)`,
  `create index challengers_ended_by on challengers (ended_by)`,

  `create table challenger_results (
    id serial primary key,
    created_at timestamptz not null default clock_timestamp(),
    challenger_id integer not null references challengers,
    engine_version_id integer not null references engine_versions,
    engine_hash text not null,
    result_id integer not null references underwriting_results on delete cascade,
    quote_submission_id integer not null references quote_submissions on delete cascade,
    as_of date not null,
    live_decision text not null,
    live_tier text,
    live_premium numeric(14, 2) not null,
    live_claims double precision not null,
    decision text check (decision in ('approved', 'referred', 'declined')),
    tier text,
    coverage numeric(14, 2),
    premium numeric(14, 2),
    claims double precision,
    details jsonb,
    failure text,
    -- Where both made an offer: the difference in premium, and the factor that moved it most.
    change numeric(14, 2),
    mover text,
    mover_dollars numeric(14, 2),
    check ((failure is null) = (decision is not null and premium is not null and claims is not null and details is not null))
  )`,
  `create unique index challenger_results_once on challenger_results (result_id, challenger_id)`,
  `create index challenger_results_version on challenger_results (engine_version_id, id desc)`,
  `create index challenger_results_differing on challenger_results (engine_version_id, id desc) where decision <> live_decision`,
  `create index challenger_results_movers on challenger_results (engine_version_id, abs(change) desc) where change <> 0`,
  `create index challenger_results_challenger on challenger_results (challenger_id)`,
  `create index challenger_results_quote on challenger_results (quote_submission_id)`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
