import { db, isUnavailable } from '~/db.server'
import { differencesBetween } from '~/domain/engine-versions/differences.server'
import { findDraft } from '~/domain/engine-versions/drafts.server'
import {
  findActiveEngine,
  findVersion,
  listBackups,
  readBackup,
} from '~/domain/engine-versions/engine-versions.server'
import { listProposals } from '~/domain/engine-versions/proposals.server'
import { env } from '~/env.server'

import { codeRuns } from './code-runs.server'

/** Returns the active version, with the admin's draft of it, if any. */
export async function loadCode(by: number) {
  const [active, draft, proposals] = await Promise.all([
    findActiveEngine(db),
    findDraft(db, by),
    listProposals(db),
  ])
  if (active === null) return null
  const { tables: _tables, tests: _tests, ...engine } = active
  const releaseBy = env.RELEASE_BY
  const runs = codeRuns(engine.source)
  return { engine, runs, draft: draft?.source === engine.source ? null : draft, proposals, releaseBy }
}

/** Returns the data of a tab, or an error message if the database is unavailable. Rethrows other errors. */
export async function orLoadError<Loaded>(what: string, message: string, load: () => Promise<Loaded>) {
  try {
    return { loaded: await load(), loadError: null }
  } catch (error) {
    if (!isUnavailable(error)) throw error
    return { loaded: null, loadError: `Error loading ${what}: ${message}` }
  }
}

/** Returns all backups and, if one is selected, its code and its differences from another version. */
export async function loadBackups(search: URLSearchParams) {
  const filename = search.get('backup')
  const [backups, active, backup, proposals] = await Promise.all([
    listBackups(db),
    findActiveEngine(db),
    filename === null ? null : readBackup(db, filename),
    listProposals(db),
  ])
  const missing = filename !== null && backup === null
  const compared = (await findVersion(db, search.get('with') ?? '')) ?? active
  const preview = backup && {
    filename: backup.filename,
    source: backup.source,
    runs: codeRuns(backup.source),
    other: compared?.filename ?? '',
    // The effect of restoring the backup.
    differences: compared ? differencesBetween(compared.source, backup.source) : null,
  }
  const inUse = active && { filename: active.filename, hash: active.hash }
  return { backups, active: inUse, preview, missing, proposals }
}
