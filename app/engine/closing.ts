import { evaluate, NotArithmetic, numbersIn } from './arithmetic'
import type { EngineResult } from './engine.schema'

/**
 * Returns the first point at which a result does not follow from the numbers that it shows, or null when it closes: each step and factor is
 * its formula, the base premium times all factors is the premium to the cent, and so is the sum of their dollars.
 */
export function openPoint(result: EngineResult): string | null {
  const { steps, factors, expected } = result.calculation_details
  for (const { label, formula, value } of steps) {
    const problem = differs(formula, value)
    if (problem) return `step "${label}": ${problem}`
  }
  const shown = numbersShown(result)
  for (const factor of factors) {
    const problem = openFactor(factor, shown)
    if (problem) return `factor "${factor.name}": ${problem}`
  }
  if (result.coverage_tier === null) return null
  return openPremium(result) ?? openExpectation(result, expected)
}

function openFactor(
  { formula, raw, multiplier, bound }: EngineResult['calculation_details']['factors'][number],
  shown: Set<number>,
) {
  const problem = differs(formula, raw)
  if (problem) return problem
  const hidden = numbersIn(formula).find((number) => number !== raw && !shown.has(number))
  if (hidden !== undefined) return `the result does not show the ${hidden} of ${formula}`
  const follows =
    bound === 'none' ? multiplier === raw : bound === 'min' ? multiplier >= raw : multiplier <= raw
  return follows ? null : `${multiplier} does not follow from ${raw} with the bound ${bound}`
}

function openPremium({ monthly_premium: premium, calculation_details: details }: EngineResult) {
  const { base_premium: base, factors } = details
  let running = base
  let dollars = base
  for (const factor of factors) {
    const before = running
    running *= factor.multiplier
    dollars += factor.dollars
    if (factor.name === 'rounding' && Math.abs(running - before) > 0.0051)
      return `factor "rounding" adds ${running - before} dollars, more than half a cent`
    if (Math.abs(running - before - factor.dollars) > 0.0101)
      return `factor "${factor.name}" adds ${running - before}, not ${factor.dollars} dollars`
  }
  if (premium === null || Math.abs(running - premium) >= 0.005)
    return `the factors lead from ${base} to ${running}, not to the premium of ${premium}`
  if (Math.abs(dollars - premium) >= 0.005)
    return `the dollars of the factors lead from ${base} to ${dollars}, not to the premium of ${premium}`
  return null
}

function openExpectation(
  { max_coverage, monthly_premium }: EngineResult,
  { benefit, claims, lossRatio }: EngineResult['calculation_details']['expected'],
) {
  if (benefit !== max_coverage) return `expected: the benefit is ${benefit}, the coverage ${max_coverage}`
  if (Math.abs(lossRatio - claims / (monthly_premium ?? 0)) > 0.000051)
    return `expected: claims of ${claims} over ${monthly_premium} are not ${lossRatio}`
  return null
}

/** Compares a formula with its value, which is rounded to the decimals that it shows; binary fractions miss a half of the last by a little. */
function differs(formula: string, value: number) {
  try {
    const computed = evaluate(formula)
    const decimals = /\.(\d+)/.exec(value.toFixed(8).replace(/0+$/, ''))?.[1]?.length ?? 0
    const binary = 1e-12 * Math.max(1, Math.abs(computed))
    if (Math.abs(computed - value) <= 0.5 * 10 ** -decimals + binary) return null
    return `${formula} is ${computed}, not ${value}`
  } catch (error) {
    if (error instanceof NotArithmetic) return `${formula} cannot be computed`
    throw error
  }
}

/** Returns every number of a result that is not part of a formula. */
function numbersShown(result: EngineResult) {
  const numbers = new Set<number>()
  JSON.stringify(result, (_, value: unknown) => {
    if (typeof value === 'number') numbers.add(value)
    return value
  })
  return numbers
}
