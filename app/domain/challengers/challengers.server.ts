import { isUniqueViolation } from '../../../db/errors'
import type { Db } from '../../../db/schema'
import { recordAudit } from '~/domain/audit/audit.server'
import { onceUnlessRefused, type IdempotencyKey } from '~/domain/idempotency/idempotency.server'
import { parseFields, type FieldError, type Fields } from '~/domain/parse-fields'

import * as queries from './challengers.queries.server'
import { endSchema, namingSchema } from './challengers.schema'

export { listCandidates, listChallenged, listResults, listWithDetails } from './challengers.queries.server'

export type ChallengerChange =
  | { ok: true; id: number }
  | { ok: false; reason: 'invalid'; errors: FieldError[] }
  | { ok: false; reason: 'conflict'; message: string }

const conflict = (message: string): ChallengerChange => ({ ok: false, reason: 'conflict', message })

/**
 * Names the version that runs beside the live one from now on. Only a version that passed the checks can be: a released or proposed one.
 * Fields: `version`, `reason`.
 */
export async function nameChallenger(
  db: Db,
  fields: Fields,
  { by, key = null }: { by: number; key?: IdempotencyKey | null },
): Promise<ChallengerChange> {
  const parsed = parseFields(namingSchema, fields)
  if (!parsed.ok) return { ok: false, reason: 'invalid', errors: parsed.errors }
  const { version: versionId, reason } = parsed.value
  try {
    const { result } = await onceUnlessRefused(
      db,
      key,
      parsed.value,
      async (trx): Promise<ChallengerChange> => {
        const version = await queries.findCandidate(trx, versionId)
        if (!version) {
          const message = 'Choose a released or proposed version of interface 2 that is not the live one'
          return { ok: false, reason: 'invalid', errors: [{ path: 'version', message }] }
        }
        const { id } = await queries.insertChallenger(trx, {
          engine_version_id: versionId,
          named_by: by,
          reason,
        })
        const { filename, hash } = version
        await recordAudit(trx, {
          userId: by,
          action: 'name',
          entity: 'challenger',
          entityId: id,
          after: { version: filename, hash, reason },
        })
        return { ok: true, id }
      },
    )
    return result
  } catch (error) {
    if (isUniqueViolation(error, 'challengers_current'))
      return conflict('Another version is the challenger already. End it first.')
    throw error
  }
}

/** Ends the challenger; its results stay. Fields: `challenger`, `reason`. */
export async function endChallenger(
  db: Db,
  fields: Fields,
  { by }: { by: number },
): Promise<ChallengerChange> {
  const parsed = parseFields(endSchema, fields)
  if (!parsed.ok) return { ok: false, reason: 'invalid', errors: parsed.errors }
  const { challenger: id, reason } = parsed.value
  return db.transaction().execute(async (trx) => {
    if (!(await queries.endChallenger(trx, id, { ended_by: by, end_reason: reason })))
      return conflict('This challenger has ended already.')
    await recordAudit(trx, {
      userId: by,
      action: 'end',
      entity: 'challenger',
      entityId: id,
      after: { reason },
    })
    return { ok: true, id }
  })
}

export async function findChallenger(db: Db) {
  return (await queries.findCurrent(db)) ?? null
}

/** The number of results of a comparison that the page shows; a list has all. */
const maxDiffering = 10
const maxMovers = 10

/** Compares a version's results as a challenger with the live ones. */
export async function compareChallenger(db: Db, versionId: number) {
  const [summary, differing, movers] = await Promise.all([
    queries.summarise(db, versionId),
    queries.listDiffering(db, versionId, maxDiffering),
    queries.listMovers(db, versionId, maxMovers),
  ])
  const { live_premium, premium, live_claims, claims, changes, ...counts } = summary
  const side = (premium: number, claims: number) => ({
    premium,
    claims,
    lossRatio: premium > 0 ? claims / premium : null,
  })
  return {
    counts,
    live: side(live_premium, live_claims),
    challenger: side(premium, claims),
    /** Changes in premium, dollars a month. */
    percentiles: changes
      ? queries.percentiles.map((share, index) => ({ share, change: changes[index] ?? 0 }))
      : [],
    differing,
    movers,
  }
}

export type ChallengerComparison = Awaited<ReturnType<typeof compareChallenger>>
