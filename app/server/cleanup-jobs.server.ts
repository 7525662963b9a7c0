import { removeEndedEmailChangeLinks } from '~/domain/accounts/email-change.server'
import { removeEndedRecoveries } from '~/domain/accounts/recovery.server'
import { removeOldKeys } from '~/domain/idempotency/idempotency.server'
import { removeOldStagedRows } from '~/domain/imports/imports.server'
import { removeOldMails } from '~/domain/mail/mail.server'
import { removeEndedAccesses } from '~/domain/pitch-deck/pitch-deck.server'
import { deleteOldDrafts } from '~/domain/quote-drafts/quote-drafts.server'
import { removeEndedLimits } from '~/domain/rate-limits/rate-limits.server'
import { removeEndedChallenges } from '~/domain/second-factor/passkeys.server'
import { removeOldSecurityEvents } from '~/domain/security-events/security-events.server'
import { removeOldDevices } from '~/domain/sessions/known-devices.server'
import { removeEndedPendingLogins } from '~/domain/sessions/pending-logins.server'
import { removeEndedSessions } from '~/domain/sessions/sessions.server'
import { log } from '~/log.server'

import type { Db } from '../../db/schema'

type Job = (db: Db) => Promise<unknown>

/** Each deletes the expired rows of one table. */
const cleanupJobs: readonly Job[] = [
  removeEndedSessions,
  removeOldDevices,
  removeEndedPendingLogins,
  removeEndedChallenges,
  removeEndedAccesses,
  removeOldKeys,
  removeEndedLimits,
  removeEndedEmailChangeLinks,
  removeEndedRecoveries,
  removeOldMails,
  removeOldStagedRows,
  removeOldSecurityEvents,
  deleteOldDrafts,
]

/** Runs the jobs one after another, to leave connections to requests. Logs failed jobs by name. */
export async function runCleanupJobs(db: Db, jobs = cleanupJobs) {
  for (const job of jobs) {
    try {
      await job(db)
    } catch (error) {
      log.warn({ err: error, job: job.name }, 'a cleanup job failed')
    }
  }
}
