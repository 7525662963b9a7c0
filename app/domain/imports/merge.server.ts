import type { Db } from '../../../db/schema'
import { recordAudit } from '~/domain/audit/audit.server'
import { guardedParts } from '~/domain/configuration/configuration.server'
import { guardChange, type GuardSandbox } from '~/domain/engine-versions/configuration-guard.server'
import { gateConfiguration, lockConfiguration } from '~/domain/engine-versions/gate/gate.queries.server'
import { isKeyOf } from '~/domain/is-key-of'

import type { ImportedCollection } from './bundled-files.server'
import * as queries from './imports.queries.server'
import type { Merge } from './imports.queries.server'
import { lockRun, RunLost } from './runs.server'

/** Thrown when the table has changed since its preview, or the engine in use would give absurd prices with the rows of a file. */
export class RefusedRows extends Error {}

type MergedFile = {
  by: number
  collection: ImportedCollection
  source: string
  /** If set, the configuration with the file's rows is checked. */
  sandbox?: GuardSandbox
  /** The version of the table that a preview has compared. */
  version?: string
}

/**
 * Merges staged rows into a table in one transaction, and audits every change.
 * @returns the numbers of changes
 * @throws {RunLost}
 * @throws {RefusedRows}
 */
export async function mergeRows(
  db: Db,
  { by, collection, source, sandbox, version }: MergedFile,
  merge: Merge,
) {
  const { table } = collection
  const before = sandbox && isKeyOf(guardedParts, table) ? await gateConfiguration(db) : null
  return db.transaction().execute(async (trx) => {
    await lockRun(trx, merge.runId)
    if (before) await lockConfiguration(trx)
    if ((await queries.countStagedRows(trx, merge.stagedBy, table)) !== merge.rows)
      throw new RunLost('The staged rows are not those that were checked')
    await queries.lockTable(trx, table)
    if (version !== undefined && version !== (await queries.tableVersion(trx, table)))
      throw new RefusedRows('Somebody has changed this table since the preview')
    const audited = { by, runId: merge.runId, of: merge.runId, action: 'import', source }
    const { changes } = await withAudit(trx, collection, audited, () =>
      queries.mergeStaged(trx, collection, merge),
    )
    if (sandbox && before) {
      const after = await gateConfiguration(trx, before)
      const guarded = await guardChange(trx, sandbox, { before, after })
      if (!guarded.ok) throw new RefusedRows(guarded.message)
    }
    await queries.setUndoable(trx, merge.runId)
    await queries.deleteStagedRows(trx, merge.stagedBy, table)
    return changes
  })
}

/** Reverts the changes of a run in a table. @returns the number of rows in the table afterwards, and of changes */
export async function unmergeRows(
  trx: Db,
  collection: ImportedCollection,
  { by, runId, undone }: { by: number; runId: number; undone: number },
) {
  return withAudit(trx, collection, { by, runId, of: undone, action: 'undo import' }, () =>
    queries.unmerge(trx, collection, { runId, undone }),
  )
}

type Audited = { by: number; runId: number; of: number; action: string; source?: string }

/** Changes a table, with an audit entry for each row and one for the table that names the import it is `of`. */
async function withAudit(
  trx: Db,
  { table, singular, plural }: ImportedCollection,
  { by, runId, of, action, source }: Audited,
  change: () => Promise<void>,
) {
  const before = { rows: await queries.countRows(trx, table) }
  await change()
  await queries.auditChanges(trx, table, runId, { by, action, entity: singular })
  const rows = await queries.countRows(trx, table)
  const changes = await queries.countChanges(trx, runId, table)
  const after = { rows, source, ...changes }
  await recordAudit(trx, { userId: by, action, entity: plural, entityId: of, before, after })
  return { rows, changes }
}
