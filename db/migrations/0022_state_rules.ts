import { sql, type Kysely } from 'kysely'

/* Rating factors that the law of a state does not allow. Admins keep them, each with its source. */

const statements = [
  `create table state_rules (
    id serial primary key,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    state text not null check (state ~ '^[A-Z]{2}$'),
    factor text not null check (length(factor) between 1 and 60),
    source text not null check (length(source) between 1 and 500),
    note text check (length(note) <= 500),
    created_by integer references users on delete set null,
    updated_by integer references users on delete set null,
    unique (state, factor)
  )`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
