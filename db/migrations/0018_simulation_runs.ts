import { sql, type Kysely } from 'kysely'

/** Runs of the portfolio simulation: what was asked for, how far a run is, and what it gave. */

const statements = [
  `create table simulation_runs (
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
    result jsonb,
    months text
  )`,
  `create index simulation_runs_user_id on simulation_runs (user_id)`,
  // One run at a time, over all processes.
  `create unique index simulation_runs_running on simulation_runs (status) where status = 'running'`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
