import { expect, test } from 'vitest'

import { addressOf } from '~/ui/session-list'

test.each([
  ['::1', '::1 (this computer)'],
  ['127.0.0.1', '127.0.0.1 (this computer)'],
  ['203.0.113.7', '203.0.113.7'],
  [null, 'Not recorded'],
])('the address %s of a session is shown as %s', (ip, words) => {
  expect(addressOf(ip)).toBe(words)
})
