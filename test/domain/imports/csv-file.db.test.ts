import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'

import { parse } from 'csv-parse/sync'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { collections, importedCollections } from '~/domain/configuration/collections'
import { recordSchema } from '~/domain/configuration/collections.schema'
import { parseFields } from '~/domain/parse-fields'
import { fillEmptyDatabase, type ImportSource } from '~/domain/imports/bundled-files.server'
import { readRecords, type CsvRecord } from '~/domain/imports/csv-records.server'
import { runImport } from '~/domain/imports/imports.server'
import { rowReader } from '~/domain/imports/row-values'
import { findBadRows } from '~/domain/imports/runs.server'

import { provideDatabase } from '../../support/database'
import fc from '../../support/property'

const provided = provideDatabase()
const { industryFallbacks, employerRisks } = collections
const header = 'industry_name,avg_layoff_frequency,industry_unemp_rate,risk_level'
const good = `${header}\nDiving,1.5,4.2,High\nFlying,0.5,,\n`

let by = 0

/** Imports a file, and returns the result for its table with all listed errors. */
async function importFile(open: () => Readable, collection: ImportSource['collection'] = industryFallbacks) {
  const sources = [{ collection, label: 'own.csv', size: 100, uploaded: true, open }]
  const outcome = await runImport(provided.db, { by, sources })
  if (!outcome.ok) throw new Error(outcome.reason)
  const [result] = outcome.summary.results
  const [bad] = (await findBadRows(provided.db, outcome.id)) ?? []
  return { ...result!, badRows: bad?.rows ?? [] }
}
const put = (text: string | Buffer, collection?: ImportSource['collection']) =>
  importFile(() => Readable.from([text]), collection)
const names = async () =>
  (
    await provided.db
      .selectFrom('industry_fallbacks')
      .select('industry_name')
      .orderBy('industry_name')
      .execute()
  ).map((row) => row.industry_name)

beforeAll(async () => {
  const admin = { username: 'Ann', email: 'ann@example.com', password_hash: 'x', admin: true }
  const { id } = await provided.db.insertInto('users').values(admin).returning('id').executeTakeFirstOrThrow()
  by = id
})
beforeEach(async () => {
  expect(await put(good)).toMatchObject({ success: true, count: 2, message: '2 rows imported' })
})

