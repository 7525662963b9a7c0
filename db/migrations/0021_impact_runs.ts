import { sql, type Kysely } from 'kysely'

/**
 * Runs of a changed engine or configuration over all stored quotes. `impact_quotes` has the quotes that a run names: those with another
 * decision, and those whose premium moves most.
 */

const statements = [
  `create table impact_runs (
    id serial primary key,
    created_at timestamptz not null default now(),
    user_id integer references users on delete set null,
    parameters jsonb not null,
    status text not null default 'running' check (status in ('running', 'done', 'cancelled', 'failed')),
    finished_at timestamptz,
    -- A run that does not renew this time was interrupted.
    seen_at timestamptz not null default now(),
    share real not null default 0,
    failure text,
    result jsonb
  )`,
  `create index impact_runs_user_id on impact_runs (user_id)`,
  // One run at a time, over all processes.
  `create unique index impact_runs_running on impact_runs (status) where status = 'running'`,
  `create table impact_quotes (
    run_id integer not null references impact_runs on delete cascade,
    kind text not null check (kind in ('decision', 'mover')),
    place integer not null,
    quote_submission_id integer not null references quote_submissions on delete cascade,
    decision_before text not null,
    decision_after text not null,
    tier_before text,
    tier_after text,
    premium_before numeric(12, 2) not null,
    premium_after numeric(12, 2) not null,
    factor text,
    factor_dollars numeric(12, 2),
    primary key (run_id, kind, place)
  )`,
  `create index impact_quotes_quote on impact_quotes (quote_submission_id)`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
