import type { Db } from '../../../db/schema'
import { recordAudit } from '~/domain/audit/audit.server'
import { calendarDay } from '~/domain/dates'
import { sha256Hex } from '~/domain/hashes.server'
import { firstAnswer, once, type IdempotencyKey } from '~/domain/idempotency/idempotency.server'
import { parseFields, type FieldError, type Fields } from '~/domain/parse-fields'
import type { Sandbox } from '~/domain/underwriting/sandbox.server'

import { checkEngine, type Checked } from './check.server'
import * as queries from './engine-versions.queries.server'
import { engineVersionSchema, restoreSchema } from './engine-versions.schema'

/** A version of the engine with its source. */
export type EngineVersion = NonNullable<Awaited<ReturnType<typeof queries.activeVersion>>>

/** The outcome of changing the engine. Unless it is `ok`, nothing has changed. */
export type EngineChange =
  | { ok: true; version: Pick<EngineVersion, 'id' | 'filename' | 'hash' | 'size'>; backup: string | null }
  | { ok: false; reason: 'invalid'; errors: FieldError[] }
  /** The text equals that of the active version. */
  | { ok: false; reason: 'unchanged'; message: string }
  /** Another version, `current`, was saved after the editor was opened. */
  | { ok: false; reason: 'changed'; message: string; current: EngineVersion }
  | { ok: false; reason: 'missing' }
  | Exclude<Checked, { ok: true }>

/** Returns the active version, or null before there is one. */
export async function findActiveEngine(db: Db) {
  return (await queries.activeVersion(db)) ?? null
}

/**
 * Checks a new source in the sandbox and activates it; the previous source stays as a backup. Fields: `code`, `note`, and `base`, the hash
 * of the version that the editor was opened on. Without a base the last save wins.
 */
export async function saveEngine(
  db: Db,
  sandbox: Sandbox,
  fields: Fields,
  { by, key = null }: { by: number; key?: IdempotencyKey | null },
): Promise<EngineChange> {
  const parsed = parseFields(engineVersionSchema, fields)
  if (!parsed.ok) return { ok: false, reason: 'invalid', errors: parsed.errors }
  const { code, note, base } = parsed.value
  return changeEngine(db, sandbox, { source: code, note, base, by, key, action: 'save' })
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
 * Checks a backup in the sandbox and activates its source as a new version: afterwards both the backup and the previously active source are
 * backups. Fields: `base`, the hash of the active version that it replaces; without one it replaces any.
 */
export async function restoreBackup(
  db: Db,
  sandbox: Sandbox,
  filename: string,
  fields: Fields,
  { by, key = null }: { by: number; key?: IdempotencyKey | null },
): Promise<EngineChange> {
  const parsed = parseFields(restoreSchema, fields)
  if (!parsed.ok) return { ok: false, reason: 'invalid', errors: parsed.errors }
  const { base } = parsed.value
  const backup = await readBackup(db, filename)
  if (backup === null) return { ok: false, reason: 'missing' }
  const note = `Restored from ${filename}`
  return changeEngine(db, sandbox, { source: backup.source, note, base, by, key, action: 'restore' })
}

type Change = {
  source: string
  note: string | null
  base?: string | null
  by: number
  key: IdempotencyKey | null
  action: 'save' | 'restore'
}

async function changeEngine(db: Db, sandbox: Sandbox, change: Change): Promise<EngineChange> {
  const { source, note, by, action, key, base } = change
  const hash = sha256Hex(source)
  const content = { hash, note, base: base ?? null }
  const first = await firstAnswer<EngineChange>(db, key, content)
  if (first) return first
  // Checked before the expensive work, and again under the lock.
  const obstacle = obstacleTo(change, hash, await findActiveEngine(db))
  if (obstacle) return obstacle
  const checked = await checkEngine(db, sandbox, source, { asOf: calendarDay(new Date()) })
  if (!checked.ok) return checked

  const { answer } = await once(db, key, content, async (trx): Promise<EngineChange> => {
    await queries.lockVersions(trx)
    const current = await findActiveEngine(trx)
    const newObstacle = obstacleTo(change, hash, current)
    if (newObstacle) return newObstacle
    const size = Buffer.byteLength(source)
    const version = await queries.replaceActive(trx, { source, hash, size, author_id: by, note })
    await recordAudit(trx, {
      userId: by,
      action,
      entity: 'engine version',
      entityId: version.id,
      before: current ? { id: current.id, hash: current.hash, size: current.size } : undefined,
      after: { ...version, note },
    })
    return { ok: true, version, backup: current?.filename ?? null }
  })
  return answer
}

function obstacleTo({ base, action }: Change, hash: string, current: EngineVersion | null) {
  if (current?.hash === hash) {
    const message =
      action === 'save'
        ? 'There is nothing to save: this is the code in use.'
        : 'There is nothing to restore: this is the code in use.'
    return { ok: false as const, reason: 'unchanged' as const, message }
  }
  if (!base || !current || current.hash === base) return null
  const who = current.author ?? 'Somebody'
  const message =
    action === 'save'
      ? `${who} has saved another version since you began. Nothing of yours is lost: read the differences, bring the two together and save again.`
      : `${who} has put another version in use since you opened this backup. Compare this backup with ${current.filename}, and confirm again to replace that.`
  return { ok: false as const, reason: 'changed' as const, message, current }
}
