import { describe, expect, test } from 'vitest'

import type { GridRow } from '~/domain/engine-versions/grid'
import { gridsOf, rowsFromFields, tableDifferences, withRows } from '~/domain/engine-versions/grids.server'
import { faultText, tableFaults } from '~/domain/engine-versions/tables.schema'
import { bundledTables } from '~/engine/bundled-tables'

const grid = (key: string) => {
  const found = gridsOf(bundledTables).find(
    ({ part, name }) => (part === 'limits' ? part : `${part}.${name}`) === key,
  )
  if (!found) throw new Error(key)
  return found
}
/** The bundled tables with some cells of one table changed, by row and column. */
const edited = (key: string, cells: Record<number, GridRow>) =>
  withRows(bundledTables, { [key]: grid(key).rows.map((row, index) => ({ ...row, ...cells[index] })) })
const faultsOf = (tables: unknown) => tableFaults(tables).map(faultText)

describe('the tables of a version', () => {
  test('are sound as the program brings them, also after a round through their grids', () => {
    const rows = Object.fromEntries(
      gridsOf(bundledTables).map(({ part, name, rows }) => [
        part === 'limits' ? part : `${part}.${name}`,
        rows,
      ]),
    )
    expect(withRows(bundledTables, rows)).toEqual(bundledTables)
    expect(tableFaults(bundledTables)).toEqual([])
  })

  test.each([
    [
      'a gap',
      'rating.credit_score',
      { 1: { from: 590 } },
      'credit_score, row 2, from must be 580, where the row before ends: there is a gap',
    ],
    [
      'an overlap',
      'rating.credit_score',
      { 1: { from: 570 } },
      'credit_score, row 2, from must be 580, where the row before ends: the rows overlap',
    ],
    [
      'an open begin',
      'rating.tenure',
      { 0: { from: 1 } },
      'tenure, row 1, from must be empty in the first row: lower values have no row',
    ],
    [
      'an open end',
      'rating.tenure',
      { 1: { to: 50 } },
      'tenure, row 2, to must be empty in the last row: higher values have no row',
    ],
    [
      'a limit out of its range',
      'limits',
      { 0: { value: 50 } },
      'limits, row 1, value must be from 2 to 10 and is 50',
    ],
    [
      'judgement over a tenth',
      'rating.union',
      { 0: { multiplier: 0.85 } },
      'union, row 1, multiplier is judgement: it must be from 0.9 to 1.1 and is 0.85',
    ],
    [
      'a multiplier out of range',
      'rating.industry',
      { 2: { multiplier: 0 } },
      'industry, row 3, multiplier must be from 0.01 to 100',
    ],
    [
      'text in place of a figure',
      'rating.industry',
      { 2: { multiplier: 'much' } },
      'industry, row 3, multiplier must be a number',
    ],
    ['no source', 'rating.industry', { 2: { source: '' } }, 'industry, row 3, source must not be empty'],
    ['an answer twice', 'rating.union', { 1: { key: 'TRUE' } }, 'union, row 2, key "TRUE" has a row already'],
    [
      'an answer without a row',
      'rating.union',
      { 1: { key: 'MAYBE' } },
      'union, row 3, key is missing: "FALSE" has no row',
    ],
    [
      'a rate of claims out of range',
      'claim.payable',
      { 0: { value: -1 } },
      'payable, row 1, value must be from 0 to 10',
    ],
    [
      'a selection below 1',
      'claim.selection',
      { 0: { value: 0.9 } },
      'selection, row 1, value must be from 1 to 2 and is 0.9',
    ],
    [
      'a rate without its layoffs',
      'claim.displacement',
      { 0: { layoffs: null } },
      'displacement, row 1, layoffs must be a number',
    ],
  ] as const)('are refused with table, row and column for %s', (_, key, cells, fault) => {
    expect(faultsOf(edited(key, cells as unknown as Record<number, GridRow>))).toContain(fault)
  })

  test('are refused when all judgement together moves a price by more than a quarter', () => {
    const lowest = { 0: { multiplier: 0.9 } }
    const tables = ['union', 'work_arrangement', 'pay_type', 'bankruptcy'].reduce(
      (result, name) =>
        withRows(result, {
          [`rating.${name}`]: grid(`rating.${name}`).rows.map((row, index) => ({
            ...row,
            ...(index === 0 && lowest[0]),
          })),
        }),
      bundledTables,
    )
    expect(faultsOf(tables).join()).toMatch(
      /rating tables: all judgement together must move a price by 25% at most: the lowest multipliers make 0\.6/,
    )
  })

  test('are refused without a row that the claim model reads', () => {
    const rows = grid('claim.displacement').rows.slice(1)
    expect(faultsOf(withRows(bundledTables, { 'claim.displacement': rows }))).toContain(
      'displacement, row 42, industry is missing: "Construction, cycle" has no row',
    )
  })
})

describe('the form of a table', () => {
  test('reads figures as people write them, and leaves other text as typed', () => {
    const fields = {
      'row.0.from': '',
      'row.0.to': ' 1,580 ',
      'row.0.multiplier': '1.02',
      'row.0.source': 'a report\n',
      'row.2.from': '12%',
    }
    expect(rowsFromFields(grid('rating.credit_score'), fields)).toEqual([
      { from: null, to: 1580, multiplier: 1.02, source: 'a report' },
      { from: '12%' },
    ])
  })

  test('cannot change a fixed column, nor add a row to the limits', () => {
    const { rows } = grid('limits')
    const sent = rowsFromFields(grid('limits'), {
      'row.0.max': '99',
      'row.0.value': '3',
      'row.80.value': '1',
    })
    expect(sent).toEqual([{ ...rows[0], value: 3 }, ...rows.slice(1)])
  })
})

describe('the differences of tables', () => {
  test('are cells with their values before and after', () => {
    expect(
      tableDifferences(bundledTables, edited('rating.credit_score', { 0: { multiplier: 1.05 } })),
    ).toEqual([
      { place: 'Credit score', row: 'below 580', what: 'Multiplier', before: '1.0397', after: '1.05' },
    ])
  })

  test('name rows that are added and removed', () => {
    const { rows } = grid('rating.financial_health')
    const added = { key: 'Unknown', multiplier: 1, source: 'judgement' }
    const changed = withRows(bundledTables, { 'rating.financial_health': [...rows, added] })
    const difference = { place: "Employer's financial health", row: 'Unknown', what: 'Row' }
    const text = 'Answer Unknown, Multiplier 1, Source judgement'
    expect(tableDifferences(bundledTables, changed)).toEqual([{ ...difference, before: null, after: text }])
    expect(tableDifferences(changed, bundledTables)).toEqual([{ ...difference, before: text, after: null }])
  })
})