describe('a file', () => {
  test('replaces the previous rows, with null for empty cells', async () => {
    await put(`${header}\nSinging,2,3,Low\nDancing,,,\n`)
    const rows = await provided.db
      .selectFrom('industry_fallbacks')
      .selectAll()
      .orderBy('industry_name')
      .execute()
    expect(rows).toMatchObject([
      { industry_name: 'Dancing', avg_layoff_frequency: null, industry_unemp_rate: null, risk_level: null },
      { industry_name: 'Singing', avg_layoff_frequency: 2, industry_unemp_rate: 3, risk_level: 'Low' },
    ])
  })

  test.each([
    ['with a byte order mark and Windows line ends', `\ufeff${good.replaceAll('\n', '\r\n')}`],
    [
      'with its columns in another order and case',
      'RISK_LEVEL,industry_unemp_rate,INDUSTRY_NAME,avg_layoff_frequency\nHigh,4.2,Diving,1.5\n,,Flying,0.5\n',
    ],
    [
      'with an id column of another database',
      good
        .replace(/^/gm, 'id,')
        .replace(/id,$/, '')
        .replace(/id,(?=\w+,\d)/g, '7,'),
    ],
    [
      'with quoted cells, blank lines and blanks around cells',
      `${header}\n\n"Diving", 1.5 ,4.2,"High"\n\nFlying,0.5,,\n`,
    ],
  ])('%s is read', async (_, text) => {
    expect(await put(text)).toMatchObject({ success: true, count: 2 })
    expect(await names()).toEqual(['Diving', 'Flying'])
  })

  test.each<[string, string | Buffer, { line: number; column: string | null; reason: string }[]]>([
    ['is empty', '', [{ line: 1, column: null, reason: 'The file is empty' }]],
    ['has a header alone', `${header}\n`, [{ line: 1, column: null, reason: 'The file has no rows' }]],
    [
      'has unknown, repeated and missing columns',
      'industry_name,colour,risk_level,risk_level\nx,y,z,z\n',
      [
        { line: 1, column: 'colour', reason: 'This column is unknown' },
        { line: 1, column: 'risk_level', reason: 'This column stands twice' },
        { line: 1, column: 'avg_layoff_frequency', reason: 'This column is missing' },
        { line: 1, column: 'industry_unemp_rate', reason: 'This column is missing' },
      ],
    ],
    ...(
      [
        [';', 'semicolons'],
        ['\t', 'tabs'],
        ['|', 'vertical bars'],
      ] as const
    ).map(([mark, name]): [string, string, { line: number; column: null; reason: string }[]] => [
      `is separated by ${name}`,
      good.replaceAll(',', mark),
      [
        {
          line: 1,
          column: null,
          reason: `The columns are separated by ${name}. Save the file with commas between them`,
        },
      ],
    ]),
    [
      'has rows of the wrong length',
      `${header}\nDiving,1\nFlying,1,2,Low\nSinging,1,2,Low,more\n`,
      [
        { line: 2, column: null, reason: 'The row has 2 cells, the header 4' },
        { line: 4, column: null, reason: 'The row has 5 cells, the header 4' },
      ],
    ],
    [
      'repeats a name in another case',
      `${header}\nDiving,1,2,Low\nFlying,1,2,Low\ndIVING,1,2,Low\n`,
      [{ line: 4, column: 'industry_name', reason: '"dIVING" stands on line 2 already' }],
    ],
    [
      'has a header of 10,000 columns',
      `${Array.from({ length: 10_000 }, (_, index) => `c${index}`).join()}\nx\n`,
      [{ line: 1, column: null, reason: 'The header has 10,000 columns, the table 4' }],
    ],
    [
      'has no header',
      'Diving,1,2,Low\nFlying,1,2,Low\n',
      [
        {
          line: 1,
          column: null,
          reason:
            'The first line has no name of a column. It must name them, such as industry_name, avg_layoff_frequency, industry_unemp_rate',
        },
      ],
    ],
    [
      'has a null character in its header',
      `${header.replace('risk', 'ri\0sk')}\nDiving,1,2,Low\n`,
      [
        { line: 1, column: 'ri\ufffdsk_level', reason: 'This column is unknown' },
        { line: 1, column: 'risk_level', reason: 'This column is missing' },
      ],
    ],
    [
      'has an unclosed quote before many rows',
      `${header}\nDiving,1,2,Low\n"Flying,1,2,Low\n${'Singing,1,2,Low\n'.repeat(20_000)}`,
      [
        {
          line: 3,
          column: null,
          reason:
            'The row is longer than 100,000 characters: is a quotation mark opened here and never closed?',
        },
      ],
    ],
    [
      'is in Latin-1 from a line on',
      Buffer.from(`${header}\nDiving,1,2,Low\nCaf\u00e9,1,2,Low\n`, 'latin1'),
      [
        {
          line: 3,
          column: null,
          reason: 'The file is not in UTF-8. Save it as CSV in UTF-8 and choose that file',
        },
      ],
    ],
    [
      'has an unclosed quote',
      `${header}\nDiving,1,2,Low\n"Flying,1,2,Low\n${'Singing,1,2,Low\n'.repeat(20)}`,
      [{ line: 3, column: null, reason: 'A quotation mark is opened here and never closed' }],
    ],
  ])('that %s changes nothing, and reports why', async (_, text, badRows) => {
    expect(await put(text)).toMatchObject({ success: false, count: 0, badRows })
    expect(await names()).toEqual(['Diving', 'Flying'])
  })

  test.each([
    ['industry_name', ',1,2,Low'],
    ['avg_layoff_frequency', 'X,many,2,Low'],
    ['avg_layoff_frequency', 'X,-1,2,Low'],
    ['avg_layoff_frequency', 'X,NaN,2,Low'],
    ['avg_layoff_frequency', 'X,1e400,2,Low'],
    ['industry_unemp_rate', 'X,1,101,Low'],
    ['industry_name', `${'x'.repeat(101)},1,2,Low`],
    ['risk_level', `X,1,2,${'x'.repeat(101)}`],
    ['industry_name', 'a\0b,1,2,Low'],
  ])('with a bad %s in %j reports the line, the column and the value', async (column, row) => {
    const outcome = await put(`${header}\nDiving,1,2,Low\n${row}\nFlying,1,2,Low\n`)
    expect(outcome.success).toBe(false)
    const value = row.split(',')[header.split(',').indexOf(column)]?.slice(0, 100).replace('\0', '\ufffd')
    expect(outcome.badRows).toMatchObject([{ line: 3, column, value }])
    expect(outcome.badRows[0]?.reason).not.toBe('')
    expect(await names()).toEqual(['Diving', 'Flying'])
  })

  test('with 1,500 bad rows lists the first thousand and counts all', async () => {
    const outcome = await put(`${header}\n${'X,many,2,Low\n'.repeat(1500)}`)
    expect(outcome.badRows).toHaveLength(1000)
    expect(outcome.message).toMatch(/^1,500 faults, nothing was changed\. Line 2, avg_layoff_frequency: /)
  })

  test('with an endless row is rejected without being read into memory', async () => {
    const rows = Readable.from(
      (function* () {
        yield `${header}\n"`
        for (let part = 0; part < 2000; part += 1) yield 'x'.repeat(10_000)
      })(),
    )
    const outcome = await importFile(() => rows)
    expect(outcome).toMatchObject({
      success: false,
      badRows: [
        {
          line: 2,
          reason:
            'The row is longer than 100,000 characters: is a quotation mark opened here and never closed?',
        },
      ],
    })
  })

  test('with many rows is imported completely', async () => {
    const lines = Array.from({ length: 2345 }, (_, index) => `Industry ${index},${index % 100},2,Low`)
    expect(await put(`${header}\n${lines.join('\n')}\n`)).toMatchObject({ success: true, count: 2345 })
    expect(await names()).toHaveLength(2345)
  })

  test('is stored literally, formulas too', async () => {
    await put(
      `employer_name,employer_type,employer_size,industry,employer_stability_rating,financial_health,layoff_frequency,layoff_mentions,sector_unemp_rate\n"=HYPERLINK(""http://x"")",Private,Small (<50),Construction,5,Good,1,0,4\n`,
      employerRisks,
    )
    const [row] = await provided.db.selectFrom('employer_risks').select('employer_name').execute()
    expect(row?.employer_name).toBe('=HYPERLINK("http://x")')
  })
})

