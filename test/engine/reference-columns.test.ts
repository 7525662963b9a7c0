import { expect, test } from 'vitest'

import { collections, type Collection } from '~/domain/configuration/collections'
import type { GateInput, Row } from '~/domain/engine-versions/gate/draws'

import { inputFor, reference, underwrite } from '../support/engine'

/*
 * The columns of the configuration that are declared 'for reference' are those that no decision and no price is made from: no others
 * may be left out where a result is compared with the records of today.
 */

const [employer] = reference.employers.filter(({ employer_type, industry }) => employer_type && industry)
const input = inputFor({}, String(employer?.employer_name))

/** The input with another value in a column of all rows of a collection. */
function changed({ table }: Collection, column: string): GateInput {
  const other = (row: Row | null) =>
    row && { ...row, [column]: typeof row[column] === 'number' ? row[column] + 0.01 : 'Another' }
  if (table === 'coverage_tiers') return { ...input, tiers: input.tiers.map((row) => other(row) ?? row) }
  if (table === 'employer_risks') return { ...input, employer: other(input.employer) }
  return { ...input, industry: other(input.industry) }
}

/** What is decided and offered: all but the steps of the computation. */
function outcomeOf(input: GateInput) {
  const { calculation_details: details, ...figures } = underwrite(input)
  return { figures, decision: details.decision, factors: details.factors, expected: details.expected }
}

test.each(
  [collections.coverageTiers, collections.employerRisks, collections.industryFallbacks].flatMap(
    (collection) =>
      collection.columns
        .filter(({ forReference }) => forReference)
        .map(({ name }) => [collection.table, name, collection] as const),
  ),
)('%s: no decision and no price is made from %s', (_, name, collection) => {
  expect(outcomeOf(changed(collection, name))).toEqual(outcomeOf(input))
})

test.each(['employer_type', 'employer_size', 'industry'])(
  'an answer that differs from the %s of the record of the employer refers the result',
  (name) => {
    const { decision } = outcomeOf(changed(collections.employerRisks, name))
    expect(outcomeOf(input).decision.status).not.toBe('referred')
    expect(decision.status).toBe('referred')
  },
)
