import type { Db } from '../../../db/schema'
import { recordAudit } from '~/domain/audit/audit.server'
import { calendarDay } from '~/domain/dates'
import { firstResult, onceUnlessRefused, type IdempotencyKey } from '~/domain/idempotency/idempotency.server'
import { parseFields, type FieldError, type Fields } from '~/domain/parse-fields'
import type { Sandbox } from '~/domain/underwriting/sandbox.server'
import { engineHash } from '~/domain/underwriting/underwriting.server'

import { checkEngine, type Checked } from './check.server'
import {
  checkedState,
  isUnchanged,
  lockChecked,
  overtaken,
  retryOvertaken,
} from './configuration-guard.server'
import type { GateConfiguration } from './gate/draws'
import { gateConfiguration } from './gate/gate.queries.server'
import type { GateOptions, GateVersion } from './gate/gate.server'
import * as queries from './engine-versions.queries.server'
import { engineVersionSchema, restoreSchema } from './engine-versions.schema'

/** A version of the engine with its parts. */
export type EngineVersion = NonNullable<Awaited<ReturnType<typeof queries.activeVersion>>>

/** The outcome of changing the engine. Unless it is `ok`, nothing has changed. */
export type EngineChange =
  | {
      ok: true
      /** A proposed version is not in use: another admin must release it. */
      state: 'released' | 'proposed'
      version: Pick<EngineVersion, 'id' | 'filename' | 'hash' | 'size'>
      backup: string | null
    }
  | { ok: false; reason: 'invalid'; errors: FieldError[] }
  /** The text equals that of the active version. */
  | { ok: false; reason: 'unchanged'; message: string }
  /** Another version, `current`, was saved after the editor was opened. */
  | { ok: false; reason: 'conflict'; message: string; current: EngineVersion }
  | { ok: false; reason: 'missing' }
  | Exclude<Checked, { ok: true }>

/** Who puts a version in use: its author by saving it, or another admin by a release. */
export type ReleaseBy = 'one' | 'two'

/** Who changes the engine, and how. */
export type By = {
  by: number
  key?: IdempotencyKey | null
  /** Where it is 'two', the version is only proposed. */
  releaseBy?: ReleaseBy
  /** The configuration with the changes that wait for a release: a proposed version that the one in use refuses may pass under it. */
  waiting?: WaitingConfiguration
  /** Bounds the work of the checks. */
  gate?: Partial<GateOptions>
}

/** Returns the configuration with the changes that wait for a release; null if none waits. */
export type WaitingConfiguration = (db: Db) => Promise<GateConfiguration | null>

/** Returns the active version, or null before there is one. */
export async function findActiveEngine(db: Db) {
  return (await queries.activeVersion(db)) ?? null
}

/** Returns who saved the active version, and since when it is in use; null before there is one. */
export async function describeActiveEngine(db: Db) {
  const version = await queries.describeActive(db)
  return version ? { author: version.author, since: version.created_at } : null
}

/**
 * Checks a new source with the tables and golden cases in use and activates it; the previous version stays as a backup. Fields: `code`,
 * `note`, and `base`, the hash of the version that the editor was opened on. Without a base the last save wins.
 */
export async function saveEngine(
  db: Db,
  sandbox: Sandbox,
  fields: Fields,
  { by, key = null, releaseBy = 'one', waiting, gate }: By,
): Promise<EngineChange> {
  const parsed = parseFields(engineVersionSchema, fields)
  if (!parsed.ok) return { ok: false, reason: 'invalid', errors: parsed.errors }
  const { code, note, base } = parsed.value
  return saveParts(db, sandbox, { source: code }, { note, base, by, key, gate, releaseBy, waiting })
}

/**
 * Checks a version with some new parts and activates it, as `saveEngine` does; the other parts are those in use. `content` is what a retry
 * under the key must repeat, where it is not the version itself.
 */
export async function saveParts(
  db: Db,
  sandbox: Sandbox,
  parts: Partial<GateVersion>,
  change: Omit<Change, 'parts' | 'action'>,
): Promise<EngineChange> {
  const active = await findActiveEngine(db)
  const { source, tables, tests } = { ...active, ...parts } as GateVersion
  return changeEngine(db, sandbox, { ...change, parts: { source, tables, tests }, action: 'save' })
}

/** Lists every version except the active one, newest first. `created` is when it was replaced and became a backup; `size` is in bytes. */
export async function listBackups(db: Db) {
  const versions = await queries.listVersions(db)
  return versions
    .filter(({ active }) => !active)
    .map(({ active, replaced_at, created_at, ...version }) => ({
      ...version,
      created: replaced_at ?? created_at,
      saved_at: created_at,
    }))
}

export async function readBackup(db: Db, filename: string) {
  const version = await findVersion(db, filename)
  return version === null || version.active ? null : version
}

/** Returns a backup or the active version, by its file name. */
export async function findVersion(db: Db, filename: string) {
  if (!/^[\w.-]{1,100}$/.test(filename)) return null
  return (await queries.findVersion(db, filename)) ?? null
}

/**
 * Checks a backup in the sandbox and activates its parts as a new version: afterwards both the backup and the previously active version are
 * backups. Fields: `base`, the hash of the active version that it replaces; without one it replaces any.
 */
