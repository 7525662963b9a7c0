import { expect, test } from 'vitest'

import { withBranches } from '~/domain/engine-versions/branches.server'
import { drawApplicants } from '~/domain/engine-versions/gate/draws'
import { bundledTables } from '~/engine/bundled-tables'

import { asOf, configuration, engineSource, native, underwrite } from '../../support/engine'

/** Runs `underwrite` of a source on inputs, and returns its results and the branches that none took. */
function runAll(source: string, inputs: readonly unknown[]) {
  const instrumented = withBranches(source, 'take')
  const taken = new Set<number>()
  const run = new Function('take', `${instrumented.source}\nreturn underwrite`)((branch: number) =>
    taken.add(branch),
  ) as (input: unknown) => unknown
  const results = inputs.map((input) => run(input))
  const left = instrumented.branches.filter((_, index) => !taken.has(index))
  return { results, left: left.map(({ line, text }) => `${line}: ${text}`) }
}

const source = `function underwrite(n) {
  if (n > 1) return n > 2 ? 'many' : 'two'
  else if (n === 1) { return 'one' }
  // if (comment) "?:"
  const sign = n < 0
    ? n < -1 ? 'low' : 'minus'
    : 'zero'
  if (n < 0) if (n < -5) return 'deep'
  for (const part of sign) if (part === 'x') return part
  switch (n) {
    case 0:
      return sign
    default:
      return [0].map((one) => (one ? 'never' : sign))[0]
  }
}`

test('names the branches that no run took, and leaves the results as they are', () => {
  const inputs = [3, 1, 0, -1, -2]
  const { results, left } = runAll(source, inputs)
  expect(results).toEqual(['many', 'one', 'zero', 'minus', 'low'])
  expect(left).toEqual([
    '2: n > 2 was never false',
    '8: n < -5 was never true',
    "9: part === 'x' was never true",
    '14: one was never true',
  ])
  expect(runAll(source, [...inputs, 2, -9]).left).toEqual([
    "9: part === 'x' was never true",
    '14: one was never true',
  ])
})

test('the bundled engine gives the same results, and its applicants take nearly all branches', () => {
  const inputs = drawApplicants(configuration, asOf, 200).map(({ input }) => input)
  const { results, left } = runAll(
    engineSource,
    inputs.map((input) => ({ ...input, tables: bundledTables })),
  )
  expect(results).toEqual(inputs.map((input) => underwrite(input)))
  const { branches } = withBranches(engineSource, 'take')
  expect(branches.length).toBeGreaterThan(80)
  expect(left.length).toBeLessThan(branches.length / 2)
})

test.each(['function underwrite( {', '', 'if (', '\u0000'])('the source %j is left as it is', (text) => {
  expect(withBranches(text, 'take')).toEqual({ source: text, branches: [] })
})

test('lines stay as they are', () => {
  const { source: changed } = withBranches(engineSource, 'take')
  expect(changed.split('\n')).toHaveLength(engineSource.split('\n').length)
  expect(() => native(`function take() {}\n${changed}`)).not.toThrow()
})