describe('a file of another kind', () => {
  test.each<[string, Buffer, string]>([
    ['a workbook', Buffer.from('PK\u0003\u0004 and so on'), 'This is a spreadsheet or an archive'],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'This is a spreadsheet of an older format'],
    ['a document', Buffer.from('%PDF-1.7'), 'This is a PDF document'],
    ['a program', Buffer.from('7f454c460201010000000000000000000300', 'hex'), 'This is not a text file'],
    ['UTF-16 with a mark', Buffer.from(`\ufeff${good}`, 'utf16le'), 'The file is in UTF-16'],
    ['UTF-16 without one', Buffer.from(good, 'utf16le'), 'This is not a text file'],
    ['Latin-1', Buffer.from(`${header}\nCaf\u00e9,1,2,Low\n`, 'latin1'), 'The file is not in UTF-8'],
    ['a character cut in half', Buffer.from(`${good}Caf\u00e9`).subarray(0, -1), 'The file is not in UTF-8'],
  ])('reports the actual format of %s', async (_, bytes, reason) => {
    const outcome = await put(bytes)
    expect(outcome).toMatchObject({ success: false, badCount: 1, badRows: [{ column: null }] })
    expect(outcome.badRows[0]?.reason).toContain(reason)
    expect(outcome.badRows[0]?.reason).toMatch(/Save it as CSV in UTF-8 and choose that file$/)
    expect(await names()).toEqual(['Diving', 'Flying'])
  })
})

