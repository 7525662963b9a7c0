import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { TierTable } from '~/routes/_site+/coverage-tiers/tier-table'

const tier = { id: 1, tier: 'Basic', premium: 25, vesting: 3, coverage: 5000, tenure: 1 }

test('the table shows a message while the tiers load', () => {
  const html = renderToStaticMarkup(<TierTable tiers={[]} updatedAt={null} error={null} loading />)
  expect(html).toBe('<p role="status">Loading coverage tiers...</p>')
})

test('a tier is shown with units, and N/A for missing values', () => {
  const html = renderToStaticMarkup(
    <TierTable
      tiers={[tier, { ...tier, id: 2, tier: 'Odd', premium: null, coverage: null, tenure: 12 }]}
      updatedAt="2026-01-05T23:00:00.000Z"
      error={null}
      loading={false}
    />,
  )
  const cells = [...html.matchAll(/<t[dh][^>]*data-label[^>]*>(.*?)<\/t[dh]>/g)].map(([, text = '']) =>
    text.replace(/<[^>]+>/g, ''),
  )
  expect(cells).toEqual([
    ...['Basic', '$25.00 a month', '3', '$5,000.00', '1 month'],
    ...['Odd', 'N/A', '3', 'N/A', '12 months'],
  ])
  expect(html).toContain('Last updated January 5, 2026')
})
