import type { GateConfiguration, GateInput, Row } from './draws'
import { population, populationInputs } from './population.server'
import { answered, blindTitle, inequality, withoutRating, type GateOutcome } from './rules'

/** Pairs of runs at most, about a third of a second. */
const maxPairs = 250

/**
 * Rule 11 over the bundled population: flips each answer that a person's state does not allow. A state without people in the population is
 * checked with those of others. `rules` are the ones to check, those of `configuration` by default.
 */
export async function stateRuleViolation<Failure extends GateOutcome>(
  run: (inputs: readonly GateInput[]) => Promise<Failure[]>,
  configuration: GateConfiguration,
  asOf: string,
  rules: readonly Row[] = configuration.stateRules,
) {
  const pairs = pairsOf(configuration, asOf, rules)
  const outcomes = await run(pairs.flatMap(({ inputs }) => inputs))
  for (const [index, { factor, values, inputs }] of pairs.entries()) {
    const [one, other] = outcomes.slice(2 * index, 2 * index + 2)
    const failed = [one, other].find((outcome) => !outcome?.ok)
    const message = failed
      ? 'message' in failed
        ? failed.message
        : 'no result'
      : one?.ok && other?.ok
        ? inequality(factor, values, one.result, other.result)
        : null
    if (message !== null)
      return { rule: 11, message: `${blindTitle}: ${message}`, example: inputs[0]?.quote ?? null, failed }
  }
  return null
}

function pairsOf(configuration: GateConfiguration, asOf: string, rules: readonly Row[]) {
  const share = Math.max(1, Math.floor(maxPairs / Math.max(1, rules.length)))
  return rules.slice(0, maxPairs).flatMap(({ state, factor }) => {
    const [name, answer, values] = withoutRating.find(([name]) => name === factor) ?? []
    if (!name || !answer || !values) return []
    const residents = population().filter(({ groups }) => groups.state === state)
    const people = (residents.length > 0 ? residents : population(40)).slice(0, share)
    const moved = people.map((person) => ({
      ...person,
      groups: { ...person.groups, state: String(state) },
    }))
    return populationInputs(moved, configuration, asOf).map((input) => ({
      factor: name,
      values,
      inputs: values.map((value) => answered(input, { [answer]: value })),
    }))
  })
}
