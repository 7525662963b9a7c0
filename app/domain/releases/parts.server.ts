import type { Db } from '../../../db/schema'
import { recordAudit } from '~/domain/audit/audit.server'
import * as records from '~/domain/configuration/configuration.queries.server'
import { changesBetween, guardedParts } from '~/domain/configuration/configuration.server'
import { withRow } from '~/domain/configuration/with-row'
import { checkEngine } from '~/domain/engine-versions/check.server'
import { checkedState, guardChange } from '~/domain/engine-versions/configuration-guard.server'
import * as versions from '~/domain/engine-versions/engine-versions.queries.server'
import { findActiveEngine, type By, type ReleaseBy } from '~/domain/engine-versions/engine-versions.server'
import type { GateConfiguration, Row } from '~/domain/engine-versions/gate/draws'
import { gateConfiguration, lockConfiguration } from '~/domain/engine-versions/gate/gate.queries.server'
import type { GateVersion } from '~/domain/engine-versions/gate/gate.server'
import type { Sandbox } from '~/domain/underwriting/sandbox.server'

import { changeRefusal } from './change-views.server'
import * as queries from './changes.queries.server'
import { valuesOf, stateRefusal } from './changes.server'
import * as releases from './releases.queries.server'
import { maxChanges } from './releases.schema'

/** What goes live in one act: changes of records, and optionally a proposed version of the engine. */
export type PartIds = { changeIds: readonly number[]; versionId: number | null }

type Version = NonNullable<Awaited<ReturnType<typeof versions.findProposal>>>
export type Parts = { changes: ReturnType<typeof valuesOf>[]; version: Version | null }

export type PartsRefusal = { ok: false; reason: 'missing' | 'forbidden' | 'conflict'; message: string }

type Who = {
  /** The admin who releases the parts; null where a scheduled release goes live. */
  by: number | null
  releaseBy: ReleaseBy
  /** The scheduled release that the parts belong to. */
  releaseId?: number
}

/** Returns the parts of a release, or why they cannot go live together. */
export async function readParts(
  db: Db,
  { changeIds, versionId }: PartIds,
  { by, releaseBy, releaseId }: Who,
): Promise<{ ok: true; parts: Parts } | PartsRefusal> {
  const rows = await queries.findChanges(db, changeIds)
  const version = versionId === null ? null : ((await versions.findProposal(db, versionId)) ?? null)
  if (rows.length < changeIds.length) return refuse('missing', 'There is no such change.')
  if (versionId !== null && version === null) return refuse('missing', 'There is no such proposed version.')
  const authors = [...rows.map(({ user_id }) => user_id), ...(version ? [version.author_id] : [])]
  if (releaseBy === 'two' && by !== null && authors.includes(by))
    return refuse('forbidden', 'You proposed a part of this release: another admin must release it.')
  const changes = rows.map(valuesOf)
  for (const row of rows) {
    const message = stateRefusal(row.release_id === releaseId ? { ...row, release_id: null } : row)
    if (message !== null) return refuse('conflict', message)
  }
  const message =
    (await versionRefusal(db, version, releaseId)) ??
    repeatedRecord(changes) ??
    (await recordRefusal(db, changes))
  return message === null ? { ok: true, parts: { changes, version } } : refuse('conflict', message)
}

function refuse(reason: PartsRefusal['reason'], message: string): PartsRefusal {
  return { ok: false, reason, message }
}

async function versionRefusal(db: Db, version: Version | null, releaseId: number | undefined) {
  if (version === null) return null
  const { id, state, base, filename } = version
  if (state !== 'proposed') return `Version ${filename} was ${state} already.`
  const scheduled = await releases.scheduledWith(db, id)
  if (scheduled !== null && scheduled !== releaseId)
    return `Version ${filename} is part of release ${scheduled}, which is scheduled. Cancel that first.`
  if ((await findActiveEngine(db))?.hash !== base)
    return `Another version has gone live since ${filename} was proposed. Its author must propose it again on top of that.`
  return null
}

function repeatedRecord(changes: Parts['changes']) {
  const seen = new Map<string, number>()
  for (const { id, collection, record_id } of changes) {
    if (record_id === null) continue
    const key = `${collection.slug} ${record_id}`
    if (seen.has(key))
      return `Changes ${seen.get(key)} and ${id} are of the same record: release one of them.`
    seen.set(key, id)
  }
  return null
}

async function recordRefusal(db: Db, changes: Parts['changes']) {
  for (const change of changes) {
    const { collection, record_id } = change
    const current = record_id === null ? undefined : await records.findRow(db, collection.table, record_id)
    const message = await changeRefusal(db, change, current ?? null)
    if (message !== null) return message
  }
  return null
}

