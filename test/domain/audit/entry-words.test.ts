import { expect, test } from 'vitest'

import { compareRecords } from '~/domain/audit/audit.server'
import { entryWords } from '~/domain/audit/entry-words'

const quote = { quote_id: 11, name: 'Lea Voss', result_id: null, decision: null, premium: null }
const result = { ...quote, result_id: 38, decision: 'approved' as const, premium: 191.95 }

type Given = {
  action: string
  entity: string
  name?: string
  quote?: typeof quote | typeof result
  before?: object
  after?: object
}

function words({ before, after, name, quote, ...entry }: Given) {
  const fields = compareRecords(before, after)
  return entryWords({ entity_id: '38', name: name ?? null, quote: quote ?? null, ...entry, fields })
}

test('a run of underwriting names the applicant, the decision and the price', () => {
  const run = { action: 'run', entity: 'underwriting result', after: { quote: 11, status: 'In review' } }
  expect(words({ ...run, quote: result, before: { status: 'In review' } })).toEqual({
    act: 'Ran underwriting on',
    record: 'Q-11 Lea Voss',
    details: ['Approved, $191.95'],
    to: '/admin/underwriting/result/38',
  })
  expect(words({ ...run, quote: result, before: { status: 'Pending' } }).details).toEqual([
    'Approved, $191.95',
    'Status: Pending → In review',
  ])
})

test.each<[string, Given, string]>([
  [
    'a proposed change',
    {
      action: 'propose',
      entity: 'configuration change',
      name: 'Standard',
      before: { base_premium: 35 },
      after: { collection: 'coverage-tiers', record: 2, change: 'update', base_premium: 36 },
    },
    'Proposed a change of coverage tier Standard: Base premium: $35.00 → $36.00',
  ],
  [
    'a released change',
    {
      action: 'update',
      entity: 'coverage tier',
      name: 'Standard',
      before: { base_premium: 35 },
      after: { base_premium: 36, change: 1, release: 4 },
    },
    'Changed coverage tier 38, Standard: Base premium: $35.00 → $36.00, with release 4',
  ],
  [
    'an impact run',
    {
      action: 'start',
      entity: 'impact run',
      after: { id: 2, base: 'engine-b06.js', kind: 'record', collection: 'coverage-tiers', name: 'Standard' },
    },
    'Measured the impact of changing Standard',
  ],
  [
    'an impact run with its values',
    {
      action: 'start',
      entity: 'impact run',
      after: {
        id: 2,
        kind: 'record',
        collection: 'coverage-tiers',
        name: 'Standard',
        values: { base_premium: '38' },
        changes: [{ label: 'Base premium', before: '$35.00', after: '$38.00' }],
      },
    },
    'Measured the impact of changing Standard: Base premium: $35.00 → $38.00',
  ],
  [
    'an applicant whose application was given away',
    { action: 'update', entity: 'quote submission', quote, before: { with: null }, after: { with: 'Ada' } },
    'Changed Q-11 Lea Voss: Given to Ada',
  ],
  [
    'a question',
    { action: 'ask', entity: 'applicant question', quote, after: { quote: 11 } },
    'Asked the applicant of Q-11 Lea Voss',
  ],
  [
    'a decision',
    {
      action: 'decide',
      entity: 'underwriting result',
      quote: result,
      after: { quote: 11, verdict: 'declined', reason: 'risk' },
    },
    'Decided on Q-11 Lea Voss: Declined; Reason: Decline: the risk is too high',
  ],
  [
    'a new record, which had nothing before',
    { action: 'create', entity: 'job role', name: 'Baker', after: { role_name: 'Baker' } },
    'Added job role 38, Baker: Role name: Baker',
  ],
  [
    'an import',
    {
      action: 'import',
      entity: 'coverage tiers',
      after: { source: 'tiers.csv', added: 0, changed: 1, removed: 0 },
    },
    'Imported coverage tiers: tiers.csv: 0 added, 1 changed, 0 removed',
  ],
  [
    'a run of many applications',
    { action: 'start', entity: 'batch run', after: { count: 3, quotes: [1, 2, 3] } },
    'Started a run of 3 applications',
  ],
])('%s is told in words', (_, entry, text) => {
  const { act, record, details } = words(entry)
  expect(`${act} ${record}${details.length === 0 ? '' : `: ${details.join('; ')}`}`).toBe(text)
})

test('an action that has no words of its own is named as it is stored', () => {
  expect(words({ action: 'mend', entity: 'thing' })).toMatchObject({ act: 'Mend:', record: 'thing 38' })
})
