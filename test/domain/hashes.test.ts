import { expect, test } from 'vitest'

import { canonicalJson } from '~/domain/hashes.server'

test('equal content has one canonical form', () => {
  expect(canonicalJson({ b: { d: 1, c: [{ z: 1, y: 2 }] }, a: null })).toBe(
    '{"a":null,"b":{"c":[{"y":2,"z":1}],"d":1}}',
  )
})
