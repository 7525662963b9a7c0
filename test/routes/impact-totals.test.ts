import { expect, test } from 'vitest'

import { totalsText } from '~/routes/admin+/underwriting+/impact+/$id/totals-card'

const decisions = { approved: 16, referred: 3, declined: 0 }
const side = (premium: number, claims: number) => ({ decisions, premium, claims, offers: 19, failed: 0 })

test('an impact is told in a sentence, and the points are the difference of what is shown', () => {
  // 57.849% and 57.051%: shown as 57.8% and 57.1%, which are 0.7 points apart, not 0.8.
  const [before, after] = [side(1000, 578.49), side(1100, 627.561)]
  expect(totalsText({ before, after, moves: [] })).toBe(
    'Premium $1,000.00 → $1,100.00 a month (+$100.00); expected loss ratio 57.8% → 57.1% (−0.7 points); no decision changes',
  )
})

test('an impact names the decisions that are new', () => {
  const moves = [
    { before: 'approved', after: 'referred', count: 2 },
    { before: 'referred', after: 'declined', count: 1 },
  ] as const
  expect(totalsText({ before: side(0, 0), after: side(0, 0), moves: [...moves] })).toBe(
    'Premium $0.00 → $0.00 a month ($0.00); newly declined 1, referred 2, approved 0',
  )
})
