import type { EngineResult } from '~/engine/engine.schema'
import type { ResultFigures, Sandbox } from '~/domain/underwriting/sandbox.server'

type Engine = (input: unknown) => EngineResult

/**
 * Runs a source in this process, as fast as plain JavaScript: for the program's own engine alone, which needs no sandbox. Takes what the
 * sandbox takes, and gives what it gives.
 */
export function nativeEngine(): Pick<Sandbox, 'run' | 'runFigures'> {
  const loaded = new Map<string, Engine>()
  const load = (source: string) => {
    const known = loaded.get(source)
    if (known) return known
    const engine = new Function(`'use strict'\n${source}\nreturn underwrite`)() as Engine
    loaded.set(source, engine)
    return engine
  }
  const runOne = (source: string, input: unknown, shared: object) => {
    try {
      // Inputs are copied, and what they share is not: as in a batch of the sandbox.
      const own = JSON.parse(JSON.stringify(input)) as object
      return {
        ok: true as const,
        result: load(source)({ ...shared, ...own }),
        milliseconds: 0,
      }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      return { ok: false as const, kind: 'error' as const, message, line: null, column: null }
    }
  }
  const sharedOf = cached((shared: string) => JSON.parse(shared) as object)
  return {
    run: async (source, input, { shared = '{}' } = {}) => runOne(source, input, sharedOf(shared)),
    runFigures: async (source, inputs, { shared = '{}' } = {}) => {
      const parsed = sharedOf(shared)
      return inputs.map((input) => {
        const outcome = runOne(source, input, parsed)
        return outcome.ok ? { ok: true, result: figuresOf(outcome.result) } : outcome
      })
    },
  }
}

function figuresOf({
  coverage_tier,
  max_coverage,
  monthly_premium,
  calculation_details: { decision, expected },
}: EngineResult): ResultFigures {
  const { status, reasons } = decision
  return { coverage_tier, max_coverage, monthly_premium, status, reasons, expected }
}

/** Remembers the last value alone. */
function cached<Value>(of: (text: string) => Value) {
  let last: { text: string; value: Value } | undefined
  return (text: string) => {
    if (last?.text !== text) last = { text, value: of(text) }
    return last.value
  }
}
