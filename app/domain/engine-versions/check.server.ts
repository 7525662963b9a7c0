import type { Db } from '../../../db/schema'
import { fingerprint } from '~/domain/hashes.server'
import { questions } from '~/domain/quotes/questions'
import { RecentMap } from '~/domain/recent-map'
import type { Sandbox, SandboxFailure } from '~/domain/underwriting/sandbox.server'

import type { FailingCase } from './case-figures'
import { positionAt } from './engine-versions.schema'
import type { GateConfiguration } from './gate/draws'
import { gateConfiguration } from './gate/gate.queries.server'
import { findViolation, type GateOptions, type GateVersion, type Violation } from './gate/gate.server'
import { faultText, tableFaults, type TableFault } from './tables.schema'

/** An error in a version. The message of one in its source begins with the line and the column, both from 1. */
export type Fault = { message: string; line: number; column: number }

/** The golden case or the rule that refuses a version. */
export type RefusedBy = {
  text: string
  /** The counter-example, as JSON. */
  example: string | null
  /** The text with the answers of the counter-example in words. */
  message: string
  /** All golden cases with other figures, if any. */
  cases: FailingCase[] | null
  /** Whether a line of the source is at fault. */
  hasLine: boolean
}

export type Checked =
  | { ok: true }
  | {
      ok: false
      reason: 'refused'
      fault: Fault
      /** What is wrong, if it is not the source: the tables, or a golden case or a rule. */
      tables?: TableFault[]
      violation?: RefusedBy
    }
  | { ok: false; reason: 'busy'; message: string }

/**
 * Checks whether a version may go live under a configuration, by default the current one: its tables are sound, its source compiles, and it
 * obeys its golden cases and the rules of the engine. A `justification` lifts the rule that a person may overrule.
 */
export async function checkEngine(
  db: Db,
  sandbox: Sandbox,
  version: GateVersion,
  {
    justification = null,
    configuration: changed = null,
    ...options
  }: GateOptions & { justification?: string | null; configuration?: GateConfiguration | null },
): Promise<Checked> {
  const { source, tables, tests } = version
  const faults = tableFaults(tables)
  const [fault] = faults
  if (fault) {
    const refused = refuse({ message: `Tables: ${faultText(fault)}`, line: null, column: null }, source)
    return refused.reason === 'refused' ? { ...refused, tables: faults } : refused
  }
  const compiled = await sandbox.compile(source, { trial: true })
  if (!compiled.ok) return refuse(compiled, source)
  const configuration = changed ?? (await gateConfiguration(db))
  const key = fingerprint({ source, tables, tests, configuration, options })
  if (passed.has(key)) return { ok: true }
  const violation = await findViolation(sandbox, version, configuration, options)
  if (violation === null) {
    passed.set(key, true)
    return { ok: true }
  }
  if (violation.justifiable && (justification?.trim().length ?? 0) >= minJustification) return { ok: true }
  const { line = null, column = null, kind } = violation.failure ?? {}
  const message = violationText(violation)
  const refused = refuse({ message, line, column, ...(kind && { kind }) }, source)
  if (refused.reason === 'busy') return refused
  const { text, example, hint } = violationParts(violation)
  const { cases = null } = violation
  return {
    ...refused,
    violation: {
      text: hint === null ? text : `${text}. ${hint}`,
      example,
      message: message.slice(0, 1500),
      cases,
      hasLine: violation.failure !== undefined,
    },
  }
}

/** Versions that have passed, with their configuration and day: the check of one takes seconds. */
const passed = new RecentMap<string, true>(50)

/** The shortest justification, in characters: a sentence. */
const minJustification = 20

/** A violation as a message: the rule, what is wrong and the counter-example. */
export function violationText(violation: Violation) {
  const { text, hint } = violationParts(violation)
  const example = exampleText(violation.example)
  return `${text}${example === null ? '' : `. Counter-example: ${example}`}${hint === null ? '' : `. ${hint}`}`
}

const answerLabels = new Map<string, string>(
  questions.map(({ name, office, label }) => [name, office?.label ?? label]),
)

/** The answers of a counter-example with the labels of the office: 'Children 2, Years employed 0.05'. */
function exampleText(example: unknown) {
  if (example === null || example === undefined) return null
  if (typeof example !== 'object') return JSON.stringify(example)
  const answers = Object.entries(example).map(
    ([name, value]) => `${answerLabels.get(name) ?? name} ${valueText(value)}`,
  )
  return answers.length === 0 ? 'typical answers' : answers.join(', ')
}

function valueText(value: unknown) {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function violationParts({ rule, message, example, justifiable }: Violation) {
  const hint = justifiable ? 'A note that justifies it is needed.' : null
  return {
    text: rule === null ? message : `Rule ${rule}: ${message}`,
    example: example === null || example === undefined ? null : JSON.stringify(example),
    hint,
  }
}

/** Turns a failure into a rejection of the source. Where the interpreter has no position, it is that of `underwrite`. */
export function refuse(
  failure: Pick<SandboxFailure, 'message' | 'line' | 'column'> & { kind?: SandboxFailure['kind'] },
  source: string,
): Exclude<Checked, { ok: true }> {
  if (failure.kind === 'busy') return { ok: false, reason: 'busy', message: failure.message }
  const lines = source.split('\n').length
  const known = failure.line !== null && failure.line >= 1 && failure.line <= lines
  const { line, column } = known
    ? { line: Number(failure.line), column: failure.column ?? 1 }
    : positionAt(source, Math.max(0, source.search(/\bfunction\s+underwrite\b|\bunderwrite\s*=/)))
  const message = failure.message.replace(/^Line \d+: /, '').slice(0, 1500)
  return {
    ok: false,
    reason: 'refused',
    fault: { message: `Line ${line}, column ${column}: ${message}`, line, column },
  }
}
