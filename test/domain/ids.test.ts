import { expect, it } from 'vitest'

import { parseId } from '~/domain/ids'

it.each([
  ['1', 1],
  ['999999999', 999_999_999],
  ['2147483647', 2_147_483_647],
])('%s is an id', (text, id) => {
  expect(parseId(text)).toBe(id)
})

it.each([
  '',
  '0',
  '01',
  '-1',
  '+1',
  '1.0',
  '1e3',
  ' 1',
  '1\n',
  '٣',
  '2147483648',
  '99999999999',
  1,
  null,
  undefined,
  ['1'],
])('%j is not an id', (text) => {
  expect(parseId(text)).toBeNull()
})
