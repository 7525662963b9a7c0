import { expect, test } from 'vitest'

import { badRowsCsv } from '~/domain/imports/bad-rows-csv'

test('returns each bad row once with its original cells, and escapes formulas', () => {
  const csv = badRowsCsv({
    header: ['name', '=rate'],
    rows: [
      { line: 2, column: 'rate', reason: 'Rate must be a number', cells: ['=1+1', '-3.5'] },
      { line: 2, column: null, reason: 'And more', cells: ['=1+1', '-3.5'] },
      {
        line: 7,
        column: null,
        reason: 'The row has 3 cells, the header 2',
        cells: ['@a', 'it "said"', '-x'],
      },
      { line: 9, column: null, reason: 'The row is longer than 100,000 characters' },
    ],
  })
  expect(csv).toBe(
    '\ufeff' +
      [
        "name,'=rate,,line,reason",
        `'=1+1,-3.5,,2,"rate: Rate must be a number; And more"`,
        `'@a,"it ""said""",'-x,7,"The row has 3 cells, the header 2"`,
        ',,,9,"The row is longer than 100,000 characters"',
        '',
      ].join('\r\n'),
  )
})
