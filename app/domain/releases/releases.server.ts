import { isUniqueViolation } from '../../../db/errors'
import type { Db } from '../../../db/schema'
import { recordAudit } from '~/domain/audit/audit.server'
import { calendarDay } from '~/domain/dates'
import { isUnchanged } from '~/domain/engine-versions/configuration-guard.server'
import type { By, ReleaseBy } from '~/domain/engine-versions/engine-versions.server'
import { parseFields, type FieldError, type Fields } from '~/domain/parse-fields'
import type { Sandbox } from '~/domain/underwriting/sandbox.server'

import {
  applyParts,
  checkParts,
  lockParts,
  readParts,
  type PartsRefusal,
  type PartIds,
  type Parts,
} from './parts.server'
import * as queries from './releases.queries.server'
import { maxChanges, timedReleaseSchema } from './releases.schema'

export { listFailed as listFailedReleases } from './releases.queries.server'

export type ReleaseOutcome =
  | { ok: true; id: number; state: 'live' | 'scheduled' }
  | { ok: false; reason: 'invalid'; errors: FieldError[] }
  | PartsRefusal
  /** The rules of the engine fail with it, or could not be checked. */
  | { ok: false; reason: 'refused' | 'busy'; message: string }

const messages = {
  empty: 'Choose what is released',
  many: `One release can have at most ${maxChanges} changes`,
  moved: 'The configuration was changed while the release was checked. Please try again.',
  taken: 'Two records would have the same name.',
}

/** Parses what a release has, why, and from when; it checks neither the parts nor who may release them. */
export function parseRelease({ fields, ...ids }: PartIds & { fields: Fields }, now = new Date()) {
  const parts = { ...ids, changeIds: [...new Set(ids.changeIds)] }
  const parsed = parseFields(timedReleaseSchema(now), fields)
  const errors = parsed.ok ? [] : parsed.errors
  if (parts.changeIds.length === 0 && parts.versionId === null)
    errors.unshift({ path: 'parts', message: messages.empty })
  if (parts.changeIds.length > maxChanges) errors.unshift({ path: 'parts', message: messages.many })
  if (!parsed.ok || errors.length > 0) return { ok: false as const, reason: 'invalid' as const, errors }
  return { ok: true as const, parts, ...parsed.value }
}

/**
 * Releases changes, and optionally a proposed version of the engine, in one act: at once, or from a stated time. All parts are checked
 * together, when it is scheduled and again when it goes live. Fields: `note` and `live_from`. `now` is the present time.
 */
export async function release(
  db: Db,
  sandbox: Sandbox,
  { fields, ...ids }: PartIds & { fields: Fields },
  { by, releaseBy, now = new Date(), gate }: Pick<By, 'by' | 'gate'> & { releaseBy: ReleaseBy; now?: Date },
): Promise<ReleaseOutcome> {
  const request = parseRelease({ fields, ...ids }, now)
  if (!request.ok) return request
  const { parts, note, live_from } = request
  const who = { by, releaseBy }
  // Checked before the expensive work, and again under the lock.
  const read = await readParts(db, parts, who)
  if (!read.ok) return read
  const asOf = calendarDay(live_from ?? now)
  const checked = await checkParts(db, sandbox, read.parts, { asOf, note, gate })
  if (!checked.ok) return checked
  return orTaken(() =>
    db.transaction().execute(async (trx): Promise<ReleaseOutcome> => {
      await lockParts(trx, parts)
      const found = await readParts(trx, parts, who)
      if (!found.ok) return found
      if (!(await isUnchanged(trx, checked)))
        return { ok: false, reason: 'conflict', message: messages.moved }
      const state = live_from === null ? 'live' : 'scheduled'
      const row = { user_id: by, note, version_id: parts.versionId, live_from, state } as const
      const id = await queries.insertRelease(trx, row, parts.changeIds)
      await audit(trx, {
        by,
        id,
        action: state === 'live' ? 'release' : 'schedule',
        parts: found.parts,
        note,
        live_from,
      })
      if (state === 'live') await applyParts(trx, found.parts, { by, note, releaseId: id })
      return { ok: true, id, state }
    }),
  )
}

