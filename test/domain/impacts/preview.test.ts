import { expect, test } from 'vitest'

import { previewText, type RecordPreview } from '~/domain/impacts/preview'

const none: RecordPreview = {
  quotes: 40,
  failed: 0,
  dearer: 0,
  cheaper: 0,
  decisions: 0,
  tiers: 0,
  named: [],
  premium: { before: 2000, after: 2000 },
  claims: { before: 1200, after: 1200 },
}

test.each<[Partial<RecordPreview>, string]>([
  [{ quotes: 0 }, 'No quotes are stored: nothing changes yet.'],
  [{}, 'Of the newest 40 quotes none changes.'],
  [{ failed: 40, premium: { before: 0, after: 0 } }, 'Of the newest 40 quotes none gets a price.'],
  [
    { failed: 3 },
    'Of the newest 40 quotes 3 give no result. Premiums go from $2,000.00 to $2,000.00 a month (+0.0%), the expected loss ratio from 60.0% to 60.0%.',
  ],
  [
    { dearer: 11, decisions: 1, premium: { before: 2000, after: 2058 } },
    'Of the newest 40 quotes 11 cost more, 1 gets another decision. Premiums go from $2,000.00 to $2,058.00 a month (+2.9%), the expected loss ratio from 60.0% to 58.3%.',
  ],
  [
    { quotes: 1, cheaper: 1, tiers: 1, premium: { before: 100, after: 0 }, claims: { before: 50, after: 0 } },
    'Of 1 stored quote 1 costs less, 1 gets another tier. Premiums go from $100.00 to $0.00 a month (−100.0%), the expected loss ratio from 50.0% to none.',
  ],
])('a preview is told in a sentence: %j', (changes, text) => {
  expect(previewText({ ...none, ...changes })).toBe(text)
})
