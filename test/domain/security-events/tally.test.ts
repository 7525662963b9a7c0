import { expect, test } from 'vitest'

import { createTally } from '~/domain/security-events/tally'

const now = Date.UTC(2026, 0, 1, 12, 30)
const hour = 60 * 60_000

test('fifty events an hour of a client get rows of their own, the others share one', () => {
  const place = createTally()
  const rows = Array.from({ length: 80 }, () => place('sign-in failed', 'one', { counted: false, now }))
  expect(rows.slice(0, 50)).toEqual(Array(50).fill(null))
  expect(new Set(rows.slice(50).map((row) => row?.row)).size).toBe(1)
  expect(rows.at(-1)?.shared).toBe(false)
  expect(place('sign-in failed', 'other', { counted: false, now })).toBeNull()
  expect(place('sign-in', 'one', { counted: false, now })).toBeNull()
})

test('a kind that is always counted has one row per client and hour', () => {
  const place = createTally()
  const at = (time: number) => place('access denied', 'one', { counted: true, now: time })?.row
  expect(at(now)).toBe(at(now + 1))
  expect(at(now + hour)).not.toBe(at(now))
  expect(place('access denied', 'other', { counted: true, now })?.row).not.toBe(at(now))
})

test.each([{ counted: true }, { counted: false }])(
  'with any number of clients a kind has up to 2,001 rows an hour (%j)',
  ({ counted }) => {
    const place = createTally()
    const names = new Set<string>()
    let own = 0
    for (let client = 0; client < 10_000; client += 1) {
      const counts = place('cross-site request', `client ${client}`, { counted, now })
      if (counts) names.add(counts.row)
      else own += 1
    }
    expect(own + names.size).toBe(2_001)
    expect(place('cross-site request', 'client 9999', { counted, now })?.shared).toBe(true)
    // A client that already has a row is still counted there.
    if (counted) expect(place('cross-site request', 'client 0', { counted, now })?.shared).toBe(false)
    expect(place('cross-site request', 'another', { counted, now: now + hour })?.shared ?? false).toBe(false)
  },
)
