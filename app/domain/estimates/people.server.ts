import { inputOf, type GateConfiguration, type GateInput } from '~/domain/engine-versions/gate/draws'
import { population } from '~/domain/engine-versions/gate/population.server'

import type { EstimateAnswers } from './estimates.schema'

/** The maximum number of people whose prices make an estimate. An industry has 60 or more in the bundled population. */
const maxPeople = 100
/** The age at which people start to work, so that years with an employer never contradict the date of birth. */
const youngestWorker = 16

export type EstimatePerson = { weight: number; input: GateInput }

/**
 * Returns people of the industry who all gave these answers, at the employer of the configuration, if it has one, asking for a tier or 'unsure'.
 * Where one of two answers that must fit together is not known, it fits: a salary is twelve incomes, a family has room for its children, and an
 * employer is of the type and size of its record. People whose
 * state is not known live where those of the population do.
 */
export function peopleWith(
  {
    income,
    industry,
    years,
    coverage_level: _asked,
    employer_name: _name,
    region_state: state,
    union_membership: union,
    ...others
  }: EstimateAnswers,
  configuration: GateConfiguration,
  asOf: string,
  coverageLevel = 'unsure',
): EstimatePerson[] {
  const people = population().filter(({ groups }) => groups.industry === industry)
  const [employer = null] = configuration.employers
  const { employer_type: type, employer_size: size } = employer ?? {}
  const step = Math.max(1, people.length / maxPeople)
  const chosen = people.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
  const latestBirth = `${Number(asOf.slice(0, 4)) - Math.ceil(years) - youngestWorker - 1}-01-01`
  return chosen.map(({ weight, quote, groups }) => {
    const birth = String(quote.date_of_birth)
    const family = others.family_size ?? Math.max(Number(quote.family_size), 1 + (others.children_count ?? 0))
    const answers = {
      ...quote,
      salary: 12 * income,
      children_count: Math.min(Number(quote.children_count), family - 1),
      ...others,
      family_size: family,
      ...(type && { employer_type: type }),
      ...(size && { employer_size: size }),
      ...(union && { union_membership: union === 'TRUE' }),
      income,
      industry,
      employment_length: years,
      coverage_level: coverageLevel,
      date_of_birth: birth < latestBirth ? birth : latestBirth,
    }
    return { weight, input: inputOf(configuration, answers, employer, asOf, state ?? groups.state) }
  })
}
