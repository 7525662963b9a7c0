import type { Db } from '../../../db/schema'
import { recordAudit } from '~/domain/audit/audit.server'
import {
  guardConfiguration,
  isUnchanged,
  lockChecked,
  overtaken,
  type GuardSandbox,
} from '~/domain/engine-versions/configuration-guard.server'
import { configurationImpact, newestInputs, type Impact } from '~/domain/engine-versions/impact.server'
import { parseFields, type FieldError, type Fields } from '~/domain/parse-fields'
import type { Sandbox } from '~/domain/underwriting/sandbox.server'

import * as queries from './portfolio-factor.queries.server'
import type { SimulatedMonth } from './portfolio-factor.queries.server'
import { factorLimits, factorReleaseSchema, factorSchema, type FactorRange } from './portfolio-factor.schema'

/** What a simulated month proposes. `credibility` is from 0 to 1. */
export type FactorProposal = SimulatedMonth & { credibility: number; factor: number }

/** Claims a year at which experience counts in full: within 5% in 90% of years (limited fluctuation, Poisson). */
const fullCredibility = 1082

/** Entries of the history that are shown. */
const historyLength = 20

/** Returns the factor in use, what the simulation proposes, a factor that waits for its release, and the history. */
export async function readFactor(db: Db) {
  const [released, waiting, history, month] = await Promise.all([
    queries.findReleased(db),
    queries.findProposed(db),
    queries.listFactors(db, historyLength),
    queries.newestMonth(db),
  ])
  const factor = released?.factor ?? 1
  return {
    released: released ?? null,
    factor,
    range: rangeAround(factor),
    waiting: waiting ?? null,
    history,
    proposal: month ? proposalOf(month, factor) : null,
  }
}

/** Moves the last factor towards the month's multiplier by the credibility of its claims, within the limits. */
export function proposalOf(month: SimulatedMonth, last: number): FactorProposal {
  const credibility = Math.min(1, Math.sqrt(month.claims / fullCredibility))
  const { min, max } = rangeAround(last)
  const factor = last + credibility * (month.multiplier - last)
  return { ...month, credibility, factor: round(Math.min(max, Math.max(min, factor))) }
}

/** The factors that may follow one, both ends included. */
export function rangeAround(last: number): FactorRange {
  const { min, max, change } = factorLimits
  return {
    min: Math.max(min, Math.ceil(last * (1 - change) * 1e4 - 1e-6) / 1e4),
    max: Math.min(max, Math.floor(last * (1 + change) * 1e4 + 1e-6) / 1e4),
  }
}

function round(factor: number) {
  return Math.round(factor * 1e4) / 1e4
}

type Invalid = { ok: false; reason: 'invalid'; errors: FieldError[] }

/** Runs the newest quotes with another factor. Nothing is stored. */
export async function factorImpact(
  db: Db,
  sandbox: Pick<Sandbox, 'run'>,
  fields: Fields,
): Promise<{ ok: true; factor: number; impact: Impact } | Invalid> {
  const parsed = parseFields(factorSchema(await allowedRange(db)), fields)
  if (!parsed.ok) return { ok: false, reason: 'invalid', errors: parsed.errors }
  const { factor } = parsed.value
  const newest = await newestInputs(db)
  const inputs = newest.inputs.map((input) => ({ ...input, portfolio: { factor } }))
  return { ok: true, factor, impact: await configurationImpact(db, sandbox, newest, inputs) }
}

async function allowedRange(db: Db) {
  return rangeAround((await queries.findReleased(db))?.factor ?? 1)
}

export type FactorChange =
  | { ok: true; id: number; state: 'released' | 'proposed' | 'rejected' | 'withdrawn' }
  | Invalid
  /** The factor breaks a rule of the engine, or could not be checked. */
  | { ok: false; reason: 'refused' | 'busy'; message: string }
  | { ok: false; reason: 'conflict' | 'forbidden' | 'overtaken'; message: string }

/**
 * Releases a factor for future runs, or proposes it where another admin must release it. Refused if it is more than a tenth away from the
 * one in use, or if the rules of the engine fail with it.
 */
