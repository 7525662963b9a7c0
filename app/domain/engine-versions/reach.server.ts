import type { Sandbox } from '~/domain/underwriting/sandbox.server'
import { runEngine, type EngineInput } from '~/domain/underwriting/underwriting.server'

import { withBranches, type Branch } from './branches.server'
import { gridKey, gridTitle, type Grid } from './grid'
import { gridsOf, rowName } from './grids.server'
import type { GateVersion } from './gate/gate.server'

/** The rows of a table that no run read the figure of. */
export type UnreachedRows = { key: string; label: string; rows: string[] }

/** `branches` are the ways of the source's conditions that no run took, of `allBranches`. */
export type Reach = {
  tables: UnreachedRows[]
  branches: Branch[]
  allBranches: number
  cases: number
  quotes: number
}

/** Notes which rows of the tables a run reads, by a getter in place of each figure, and returns their keys and the branches instead of the result. */
const probe = (record: string) => `
;underwrite = ((engine) => (input) => {
  const reached = {}
  const watch = (row, column, key) => {
    const value = row[column]
    Object.defineProperty(row, column, { get() { reached[key] = true; return value }, enumerable: true })
  }
  Object.keys(input.tables.limits).forEach((name) => watch(input.tables.limits[name], 'value', 'limits ' + input.tables.limits[name].label))
  input.tables.rating.forEach(({ name, rows }) => rows.forEach((row, index) => watch(row, 'multiplier', 'rating.' + name + ' ' + index)))
  Object.keys(input.tables.claim).forEach((name) => input.tables.claim[name].rows.forEach((row, index) => watch(row, 'value', 'claim.' + name + ' ' + index)))
  engine(input)
  return { reached: Object.keys(reached), branches: Object.keys(${record}_seen) }
})(underwrite)`

/** The elapsed time after which no more inputs are run, in milliseconds. */
const maxTime = 10_000

/** Returns the rows and branches that neither the golden cases nor the inputs of quotes reach; a run that fails reaches none. */
export async function findUnreached(
  sandbox: Pick<Sandbox, 'run'>,
  { source, tables, tests }: GateVersion,
  quotes: readonly EngineInput[],
): Promise<Reach> {
  const started = performance.now()
  const record = unusedName(source)
  const instrumented = withBranches(source, record)
  const recorder = `var ${record}_seen = {}; function ${record}(branch) { ${record}_seen[branch] = true };`
  const engine = { source: recorder + instrumented.source + probe(record), tables }
  const reached = new Set<string>()
  const taken = new Set<string>()
  const runs = { cases: 0, quotes: 0 }
  const inputs = [
    ...tests.map(({ input }) => ({ kind: 'cases' as const, input: input as EngineInput })),
    ...quotes.map((input) => ({ kind: 'quotes' as const, input })),
  ]
  for (const { kind, input } of inputs) {
    if (performance.now() - started > maxTime) break
    const run = await runEngine(sandbox, engine, input, { trial: true })
    runs[kind] += 1
    if (!run.ok) continue
    const result = run.result as { reached: string[]; branches: string[] }
    for (const key of result.reached) reached.add(key)
    for (const branch of result.branches) taken.add(branch)
  }
  const unreached = gridsOf(tables).map((grid) => ({
    key: gridKey(grid),
    label: gridTitle(grid),
    rows: grid.rows.flatMap((row, index) => (reached.has(rowKey(grid, index)) ? [] : [rowName(grid, row)])),
  }))
  return {
    ...runs,
    tables: unreached.filter(({ rows }) => rows.length > 0),
    branches: instrumented.branches.filter((_, index) => !taken.has(String(index))),
    allBranches: instrumented.branches.length,
  }
}

function unusedName(source: string) {
  let name = 'takenBranch'
  while (source.includes(name)) name += '_'
  return name
}

function rowKey(grid: Grid, index: number) {
  return grid.part === 'limits' ? `limits ${grid.rows[index]?.label}` : `${gridKey(grid)} ${index}`
}
