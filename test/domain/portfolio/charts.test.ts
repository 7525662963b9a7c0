import { describe, expect, it } from 'vitest'

import { readPeriod } from '~/domain/portfolio/period'
import { curveGeometry, lineGeometry, spreadGeometry, stackGeometry } from '~/domain/portfolio/charts.server'

import fc from '../../support/property'

const format = String

describe('stacked bars', () => {
  it('are stacked, each as tall as its count', () => {
    const { bars, ticks } = stackGeometry(
      [
        { label: 'Mar 1', counts: [1, 0, 3] },
        { label: 'Mar 2', counts: [2, 2, 4] },
      ],
      ['a', 'b', 'c'],
    )
    expect(ticks.map(({ label }) => label)).toEqual(['0', '2', '4', '6', '8'])
    expect(bars).toEqual([
      {
        at: 0,
        width: 0.5,
        parts: [
          { name: 'a', from: 0, height: 0.125 },
          { name: 'c', from: 0.125, height: 0.375 },
        ],
      },
      {
        at: 0.5,
        width: 0.5,
        parts: [
          { name: 'a', from: 0, height: 0.25 },
          { name: 'b', from: 0.25, height: 0.25 },
          { name: 'c', from: 0.5, height: 0.5 },
        ],
      },
    ])
  })

  it('never exceed their box', () => {
    const counts = fc.array(fc.nat(1_000_000), { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(fc.array(counts, { maxLength: 90 }), (rows) => {
        const { bars } = stackGeometry(
          rows.map((counts) => ({ label: '', counts })),
          ['a', 'b', 'c'],
        )
        for (const { at, width, parts } of bars) {
          expect(at + width).toBeLessThanOrEqual(1.001)
          for (const { from, height } of parts) expect(from + height).toBeLessThanOrEqual(1.001)
        }
      }),
    )
  })
})

describe('a line', () => {
  const rows = [50, 75, null, 100, null, 25, 50].map((value, index) => ({ label: `month ${index}`, value }))
  const chart = lineGeometry(rows, { target: 65, minTop: 100, format })

  it('breaks at months without the figure, and keeps a month between two gaps', () => {
    expect(chart.line).toBe('M0,50L16.667,25M50,0ZM83.333,75L100,50')
    expect(chart.area).toBe(
      'M0,50L16.667,25L16.667,100L0,100ZM50,0L50,100ZM83.333,75L100,50L100,100L83.333,100Z',
    )
    expect(chart.alone).toEqual([{ at: 0.5, height: 1 }])
    expect(chart.last).toEqual({ at: 1, height: 0.5, label: '50' })
  })

  it('shows its target on the same scale', () => {
    expect(chart.target).toBe(0.65)
    expect(lineGeometry(rows, { minTop: 100, format }).target).toBeNull()
  })

  it('goes below zero for negative figures', () => {
    const { zero, area } = lineGeometry(
      [-100, 100].map((value) => ({ label: '', value })),
      { minTop: 100, format },
    )
    expect(zero).toBe(0.5)
    expect(area).toBe('M0,100L100,0L100,50L0,50Z')
    expect(chart.zero).toBeNull()
  })

  it('with one month is a point in the middle', () => {
    const one = lineGeometry([{ label: 'Mar', value: 5 }], { minTop: 10, format })
    expect(one).toMatchObject({
      line: 'M50,50Z',
      alone: [{ at: 0.5, height: 0.5 }],
      labels: [{ at: 0.5, label: 'Mar' }],
    })
  })

  it('has no more labels than fit on a narrow screen', () => {
    expect(chart.labels.map(({ label }) => label)).toEqual(['month 0', 'month 3', 'month 6'])
  })
})

describe('a spread', () => {
  it('uses one scale from zero to the overall maximum', () => {
    const { rows, ticks } = spreadGeometry(
      [
        { name: 'Basic', least: 20, lower: 30, median: 40, upper: 50, greatest: 60 },
        { name: 'Ultra', least: 60, lower: 70, median: 80, upper: 90, greatest: 100 },
      ],
      (value) => `$${value}`,
    )
    expect(ticks.map(({ label }) => label)).toEqual(['$0', '$20', '$40', '$60', '$80', '$100'])
    expect(rows[0]).toEqual({
      name: 'Basic',
      least: 0.2,
      lower: 0.3,
      median: 0.4,
      upper: 0.5,
      greatest: 0.6,
    })
  })

  it('stays on its scale where all have one value, and has none without rows', () => {
    const row = { name: 'Basic', least: 25, lower: 25, median: 25, upper: 25, greatest: 25 }
    const { rows, ticks } = spreadGeometry([row], String)
    expect(rows[0]?.least).toBe(rows[0]?.greatest)
    expect(rows[0]?.greatest).toBeLessThanOrEqual(1)
    expect(ticks[0]).toEqual({ at: 0, label: '0' })
    expect(spreadGeometry([], String)).toEqual({ ticks: [], rows: [] })
  })
})

it('draws applications and decisions on one scale, and premiums on their own', () => {
  const { applications, decided, premium } = curveGeometry([
    { label: '03/09', applications: 2, decided: 1, premium: 0 },
    { label: '03/10', applications: 8, decided: 4, premium: 60 },
  ])
  expect(decided.ticks).toEqual(applications.ticks)
  expect(decided.last?.height).toBe((applications.last?.height ?? 0) / 2)
  expect(premium.ticks.map(({ label }) => label)).toEqual(['$0', '$20', '$40', '$60'])
  expect(applications.line).not.toContain('NaN')
})

it('does not lead the line down to a day that is not over', () => {
  const rows = [4, 8, 0].map((count, day) => ({
    label: `day ${day}`,
    applications: count,
    decided: count,
    premium: count,
  }))
  const { applications, decided } = curveGeometry(rows, { running: true })
  expect(applications.line).toBe('M0,50L50,0')
  expect(applications.area).toBe('M0,50L50,0L50,100L0,100Z')
  expect(applications.running).toBe('M50,0L100,100')
  expect(decided.running).toBe(applications.running)
  expect(applications.last).toMatchObject({ at: 1, height: 0 })
  expect(curveGeometry(rows).applications).toMatchObject({ line: 'M0,50L50,0L100,100', running: '' })
})

it.each([
  ['', { days: 30, months: 48 }],
  ['days=365&months=12', { days: 365, months: 12 }],
  ['days=31&months=1e2', { days: 30, months: 48 }],
  ['days=90&days=30&months=', { days: 90, months: 48 }],
])('the period of "%s" is one of the choices', (query, period) => {
  expect(readPeriod(new URLSearchParams(query))).toEqual(period)
})