describe('rows', () => {
  test('are the same however the stream is split', async () => {
    const text = `\ufeff${header}\r\n"D\u00efving ""deep""",1,2,"Low,\r\nor so"\r\n\r\nFlying , 1 ,,\r\n`
    const whole = await recordsOf([Buffer.from(text)])
    expect(whole).toEqual([
      { line: 1, cells: header.split(',') },
      { line: 2, cells: ['D\u00efving "deep"', '1', '2', 'Low,\nor so'] },
      { line: 5, cells: ['Flying', '1', '', ''] },
    ])
    for (const size of [1, 2, 3, 5, 7]) {
      const bytes = Buffer.from(text)
      const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      )
      expect(await recordsOf(parts), `${size} bytes at a time`).toEqual(whole)
    }
  })

  test.each(['a,"b" c\n', 'a,b"c"\n', '"a"b,c\n'])('rejects %j as CSV', async (text) => {
    await expect(recordsOf([Buffer.from(text)])).rejects.toThrow(/check its quotation marks/)
  })

  test('are the same however the file is split into chunks', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.stringMatching(/^[a-z ",\n\u00e9]{0,6}$/), { minLength: 2, maxLength: 4 }), {
          minLength: 1,
          maxLength: 5,
        }),
        fc.constantFrom('\n', '\r\n'),
        fc.integer({ min: 1, max: 9 }),
        async (rows, end, size) => {
          const bytes = Buffer.from(
            rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join(end),
          )
          const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
            bytes.subarray(index * size, (index + 1) * size),
          )
          const expected = parse(bytes, { relax_column_count: true, record_delimiter: end })
          expect((await recordsOf(parts)).map(({ cells }) => cells)).toEqual(expected)
        },
      ),
    ))

  test('have the same values with the fast parser as with the schema', () => {
    const cell = fc.oneof(
      fc.constantFrom(
        '',
        '0',
        '-0',
        '1e3',
        '.5',
        '5.',
        '007',
        '1,000',
        '$4',
        'TRUE',
        'yes',
        '1',
        'false',
        ' x',
      ),
      fc.constantFrom(
        '2022-02-30',
        '2022-02-28',
        '1/2/2022',
        'NULL',
        'Infinity',
        '9999999999999',
        '-1',
        '0.123456',
      ),
      fc.constantFrom('Private', 'private', 'Small (<50)', 'Construction', '\u00a0', 'a\u0000', '\\', '{}'),
      fc.double().map(String),
      fc.string(),
    )
    for (const collection of importedCollections) {
      const columns = collection.columns.map(({ name }) => name)
      const read = rowReader(collection, columns)
      const schema = recordSchema(collection)
      fc.assert(
        fc.property(fc.nat(columns.length - 1), cell, (index, typed) => {
          const cells: string[] = collection.columns.map((column) =>
            column.kind === 'date' ? '2022-01-01' : column.kind === 'text' && column.required ? 'A name' : '',
          )
          cells[index] = typed.trim()
          const quick = read(cells)
          const slow = parseFields(schema, Object.fromEntries(columns.map((name, at) => [name, cells[at]])))
          expect(quick.ok).toBe(slow.ok)
          if (!quick.ok || !slow.ok) return
          const column = collection.columns[index]!
          const [value, wanted] = [quick.values[index], slow.value[column.name] as string | null]
          const comparable = (found: unknown) =>
            found === null || (column.kind !== 'number' && column.kind !== 'count')
              ? found === null
                ? null
                : String(found)
              : Number(found) + 0 // there is no -0 in a database
          expect(comparable(value)).toEqual(comparable(wanted))
        }),
        { numRuns: 400 },
      )
    }
  })

  test('with unusual characters are stored unchanged', async () => {
    const odd = [
      'NULL',
      'null',
      '{a}',
      'a\\b',
      '\\N',
      '\\.',
      'a\\tb',
      'it said "x"',
      "'; drop table users; --",
      'D\u00e9j\u00e0 \ud83d\ude80',
      '=1+1',
    ]
    const lines = odd.map((name) => `"${name.replaceAll('"', '""')}",1,2,\n`)
    // NULL and null are the same name.
    expect(await put(`${header}\n${lines.join('')}`)).toMatchObject({ badRows: [{ line: 3 }] })
    expect(await put(`${header}\n${lines.slice(1).join('')}`)).toMatchObject({ success: true, count: 10 })
    expect((await names()).toSorted()).toEqual(odd.slice(1).toSorted())
  })
})

test('reports a missing file as missing', async () => {
  expect(await importFile(() => createReadStream('db/reference/nothing.csv'))).toMatchObject({
    success: false,
    message: '1 fault, nothing was changed. The file does not exist',
    badRows: [{ line: 0, column: null, reason: 'The file does not exist' }],
  })
})

test('fills an empty database once', async () => {
  for (const { table } of Object.values(collections)) await provided.db.deleteFrom(table).execute()
  expect((await fillEmptyDatabase(provided.db)).map(({ table, count }) => [table, count])).toEqual([
    ['Coverage tiers', 5],
    ['Synergy data', 48],
    ['Employer risks', 63],
    ['Industry fallbacks', 14],
    ['Industry gender stats', 14],
  ])
  await provided.db.deleteFrom('coverage_tiers').execute()
  await provided.db.updateTable('employer_risks').set({ financial_health: 'Edited' }).execute()
  expect((await fillEmptyDatabase(provided.db)).map(({ table }) => table)).toEqual(['Coverage tiers'])
  expect(await fillEmptyDatabase(provided.db)).toEqual([])
  const edited = await provided.db
    .selectFrom('employer_risks')
    .select('id')
    .where('financial_health', '=', 'Edited')
    .execute()
  expect(edited).toHaveLength(63)
})

async function recordsOf(parts: Buffer[]) {
  const records: CsvRecord[] = []
  for await (const some of readRecords(Readable.from(parts))) records.push(...some)
  return records
}
