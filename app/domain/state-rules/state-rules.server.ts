import { isUniqueViolation } from '../../../db/errors'
import type { Db } from '../../../db/schema'
import { recordAudit } from '~/domain/audit/audit.server'
import {
  guardConfiguration,
  isUnchanged,
  lockChecked,
  overtaken,
  type GuardSandbox,
} from '~/domain/engine-versions/configuration-guard.server'
import { findActiveEngine } from '~/domain/engine-versions/engine-versions.server'
import type { GateConfiguration } from '~/domain/engine-versions/gate/draws'
import { withoutRating } from '~/domain/engine-versions/gate/rules'
import { fingerprint } from '~/domain/hashes.server'
import { parseFields, type FieldError, type Fields } from '~/domain/parse-fields'

import * as queries from './state-rules.queries.server'
import { stateRuleSchema } from './state-rules.schema'

export { listRules as listStateRules } from './state-rules.queries.server'

export type StateRule = NonNullable<Awaited<ReturnType<typeof findStateRule>>>

/** The changed rule, or why nothing was changed. */
export type StateRuleOutcome =
  | { ok: true; rule: StateRule }
  | { ok: false; reason: 'invalid'; errors: FieldError[] }
  | { ok: false; reason: 'missing' }
  | { ok: false; reason: 'taken' | 'refused' | 'busy'; message: string }
  /** The rule has changed since it was read; `current` is its present state. */
  | { ok: false; reason: 'conflict'; current: StateRule }
  /** Another change went live while this one was checked. */
  | typeof overtaken

export async function findStateRule(db: Db, id: number) {
  return (await queries.findRule(db, id)) ?? null
}

/**
 * Returns the factors that a rule can name, of the tables of the engine in use. Excludes tenure, industry and the employer: they decide who
 * may be covered as well as the price.
 */
export async function listFactors(db: Db) {
  const engine = await findActiveEngine(db)
  const tables = (engine?.tables as { rating?: { name: string; label: string }[] } | null)?.rating ?? []
  const names = new Set(withoutRating.map(([name]) => name))
  return tables.flatMap(({ name, label }) => (names.has(name) ? [{ name, label }] : []))
}

type Change = { by: number; sandbox: GuardSandbox }

/**
 * Adds a rule (`id` null) or changes one. Refused where the engine in use does not obey it, or gives absurd prices with it. `readAt` is the
 * rule's `updated_at` as its editor saw it: reports a conflict if it has changed. If absent, the last write wins.
 */
export async function putStateRule(
  db: Db,
  id: number | null,
  fields: Fields,
  { by, sandbox, readAt }: Change & { readAt?: Date },
): Promise<StateRuleOutcome> {
  const known = id === null ? null : await findStateRule(db, id)
  if (id !== null && known === null) return { ok: false, reason: 'missing' }
  const factors = (await listFactors(db)).map(({ name }) => name)
  const parsed = parseFields(stateRuleSchema(factors), fields)
  if (!parsed.ok) return { ok: false, reason: 'invalid', errors: parsed.errors }
  const rule = parsed.value
  const { state, factor } = rule
  const guarded = await guardConfiguration(db, sandbox, (configuration) => ({
    ...configuration,
    stateRules: [...without(configuration, known), { state, factor }],
  }))
  if (!guarded.ok) return guarded
  try {
    return await db.transaction().execute(async (trx): Promise<StateRuleOutcome> => {
      await lockChecked(trx, guarded)
      const before = id === null ? null : await queries.lockRule(trx, id)
      if (id !== null && !before) return { ok: false, reason: 'missing' }
      if (before && readAt && readAt.getTime() !== before.updated_at.getTime())
        // A request that is repeated after a lost response finds its own values.
        return fingerprint(valuesOf(before)) === fingerprint(rule)
          ? { ok: true, rule: before }
          : { ok: false, reason: 'conflict', current: before }
      if (!(await isUnchanged(trx, guarded))) return overtaken
      const stored = before
        ? await queries.updateRule(trx, before.id, rule, by)
        : await queries.insertRule(trx, rule, by)
      await recordAudit(trx, {
        ...subject(stored.id, by),
        action: before ? 'update' : 'create',
        ...(before && { before: valuesOf(before) }),
        after: rule,
      })
      return { ok: true, rule: stored }
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    return { ok: false, reason: 'taken', message: 'There is a rule for this factor in this state already' }
  }
}

/** Deletes a rule. Refused where the prices without it would be absurd. */
export async function deleteStateRule(
  db: Db,
  id: number,
  { by, sandbox }: Change,
): Promise<StateRuleOutcome> {
  const known = await findStateRule(db, id)
  if (known === null) return { ok: false, reason: 'missing' }
  const guarded = await guardConfiguration(db, sandbox, (configuration) => ({
    ...configuration,
    stateRules: without(configuration, known),
  }))
  if (!guarded.ok) return guarded
  return db.transaction().execute(async (trx): Promise<StateRuleOutcome> => {
    await lockChecked(trx, guarded)
    const rule = await queries.lockRule(trx, id)
    if (!rule) return { ok: false, reason: 'missing' }
    if (!(await isUnchanged(trx, guarded))) return overtaken
    await queries.deleteRule(trx, id)
    await recordAudit(trx, { ...subject(id, by), action: 'delete', before: valuesOf(rule) })
    return { ok: true, rule }
  })
}

function without({ stateRules }: GateConfiguration, known: StateRule | null) {
  return stateRules.filter(({ state, factor }) => state !== known?.state || factor !== known?.factor)
}

function valuesOf({ state, factor, source, note }: StateRule) {
  return { state, factor, source, note }
}

function subject(entityId: number, by: number) {
  return { userId: by, entity: 'state rule', entityId }
}