export async function releaseFactor(
  db: Db,
  sandbox: GuardSandbox,
  fields: Fields,
  { by, releaseBy }: { by: number; releaseBy: 'one' | 'two' },
): Promise<FactorChange> {
  // Checked before the expensive work, and again under the lock.
  const parsed = parseFields(factorReleaseSchema(await allowedRange(db)), fields)
  if (!parsed.ok) return { ok: false, reason: 'invalid', errors: parsed.errors }
  const { factor, note, base } = parsed.value
  const guarded = await guardFactor(db, sandbox, factor)
  if (!guarded.ok) return guarded
  return db.transaction().execute(async (trx): Promise<FactorChange> => {
    await lockChecked(trx, guarded)
    await queries.lockFactors(trx)
    const last = await queries.findReleased(trx)
    if (base !== undefined && base !== (last?.id ?? 0)) return conflict(messages.changed)
    const previous = last?.factor ?? 1
    if (factor === previous) return conflict(messages.same)
    const inRange = parseFields(factorReleaseSchema(rangeAround(previous)), fields)
    if (!inRange.ok) return { ok: false, reason: 'invalid', errors: inRange.errors }
    if (await queries.findProposed(trx)) return conflict(messages.waiting)
    if (!(await isUnchanged(trx, guarded))) return overtaken
    const state = releaseBy === 'two' ? 'proposed' : 'released'
    const month = await queries.newestMonth(trx)
    const { id } = await queries.insertFactor(trx, {
      factor,
      previous,
      note,
      state,
      user_id: by,
      basis: month ? JSON.stringify(proposalOf(month, previous)) : null,
      decided_by: state === 'released' ? by : null,
    })
    await audit(trx, { by, id, action: state === 'released' ? 'release' : 'propose', previous, factor, note })
    return { ok: true, id, state }
  })
}

/** Decides on a proposed factor: another admin releases or rejects it, its author withdraws it. */
export async function decideFactor(
  db: Db,
  sandbox: GuardSandbox,
  { id, by, verb }: { id: number; by: number; verb: 'release' | 'reject' | 'withdraw' },
): Promise<FactorChange> {
  const proposed = await queries.findProposed(db)
  if (proposed?.id !== id) return conflict(messages.decided)
  const isAuthor = proposed.user_id === by
  if (isAuthor !== (verb === 'withdraw'))
    return { ok: false, reason: 'forbidden', message: isAuthor ? messages.own : messages.others }
  const guarded = verb === 'release' ? await guardFactor(db, sandbox, proposed.factor) : null
  if (guarded?.ok === false) return guarded
  return db.transaction().execute(async (trx): Promise<FactorChange> => {
    if (guarded) await lockChecked(trx, guarded)
    await queries.lockFactors(trx)
    if ((await queries.findProposed(trx))?.id !== id) return conflict(messages.decided)
    if (guarded && !(await isUnchanged(trx, guarded))) return overtaken
    const { previous, factor, note } = proposed
    const state = states[verb]
    await queries.decideFactor(trx, id, { state, decided_by: by })
    await audit(trx, { by, id, action: verb, previous, factor, note })
    return { ok: true, id, state }
  })
}

const states = { release: 'released', reject: 'rejected', withdraw: 'withdrawn' } as const

const messages = {
  changed: 'Another factor was released since you opened this page. Look at it, and try again.',
  same: 'This is the factor in use: nothing changed.',
  waiting: 'Another factor waits for its release. It must be decided on first.',
  decided: 'This factor was decided on already.',
  own: 'You proposed this factor: another admin must decide on it.',
  others: 'Only its author can withdraw a proposed factor.',
}

function conflict(message: string): FactorChange {
  return { ok: false, reason: 'conflict', message }
}

function guardFactor(db: Db, sandbox: GuardSandbox, portfolioFactor: number) {
  return guardConfiguration(db, sandbox, (configuration) => ({ ...configuration, portfolioFactor }))
}

type Audited = { by: number; id: number; action: string; previous: number; factor: number; note: string }

async function audit(trx: Db, { by, id, action, previous, factor, note }: Audited) {
  const subject = { userId: by, action, entity: 'portfolio factor', entityId: id }
  await recordAudit(trx, { ...subject, before: { factor: previous }, after: { factor, note } })
}
