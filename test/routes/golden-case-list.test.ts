import { expect, test } from 'vitest'

import { caseList, shownCases } from '~/routes/admin+/underwriting+/tests/cases'
import type { ListedCase } from '~/routes/admin+/underwriting+/tests/case-list'

const passing = { passes: true, hasFigures: true, differences: [] }
const cases = ['$25.49', '$6.31', '$81.19'].map((premium): ListedCase => ({
  name: `A case of ${premium}`,
  applicant: '',
  open: null,
  state: 'same',
  now: passing,
  drafted: null,
  expected: `approved, Premium, $12,000 for ${premium} a month`,
}))

test.each([
  ['expected', ['$6.31', '$25.49', '$81.19']],
  ['-expected', ['$81.19', '$25.49', '$6.31']],
])('golden cases sorted by %s are in the order of their premiums', (sort, premiums) => {
  const shown = shownCases(cases, caseList.read(new URLSearchParams({ sort })))
  expect(shown.map(({ name }) => name)).toEqual(premiums.map((premium) => `A case of ${premium}`))
})
