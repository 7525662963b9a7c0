import { expect, test } from 'vitest'

import { waitingParts, type Waitings } from '~/routes/admin+/underwriting+/releases+/index/waiting-parts'

const change: Waitings['changes'][number] = {
  id: 1,
  record_id: null,
  action: 'update',
  collection: 'coverage-tiers',
  singular: 'coverage tier',
  name: 'Ultra',
  fields: [],
  author: 'Ann',
  author_id: 1,
  note: null,
  obstacle: null,
  state: 'proposed',
  created_at: '2026-11-28T12:00:00Z',
}

test('two waiting changes of one record are told apart from those of others', () => {
  const changes: Waitings['changes'] = [
    { ...change, id: 1, record_id: 5 },
    { ...change, id: 2, record_id: 5 },
    { ...change, id: 3, record_id: 4 },
    { ...change, id: 4, record_id: 5, collection: 'employer-risks' },
    { ...change, id: 5, record_id: null, action: 'create' },
    { ...change, id: 6, record_id: null, action: 'create' },
  ]
  const parts = waitingParts({
    changes,
    totalChanges: changes.length,
    versions: [],
    factor: null,
    impacts: [],
    userId: 2,
    releaseBy: 'one',
  })
  expect(parts.map(({ input, rival }) => [input, rival])).toEqual([
    ['change-1', true],
    ['change-2', true],
    ['change-3', false],
    ['change-4', false],
    ['change-5', false],
    ['change-6', false],
  ])
})