export type CheckedParts =
  | { ok: true; /** The fingerprint of what it was checked on. */ configuration: string }
  | { ok: false; reason: 'refused' | 'busy'; message: string }

/** Checks a version under the changed configuration, or the changed configuration under the engine in use. `note` may justify a version. */
export async function checkParts(
  db: Db,
  sandbox: Sandbox,
  { changes, version: row }: Parts,
  { asOf, note, gate }: { asOf: string; note: string } & Pick<By, 'gate'>,
): Promise<CheckedParts> {
  const before = await gateConfiguration(db)
  const after = changes.reduce(applied, before)
  const passed = { ok: true as const, configuration: await checkedState(db, before) }
  const version = row as GateVersion | null
  if (version !== null) {
    const checked = await checkEngine(db, sandbox, version, {
      asOf,
      justification: note,
      configuration: after,
      ...gate,
    })
    if (!checked.ok && checked.reason === 'busy') return checked
    if (!checked.ok) return { ok: false, reason: 'refused', message: checked.fault.message }
  } else {
    const guarded = await guardChange(db, sandbox, { before, after })
    if (!guarded.ok) return guarded
  }
  for (const { collection, after: employer } of changes) {
    if (guardedParts[collection.table] !== 'employers' || employer === null) continue
    const guarded = await guardChange(db, sandbox, {
      before: after,
      after,
      version,
      employer: employer as Row,
    })
    if (!guarded.ok) return guarded
  }
  return passed
}

/** Returns the configuration with the changes that wait for a release and can be applied; null if there are none. */
export async function waitingConfiguration(db: Db): Promise<GateConfiguration | null> {
  const { rows } = await queries.listWaiting(db, maxChanges)
  let configuration: GateConfiguration | null = null
  for (const change of rows.map(valuesOf)) {
    if ((await recordRefusal(db, [change])) !== null) continue
    configuration = applied(configuration ?? (await gateConfiguration(db)), change)
  }
  return configuration
}

function applied(
  configuration: GateConfiguration,
  { collection, record_id: id, after }: Parts['changes'][number],
): GateConfiguration {
  const part = guardedParts[collection.table]
  if (part === undefined) return configuration
  return { ...configuration, [part]: withRow(part, configuration[part], id ?? 0, after as Row | null) }
}

/** Locks the configuration, the parts, and the records that they change, until the transaction ends. */
export async function lockParts(trx: Db, { changeIds, versionId }: PartIds) {
  await lockConfiguration(trx)
  if (versionId !== null) await versions.lockVersions(trx)
  await queries.lockChanges(trx, changeIds)
  for (const { collection, record_id } of (await queries.findChanges(trx, changeIds)).map(valuesOf))
    if (record_id !== null) await records.lockRow(trx, collection.table, record_id)
}

/** Puts the parts in use, with an entry of the log for each. */
export async function applyParts(
  trx: Db,
  { changes, version }: Parts,
  { by, note, releaseId }: { by: number | null; note: string; releaseId: number },
) {
  for (const change of changes) await applyChange(trx, change, { by, releaseId })
  const decision = { state: 'released' as const, decided_by: by, decision_note: note }
  await queries.decideChanges(
    trx,
    changes.map(({ id }) => id),
    decision,
  )
  if (version === null) return
  await versions.decideProposal(trx, version.id, decision)
  await recordAudit(trx, {
    userId: by,
    action: 'release',
    entity: 'engine version',
    entityId: version.id,
    before: { state: 'proposed', author: version.author_id },
    after: { state: 'released', hash: version.hash, note, release: releaseId },
  })
}

async function applyChange(
  trx: Db,
  { id: change, collection, action, record_id: id, before, after }: Parts['changes'][number],
  { by, releaseId }: { by: number | null; releaseId: number },
) {
  const { table, singular } = collection
  const origin = { change, release: releaseId }
  const subject = { userId: by, entity: singular, action }
  if (action === 'create' || id === null) {
    const row = await records.insertRow(trx, table, after ?? {})
    await recordAudit(trx, { ...subject, entityId: row.id, after: { ...row, ...origin } })
  } else if (action === 'delete') {
    await records.deleteRow(trx, table, id)
    await recordAudit(trx, { ...subject, entityId: id, before: { id, ...before }, after: origin })
  } else {
    await records.updateRow(trx, table, id, after ?? {})
    const values = changesBetween(collection, before ?? {}, after ?? {})
    await recordAudit(trx, {
      ...subject,
      entityId: id,
      before: values.before,
      after: { ...values.after, ...origin },
    })
  }
}
