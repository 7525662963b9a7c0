import { sql, type Kysely } from 'kysely'

/**
 * The factor by which every premium is multiplied: the newest released one, 1 before there is one. `basis` is the proposal that it was
 * chosen beside: the simulated month, its claims and their credibility. A factor that another admin must release is proposed first.
 */

const statements = [
  `create table portfolio_factors (
    id serial primary key,
    created_at timestamptz not null default now(),
    factor numeric(6, 4) not null check (factor between 0.5 and 2),
    previous numeric(6, 4) not null,
    basis jsonb,
    note text not null check (length(note) <= 500),
    user_id integer references users on delete set null,
    state text not null check (state in ('proposed', 'released', 'rejected', 'withdrawn')),
    decided_by integer references users on delete set null,
    decided_at timestamptz
  )`,
  `create index portfolio_factors_user_id on portfolio_factors (user_id)`,
  `create index portfolio_factors_decided_by on portfolio_factors (decided_by)`,
  `create index portfolio_factors_released on portfolio_factors (decided_at desc, id desc) where state = 'released'`,
  // One proposal at a time.
  `create unique index portfolio_factors_proposed on portfolio_factors (state) where state = 'proposed'`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
