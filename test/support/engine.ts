import { readFileSync } from 'node:fs'

import type { GateConfiguration, GateInput, Row } from '~/domain/engine-versions/gate/draws'
import { inputOf, typicalAnswers } from '~/domain/engine-versions/gate/draws'
import type { Sandbox } from '~/domain/underwriting/sandbox.server'
import { bundledTables } from '~/engine/bundled-tables'
import type { EngineResult } from '~/engine/engine.schema'
import type { EngineTables } from '~/engine/model/tables'

import { bundledConfiguration, referenceRows } from '../../scripts/rules/bundled-configuration'

export const engineSource = readFileSync('app/engine/underwrite.js', 'utf8')
const firstSource = readFileSync('app/engine/version-1/underwrite.js', 'utf8')

/** The engines that a new database gets. */
export const bundledEngines = { first: firstSource, source: engineSource }

/** A sandbox that does `work` before its first check of a configuration resolves: what another admin does at that moment. */
export function sandboxDuring(sandbox: Sandbox, work: () => Promise<unknown>): Sandbox {
  let isDone = false
  return {
    ...sandbox,
    async runFigures(...args) {
      if (!isDone) {
        isDone = true
        await work()
      }
      return sandbox.runFigures(...args)
    },
  }
}

type Engine = (input: GateInput & { tables: EngineTables }) => EngineResult

/** Runs an engine's source natively. */
export function native(source: string) {
  return new Function(`${source}\nreturn underwrite`)() as Engine
}

const bundled = native(engineSource)

/** The bundled engine with the bundled tables, run natively. */
export function underwrite(input: GateInput, tables: EngineTables = bundledTables) {
  return bundled({ ...input, tables })
}

/** The engine of interface 1, run natively. */
export const underwriteFirst = native(firstSource) as unknown as (input: unknown) => unknown

/** The bundled configuration. */
export const configuration: GateConfiguration = bundledConfiguration

export const reference = { ...bundledConfiguration, genders: referenceRows('industry_gender_stats') }

export const asOf = '2026-01-15'

/** Bounds the check of a version that is no test's subject, which takes seconds: gate.test.ts holds every rule. */
export const quickGate = { draws: 10, populationStep: 20 }

/**
 * The input for a typical applicant with some other answers, from the bundled tables. `employer` names a record, whose answers the applicant
 * gives unless `answers` has others.
 */
export function inputFor(answers: Row = {}, employer?: string): GateInput {
  const record = reference.employers.find(({ employer_name }) => employer_name === employer) ?? null
  const own = record && {
    industry: record.industry ?? null,
    employer_type: record.employer_type ?? null,
    employer_size: record.employer_size ?? null,
  }
  const quote: Row = { ...typicalAnswers, ...own, ...answers }
  if ('income' in answers && !('salary' in answers)) quote.salary = 12 * Number(answers.income)
  return inputOf(configuration, quote, record, asOf)
}
