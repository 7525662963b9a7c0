import { sql, type Kysely } from 'kysely'

/*
 * A version that another admin must release is proposed first. `base` is the hash of the version in use when it was proposed, and the
 * decision is the release, the rejection or the withdrawal. A version that went live at once has none of these.
 */

const statements = [
  `alter table engine_versions
    add column state text not null default 'released'
      check (state in ('released', 'proposed', 'rejected', 'withdrawn')),
    add column base text check (base ~ '^[0-9a-f]{64}$'),
    add column decided_by integer references users on delete set null,
    add column decided_at timestamptz,
    add column decision_note text check (length(decision_note) <= 500),
    add check (not active or state = 'released')`,
  `create index engine_versions_proposed on engine_versions (id) where state = 'proposed'`,
]

export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
