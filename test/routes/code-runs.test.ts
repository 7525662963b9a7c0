import { expect, test } from 'vitest'

import { codeRuns } from '~/routes/admin+/underwriting+/code/code-runs.server'

test('the coloured parts of a source are in order, each with what stands before it', () => {
  expect(codeRuns("const a = 'b' + 12 // c\n")).toEqual([
    ['code-k', 0, 5],
    ['code-s', 5, 3],
    ['code-n', 3, 2],
    ['code-c', 1, 4],
  ])
  expect(codeRuns('let a')).toEqual([['code-k', 0, 3]])
})

test('a large source has no colours, and one that does not parse has those that are certain', () => {
  expect(codeRuns(`// ${'x'.repeat(32_000)}`)).toEqual([])
  expect(codeRuns('function (')[0]).toEqual(['code-k', 0, 8])
})
