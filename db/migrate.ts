import { Migrator, sql, type Kysely, type MigrationProvider } from 'kysely'

import * as foundation from './migrations/0001_foundation'
import * as rateLimits from './migrations/0002_rate_limits'
import * as deckAccesses from './migrations/0003_deck_accesses'
import * as mailDelivery from './migrations/0004_mail_delivery'
import * as submissionLists from './migrations/0005_submission_lists'
import * as sessionActivity from './migrations/0006_session_activity'
import * as importSnapshots from './migrations/0007_import_snapshots'
import * as quoteOffers from './migrations/0008_quote_offers'
import * as portfolio from './migrations/0009_portfolio'
import * as listFilters from './migrations/0010_list_filters'
import * as engineDrafts from './migrations/0011_engine_drafts'
import * as importStaging from './migrations/0012_import_staging'
import * as securityEvents from './migrations/0013_security_events'
import * as maskSentMails from './migrations/0014_mask_sent_mails'
import * as emailChangeLinks from './migrations/0015_email_change_links'
import type { Db } from './schema'

// In code, not read from a folder: the server's bundle holds its migrations.
const provider: MigrationProvider = {
  getMigrations: () =>
    Promise.resolve({
      '0001_foundation': foundation,
      '0002_rate_limits': rateLimits,
      '0003_deck_accesses': deckAccesses,
      '0004_mail_delivery': mailDelivery,
      '0005_submission_lists': submissionLists,
      '0006_session_activity': sessionActivity,
      '0007_import_snapshots': importSnapshots,
      '0008_quote_offers': quoteOffers,
      '0009_portfolio': portfolio,
      '0010_list_filters': listFilters,
      '0011_engine_drafts': engineDrafts,
      '0012_import_staging': importStaging,
      '0013_security_events': securityEvents,
      '0014_mask_sent_mails': maskSentMails,
      '0015_email_change_links': emailChangeLinks,
    }),
}

/** Brings the schema up to date. Kysely's advisory lock lets one process at a time do so. */
export async function migrateToLatest(db: Db) {
  const { error } = await migrator(db).migrateToLatest()
  if (error) throw error
}

/** Whether every migration of this program has run. */
export async function schemaIsCurrent(db: Db) {
  const migrations = await migrator(db).getMigrations()
  return migrations.every((migration) => migration.executedAt !== undefined)
}

function migrator(db: Db) {
  return new Migrator({ db: db as Kysely<unknown>, provider })
}

/** Runs the work while no other process does the same: each sees what the one before it has done. */
export async function withStartLock<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(7305115)`.execute(connection)
    try {
      return await work(connection)
    } finally {
      await sql`select pg_advisory_unlock(7305115)`.execute(connection)
    }
  })
}
