import type { Db } from '../../../db/schema'
import { calendarDay } from '~/domain/dates'
import { fingerprint } from '~/domain/hashes.server'
import type { Sandbox } from '~/domain/underwriting/sandbox.server'

import { violationText } from './check.server'
import * as queries from './engine-versions.queries.server'
import type { GateConfiguration, Row } from './gate/draws'
import { gateConfiguration, lockConfiguration } from './gate/gate.queries.server'
import { findConfigurationViolation, type GateVersion } from './gate/gate.server'

/** The sandbox in which a configuration is checked. */
export type GuardSandbox = Pick<Sandbox, 'run' | 'runFigures'>

/** Why a change of the configuration may not be made; `busy` when the sandbox could not check it. */
type Rejected = { ok: false; reason: 'refused' | 'busy'; message: string }

/** Whether a change of the configuration may be made, and the fingerprint of what it was checked on. */
export type Guarded = (Checked & { ok: true }) | Rejected

/** `configuration` is null where nothing had to be checked. */
type Checked = { configuration: string | null }

/** Another change went live while this one was checked. */
export const overtaken = {
  ok: false,
  reason: 'overtaken',
  message: 'The configuration or the engine was changed while this change was checked. Please try again.',
} as const

/** The maximum number of checks of a change. */
const maxChecks = 20

/** Retries a change while others overtake it. */
export async function retryOvertaken<Outcome extends object>(
  change: () => Promise<Outcome>,
): Promise<Outcome> {
  let outcome = await change()
  for (let checks = 1; isOvertaken(outcome) && checks < maxChecks; checks += 1) outcome = await change()
  return outcome
}

function isOvertaken(outcome: object) {
  return 'message' in outcome && outcome.message === overtaken.message
}

/**
 * Checks the configuration after a change under the engine in use, by rules 8 and 9; `employer` is the row of a changed employer. A
 * configuration that breaks them already may be changed in any way, so that it can be repaired step by step. The change is made in a
 * transaction that begins with `lockChecked` and writes only where `isUnchanged`: two changes that each pass may fail together.
 */
export async function guardConfiguration(
  db: Db,
  sandbox: GuardSandbox,
  change: (configuration: GateConfiguration) => GateConfiguration,
  employer: Row | null = null,
): Promise<Guarded> {
  const before = await gateConfiguration(db)
  const configuration = await checkedState(db, before)
  const guarded = await guardChange(db, sandbox, { before, after: change(before), employer })
  return guarded.ok ? { ok: true, configuration } : guarded
}

/** Makes other checked changes wait until the transaction ends. Comes before its other locks, so that no two wait for each other. */
export async function lockChecked(trx: Db, { configuration }: Checked) {
  if (configuration !== null) await lockConfiguration(trx)
}

/** The fingerprint of what a change is checked on: the configuration, and the version in use. */
export async function checkedState(db: Db, configuration: GateConfiguration) {
  return fingerprint({ configuration, engine: await queries.activeHash(db) })
}

/** Whether the configuration and the engine are still those of the check. */
export async function isUnchanged(trx: Db, { configuration }: Checked) {
  return configuration === null || (await checkedState(trx, await gateConfiguration(trx))) === configuration
}

/** Checks one configuration in place of another, as `guardConfiguration` does, under `version` or the engine in use. */
export async function guardChange(
  db: Db,
  sandbox: GuardSandbox,
  {
    before,
    after,
    employer = null,
    version: other = null,
  }: {
    before: GateConfiguration
    after: GateConfiguration
    employer?: Row | null
    version?: GateVersion | null
  },
): Promise<{ ok: true } | Rejected> {
  const version = other ?? (await activeVersion(db))
  if (version === null) return { ok: true }
  const asOf = calendarDay(new Date())
  const violation = await findConfigurationViolation(sandbox, version, after, { asOf, before, employer })
  if (violation === null) return { ok: true }
  if (violation.failure?.kind === 'busy')
    return { ok: false, reason: 'busy', message: violation.failure.message }
  // Rule 11 is checked for added rules of states only, so that its violation is always of this change.
  const isOwn = violation.rule === 11
  if (!isOwn && (await findConfigurationViolation(sandbox, version, before, { asOf }))) return { ok: true }
  return { ok: false, reason: 'refused', message: violationText(violation) }
}

/** Returns the engine in use; null where it is not of interface 2. */
export async function activeVersion(db: Db) {
  const engine = await queries.activeVersion(db)
  return engine?.interface === 2 ? (engine as typeof engine & GateVersion) : null
}
