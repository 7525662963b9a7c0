import type { CalculationDetails } from '~/engine/engine.schema'
import { cents } from '~/engine/model/money'
import type { FirstDetails } from '~/engine/version-1/engine.schema'

/** The calculation of a result as pages show it, for results of every interface of the engine. */
export type ResultDetails = Omit<CalculationDetails, 'data_sources' | 'steps' | 'expected'> & {
  data_sources: Record<string, unknown>
  steps: { label: string; formula: string; value: number | string }[]
  /** Null in results of interface 1, which made no forecast of its own. */
  expected: CalculationDetails['expected'] | null
}

/** Reads a stored calculation. `premium` is the result's, in dollars a month. */
export function readDetails(stored: object, premium: number | null): ResultDetails {
  return 'expected' in stored
    ? (stored as CalculationDetails)
    : ofFirstInterface(stored as FirstDetails, premium)
}

/** Results of interface 1 do not show the limits on their product of factors: the difference to the premium is a factor of its own. */
function ofFirstInterface(details: FirstDetails, premium: number | null): ResultDetails {
  const base = details.base_premium ?? 0
  let running = base
  const factors = details.factors.map(({ name, label, input, multiplier }) => {
    const before = running
    running *= multiplier
    return factorOf(name, label, input, multiplier, running - before)
  })
  if (base > 0 && premium)
    factors.push(factorOf('bounds', 'Limits and rounding', '', premium / running, premium - running))
  return {
    decision: {
      status: details.decision.status,
      reasons: details.decision.reasons.map((text) => ({ code: '', text, forApplicant: !isInternal(text) })),
    },
    base_premium: base,
    data_sources: details.data_sources,
    factors,
    steps: details.steps,
    expected: null,
    warnings: details.warnings,
  }
}

function factorOf(
  name: string,
  label: string,
  answer: string,
  multiplier: number,
  dollars: number,
): CalculationDetails['factors'][number] {
  const none = { group: 'person', table: null, row: null, formula: '', bound: 'none', source: '' } as const
  return {
    ...none,
    name,
    label,
    answer,
    raw: multiplier,
    multiplier,
    dollars: cents(dollars),
  }
}

/** Words of reasons in interface 1 that are not for applicants; it did not mark them. */
function isInternal(reason: string) {
  return /\b(?:scores?|factors?|multipliers?|ratios?|loadings?|engine|synergy)\b/i.test(reason)
}