export async function restoreBackup(
  db: Db,
  sandbox: Sandbox,
  filename: string,
  fields: Fields,
  { by, key = null, releaseBy = 'one', waiting, gate }: By,
): Promise<EngineChange> {
  const parsed = parseFields(restoreSchema, fields)
  if (!parsed.ok) return { ok: false, reason: 'invalid', errors: parsed.errors }
  const { base } = parsed.value
  const backup = await readBackup(db, filename)
  if (backup === null) return { ok: false, reason: 'missing' }
  if (backup.interface === 1) {
    const message = `Line 1, column 1: ${filename} is of the first interface of the engine: it can be read, and its results replayed, but not put in use.`
    return { ok: false, reason: 'refused', fault: { message, line: 1, column: 1 } }
  }
  const note = `Restored from ${filename}`
  return changeEngine(db, sandbox, {
    parts: backup as GateVersion,
    note,
    base,
    by,
    key,
    gate,
    releaseBy,
    waiting,
    action: 'restore',
  })
}

type Change = {
  parts: GateVersion
  gate?: Partial<GateOptions>
  note: string | null
  base?: string | null
  by: number
  key: IdempotencyKey | null
  releaseBy: ReleaseBy
  waiting?: WaitingConfiguration
  content?: unknown
  action: 'save' | 'restore'
}

function changeEngine(db: Db, sandbox: Sandbox, change: Change) {
  return retryOvertaken(() => tryChange(db, sandbox, change))
}

async function tryChange(db: Db, sandbox: Sandbox, change: Change): Promise<EngineChange> {
  const { note, by, action, key, base, releaseBy } = change
  const { source, tables, tests } = change.parts
  const hash = engineHash({ source, tables, tests })
  const content = change.content ?? { hash, note, base: base ?? null }
  const first = await firstResult<EngineChange>(db, key, content)
  if (first) return first
  // Checked before the expensive work, and again under the lock.
  const conflict = await findConflict(db, change, hash)
  if (conflict) return conflict
  const isProposal = releaseBy === 'two'
  const configuration = await gateConfiguration(db)
  // A proposed version is checked again at its release.
  const state = { configuration: isProposal ? null : await checkedState(db, configuration) }
  const checked = await checkChange(db, sandbox, change, configuration)
  if (!checked.ok) return checked

  const { result } = await onceUnlessRefused(db, key, content, async (trx): Promise<EngineChange> => {
    await lockChecked(trx, state)
    await queries.lockVersions(trx)
    const newConflict = await findConflict(trx, change, hash)
    if (newConflict) return newConflict
    if (!(await isUnchanged(trx, state))) return { ok: false, reason: 'busy', message: overtaken.message }
    const current = await findActiveEngine(trx)
    const size = Buffer.byteLength(source)
    const parts = { source, tables, tests, hash, size, author_id: by, note }
    const version = isProposal
      ? await queries.insertProposal(trx, parts, current?.hash ?? null)
      : await queries.replaceActive(trx, parts)
    await recordAudit(trx, {
      userId: by,
      action: isProposal ? 'propose' : action,
      entity: 'engine version',
      entityId: version.id,
      before: current ? { id: current.id, hash: current.hash, size: current.size } : undefined,
      after: { ...version, note },
    })
    if (isProposal) return { ok: true, state: 'proposed', version, backup: null }
    return { ok: true, state: 'released', version, backup: current?.filename ?? null }
  })
  return result
}

/** Checks a version under the configuration in use, and a proposed one that this refuses with the changes that wait for a release. */
async function checkChange(db: Db, sandbox: Sandbox, change: Change, current: GateConfiguration) {
  const { parts, note, releaseBy, waiting } = change
  const options = { asOf: calendarDay(new Date()), justification: note, ...change.gate }
  const checked = await checkEngine(db, sandbox, parts, { ...options, configuration: current })
  if (checked.ok || checked.reason === 'busy' || !checked.violation || releaseBy === 'one') return checked
  const configuration = (await waiting?.(db)) ?? null
  if (configuration === null) return checked
  const together = await checkEngine(db, sandbox, parts, { ...options, configuration })
  return together.ok ? together : checked
}

async function findConflict(db: Db, { base, action, releaseBy }: Change, hash: string) {
  const current = await findActiveEngine(db)
  if (current?.hash === hash) {
    const message =
      action === 'save'
        ? 'There is nothing to save: this is the code in use.'
        : 'There is nothing to restore: this is the code in use.'
    return { ok: false as const, reason: 'unchanged' as const, message }
  }
  if (releaseBy === 'two' && (await queries.isProposed(db, hash))) {
    const message = 'There is nothing to propose: this version waits for its release.'
    return { ok: false as const, reason: 'unchanged' as const, message }
  }
  if (!base || !current || current.hash === base) return null
  const who = current.author ?? 'Somebody'
  const message =
    action === 'save'
      ? `${who} has saved another version since you began. Nothing of yours is lost: read the differences, bring the two together and save again.`
      : `${who} has put another version in use since you opened this backup. Compare this backup with ${current.filename}, and confirm again to replace that.`
  return { ok: false as const, reason: 'conflict' as const, message, current }
}
