import { sql, type Kysely } from 'kysely'

/** Runs of the engine on many applications, one after the other in the background. Their results are those of single runs. */

const statements = [
  `create table batch_runs (
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
  `create index batch_runs_user_id on batch_runs (user_id)`,
  // One run at a time, over all processes.
  `create unique index batch_runs_running on batch_runs (status) where status = 'running'`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
