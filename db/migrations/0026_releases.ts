import { sql, type Kysely } from 'kysely'

/**
 * Changes of tiers, employers and industries that wait for a release, and the releases: one act that puts changes, and a proposed version of
 * the engine if wanted, in use at once or from a stated time. `before` and `after` are the record's columns; null where it does not exist.
 */

const statements = [
  `create table configuration_changes (
    id serial primary key,
    created_at timestamptz not null default now(),
    user_id integer references users on delete set null,
    collection text not null check (collection in ('coverage-tiers', 'employer-risks', 'industry-fallbacks')),
    action text not null check (action in ('create', 'update', 'delete')),
    record_id integer check ((record_id is null) = (action = 'create')),
    before jsonb check ((before is null) = (action = 'create')),
    after jsonb check ((after is null) = (action = 'delete')),
    note text check (length(note) <= 500),
    state text not null default 'proposed' check (state in ('proposed', 'released', 'rejected', 'withdrawn')),
    decided_by integer references users on delete set null,
    decided_at timestamptz,
    decision_note text check (length(decision_note) <= 500)
  )`,
  `create index configuration_changes_user_id on configuration_changes (user_id)`,
  `create index configuration_changes_decided_by on configuration_changes (decided_by)`,
  `create index configuration_changes_proposed on configuration_changes (id) where state = 'proposed'`,
  `create table releases (
    id serial primary key,
    created_at timestamptz not null default now(),
    user_id integer references users on delete set null,
    note text not null check (length(note) between 1 and 500),
    version_id integer references engine_versions on delete set null,
    live_from timestamptz,
    state text not null check (state in ('scheduled', 'live', 'cancelled', 'failed')),
    ended_at timestamptz,
    cancelled_by integer references users on delete set null,
    failure text check (length(failure) <= 2000),
    seen_at timestamptz,
    check (state <> 'scheduled' or live_from is not null)
  )`,
  `create index releases_user_id on releases (user_id)`,
  `create index releases_version_id on releases (version_id)`,
  `create index releases_cancelled_by on releases (cancelled_by)`,
  `create index releases_scheduled on releases (live_from) where state = 'scheduled'`,
  `create table release_changes (
    release_id integer not null references releases on delete cascade,
    change_id integer not null references configuration_changes on delete cascade,
    primary key (release_id, change_id)
  )`,
  `create index release_changes_change_id on release_changes (change_id)`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