/** Cancels a scheduled release: its parts wait again. */
export async function cancelRelease(
  db: Db,
  id: number,
  { by }: { by: number },
): Promise<{ ok: true } | Extract<PartsRefusal, { ok: false }>> {
  return db.transaction().execute(async (trx) => {
    if (!(await queries.lockScheduled(trx, id))) {
      const isKnown = (await queries.findRelease(trx, id)) !== undefined
      return isKnown
        ? { ok: false, reason: 'conflict', message: `Release ${id} is not scheduled any more.` }
        : { ok: false, reason: 'missing', message: 'There is no such release.' }
    }
    await queries.endRelease(trx, id, { state: 'cancelled', cancelled_by: by })
    await recordAudit(trx, {
      userId: by,
      action: 'cancel',
      entity: 'release',
      entityId: id,
      before: { state: 'scheduled' },
      after: { state: 'cancelled' },
    })
    return { ok: true }
  })
}

/** Marks a failed release as read: the warning about it ends. Returns false if it is not an unread one. */
export async function markReleaseRead(db: Db, id: number, { by }: { by: number }) {
  return db.transaction().execute(async (trx) => {
    if (!(await queries.markSeen(trx, id))) return false
    await recordAudit(trx, { userId: by, action: 'mark as read', entity: 'release', entityId: id })
    return true
  })
}

/**
 * Releases what is scheduled for `now` or earlier. Returns the ids of the releases that went live or failed. An unexpected error of one does
 * not hold up the others: `onError` receives it, and the release is tried again.
 */
export async function releaseDue(
  db: Db,
  sandbox: Sandbox,
  now: Date,
  { onError = rethrow, gate }: { onError?: (error: unknown) => void } & Pick<By, 'gate'> = {},
) {
  const ended: number[] = []
  for (const id of await queries.listDue(db, now)) {
    try {
      if (await goLive(db, sandbox, id, { now, gate })) ended.push(id)
    } catch (error) {
      onError(error)
    }
  }
  return ended
}

function rethrow(error: unknown): never {
  throw error
}

/** Puts a scheduled release in use, or marks it as failed. Returns false if another process did, or if it must be tried again. */
async function goLive(
  db: Db,
  sandbox: Sandbox,
  id: number,
  { now, gate }: { now: Date } & Pick<By, 'gate'>,
): Promise<boolean> {
  const row = await queries.findRelease(db, id)
  if (row?.state !== 'scheduled') return false
  const { user_id: by, note, change_ids, version_id: versionId } = row
  const ids = { changeIds: change_ids ?? [], versionId }
  const who = { by: null, releaseBy: 'one' as const, releaseId: id }
  const read = await readParts(db, ids, who)
  if (!read.ok) return fail(db, id, read.message)
  const checked = await checkParts(db, sandbox, read.parts, { asOf: calendarDay(now), note, gate })
  if (!checked.ok) return checked.reason === 'busy' ? false : fail(db, id, checked.message)
  const outcome = await orTaken(() =>
    db.transaction().execute(async (trx): Promise<ReleaseOutcome | null> => {
      if (!(await queries.lockScheduled(trx, id))) return null
      await lockParts(trx, ids)
      const found = await readParts(trx, ids, who)
      if (!found.ok) return found
      // Checked again at the next attempt.
      if (!(await isUnchanged(trx, checked))) return null
      await queries.endRelease(trx, id, { state: 'live' })
      await audit(trx, { by, id, action: 'release', parts: found.parts, note, live_from: row.live_from })
      await applyParts(trx, found.parts, { by, note, releaseId: id })
      return { ok: true, id, state: 'live' }
    }),
  )
  if (outcome === null) return false
  return outcome.ok || !('message' in outcome) ? true : fail(db, id, outcome.message)
}

/** Marks a scheduled release as failed: its parts wait again. */
async function fail(db: Db, id: number, reason: string) {
  return db.transaction().execute(async (trx) => {
    if (!(await queries.lockScheduled(trx, id))) return false
    const failure = reason.slice(0, 2000)
    await queries.endRelease(trx, id, { state: 'failed', failure })
    await recordAudit(trx, {
      userId: null,
      action: 'fail',
      entity: 'release',
      entityId: id,
      before: { state: 'scheduled' },
      after: { state: 'failed', failure },
    })
    return true
  })
}

async function orTaken<Outcome>(work: () => Promise<Outcome>) {
  try {
    return await work()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    return { ok: false, reason: 'conflict', message: messages.taken } as const
  }
}

type Audited = {
  by: number | null
  id: number
  action: 'release' | 'schedule'
  parts: Parts
  note: string
  live_from: Date | null
}

async function audit(trx: Db, { by, id, action, parts, note, live_from }: Audited) {
  await recordAudit(trx, {
    userId: by,
    action,
    entity: 'release',
    entityId: id,
    after: {
      changes: parts.changes.map((change) => change.id),
      version: parts.version?.filename ?? null,
      live_from,
      note,
    },
  })
}
