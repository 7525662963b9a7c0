import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'

import { csvLine } from '~/domain/csv'

test.each([
  ['=1+1'],
  ['+44 20 7946 0000'],
  ['-x'],
  ['-1+cmd|calc'],
  ['@sum(a1)'],
  ['|calc'],
  ['%0a=1'],
  [' \t=1'],
  ['\t1'],
  ['\rtext'],
  ['\n'],
  ['\ufeff=1'],
  ['\u200b=1'],
  ['\uff1d1+1'],
])('%j is plain text in a spreadsheet', (text) => {
  expect(parse(csvLine([text, 'next']))).toEqual([[`'${text}`, 'next']])
})

test.each([['-3.5'], ['0.5'], ['a=b'], ['Ann, "the" one'], ['two\r\nlines'], [' blank '], ['a;b'], ['']])(
  '%j survives a round trip',
  (text) => {
    expect(parse(csvLine([text, 'next']))).toEqual([[text, 'next']])
  },
)

test('values other than text are formatted', () => {
  expect(csvLine([null, undefined, -1.5, true, new Date(0), { a: ['b'] }])).toBe(
    ',,-1.5,true,1970-01-01T00:00:00.000Z,"{""a"":[""b""]}"\r\n',
  )
})
