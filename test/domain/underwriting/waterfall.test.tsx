import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import type { ResultDetails } from '~/domain/underwriting/details'
import { premiumWaterfall } from '~/domain/underwriting/waterfall.server'
import { Waterfall } from '~/routes/admin+/underwriting+/result.$id/waterfall'

const factors = [
  { label: 'Industry', dollars: 18.9 },
  { label: 'Limit on the price', dollars: 0 },
  { label: 'Education', dollars: -6.2 },
]
const details = { base_premium: 25, factors } as ResultDetails

test('each bar begins where the one before has ended, and all are on the scale that is drawn', () => {
  const { bars, ticks } = premiumWaterfall(details, 37.7)!
  expect(bars.map(({ label, kind }) => [label, kind])).toEqual([
    ['Base premium of the tier', 'total'],
    ['Industry', 'up'],
    ['Education', 'down'],
    ['Monthly premium', 'total'],
  ])
  const [base, up, down, last] = bars
  expect(up!.left).toBe(base!.at)
  expect(down!.right).toBe(up!.at)
  expect(last!.right).toBeCloseTo(down!.at, 9)
  const step = ticks[1]!
  for (const { at, dollars } of ticks) expect(at).toBeCloseTo((dollars * step.at) / step.dollars, 9)
  expect(base!.right).toBeCloseTo((25 * step.at) / step.dollars, 9)
  expect(Math.max(...bars.map(({ right }) => right))).toBeLessThanOrEqual(ticks.at(-1)!.at)
})

test('is drawn with a label and a figure for each bar, and lines between them', () => {
  const html = renderToStaticMarkup(
    <Waterfall label="To the premium" {...premiumWaterfall(details, 37.7)!} />,
  )
  for (const text of ['Base premium of the tier', '$25.00', '+$18.90', '−$6.20', '$37.70', '$40'])
    expect(html).toContain(text)
  expect(html.match(/waterfall-connector/g)).toHaveLength(6)
  expect(html).not.toContain('NaN')
})

test('it ends at the price of the person who changed it', () => {
  const { bars } = premiumWaterfall(details, 37.7, { monthly: 37.5, loading_percent: 25 })!
  expect(bars.slice(3).map(({ label, dollars }) => [label, dollars])).toEqual([
    ['Premium, as rated', 37.7],
    ['Tier or cover, changed', -7.7],
    ['Loading of 25%', 7.5],
    ['Premium, as offered', 37.5],
  ])
  expect(bars.at(-1)!.right).toBeCloseTo(bars.at(-2)!.at, 9)
})

test('there is none where nothing was offered', () => {
  expect(premiumWaterfall(details, null)).toBeNull()
  expect(premiumWaterfall({ ...details, base_premium: 0 }, 10)).toBeNull()
})
