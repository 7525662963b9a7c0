import { Readable } from 'node:stream'

import { beforeEach, describe, expect, test } from 'vitest'

import { collections } from '~/domain/configuration/collections'
import {
  bundledFile,
  fillEmptyDatabase,
  importReferenceData,
  replaceTable,
} from '~/domain/reference-data/import.server'

import { provideDatabase } from '../../support/database'

const provided = provideDatabase()
const { industryFallbacks, employerRisks, synergyData } = collections
const header = 'industry_name,avg_layoff_frequency,industry_unemp_rate,risk_level'
const good = `${header}\nDiving,1.5,4.2,High\nFlying,0.5,,\n`

const put = (text: string | Buffer, collection: Parameters<typeof replaceTable>[1] = industryFallbacks) =>
  replaceTable(provided.db, collection, Readable.from([text]))
const names = async () =>
  (
    await provided.db
      .selectFrom('industry_fallbacks')
      .select('industry_name')
      .orderBy('industry_name')
      .execute()
  ).map((row) => row.industry_name)

beforeEach(async () => {
  expect(await put(good)).toMatchObject({ success: true, count: 2, message: '2 rows imported' })
})

describe('a file', () => {
  test('takes the place of what was there, empty cells as null', async () => {
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
      'has columns too many and too few',
      'industry_name,colour,risk_level,risk_level\nx,y,z,z\n',
      [
        { line: 1, column: 'colour', reason: 'This column is unknown' },
        { line: 1, column: 'risk_level', reason: 'This column stands twice' },
        { line: 1, column: 'avg_layoff_frequency', reason: 'This column is missing' },
        { line: 1, column: 'industry_unemp_rate', reason: 'This column is missing' },
      ],
    ],
    [
      'has rows of another length',
      `${header}\nDiving,1\nFlying,1,2,Low\nSinging,1,2,Low,more\n`,
      [
        { line: 2, column: null, reason: 'The row has 2 cells, the header 4' },
        { line: 4, column: null, reason: 'The row has 5 cells, the header 4' },
      ],
    ],
    [
      'names something twice in another letter case',
      `${header}\nDiving,1,2,Low\nFlying,1,2,Low\ndIVING,1,2,Low\n`,
      [{ line: 4, column: 'industry_name', reason: '"dIVING" stands on line 2 already' }],
    ],
    [
      'leaves a quotation open',
      `${header}\nDiving,1,2,Low\n"Flying,1,2,Low\n`,
      [{ line: 3, column: null, reason: 'A quotation mark is opened here and never closed' }],
    ],
  ])('that %s changes nothing, and is told why', async (_, text, badRows) => {
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
  ])('with a bad %s in %j is told the line and the column', async (column, row) => {
    const outcome = await put(`${header}\nDiving,1,2,Low\n${row}\nFlying,1,2,Low\n`)
    expect(outcome.success).toBe(false)
    expect(outcome.badRows).toMatchObject([{ line: 3, column }])
    expect(outcome.badRows[0]?.reason).not.toBe('')
    expect(await names()).toEqual(['Diving', 'Flying'])
  })

  test('of a thousand bad rows names the first thousand and counts all', async () => {
    const outcome = await put(`${header}\n${'X,many,2,Low\n'.repeat(1500)}`)
    expect(outcome.badRows).toHaveLength(1000)
    expect(outcome.message).toMatch(/^1,500 faults, nothing was changed\. Line 2, avg_layoff_frequency: /)
  })

  test('with an endless row is refused without being held', async () => {
    const rows = Readable.from(
      (function* () {
        yield `${header}\n"`
        for (let part = 0; part < 2000; part += 1) yield 'x'.repeat(10_000)
      })(),
    )
    const outcome = await replaceTable(provided.db, industryFallbacks, rows)
    expect(outcome).toMatchObject({
      success: false,
      badRows: [{ reason: 'The row is longer than 100,000 characters' }],
    })
  })

  test('that breaks off in the middle changes nothing', async () => {
    const broken = Readable.from(
      (function* () {
        yield `${header}\nSinging,1,2,Low\n`
        throw new Error('the disk is gone')
      })(),
    )
    await expect(replaceTable(provided.db, industryFallbacks, broken)).rejects.toThrow('the disk is gone')
    expect(await names()).toEqual(['Diving', 'Flying'])
  })

  test('of many rows goes in whole', async () => {
    const lines = Array.from({ length: 2345 }, (_, index) => `Industry ${index},${index % 100},2,Low`)
    expect(await put(`${header}\n${lines.join('\n')}\n`)).toMatchObject({ success: true, count: 2345 })
    expect(await names()).toHaveLength(2345)
  })

  test('holds what it says, not what a spreadsheet would run', async () => {
    await put(
      `employer_name,employer_type,employer_size,industry,employer_stability_rating,financial_health,layoff_frequency,layoff_mentions,sector_unemp_rate\n"=HYPERLINK(""http://x"")",Private,Small (<50),Construction,5,Good,1,0,4\n`,
      employerRisks,
    )
    const [row] = await provided.db.selectFrom('employer_risks').select('employer_name').execute()
    expect(row?.employer_name).toBe('=HYPERLINK("http://x")')
  })
})

describe('the bundled files', () => {
  test('go in as they are, and fill an empty database once', async () => {
    const summary = await importReferenceData(provided.db)
    expect(summary).toMatchObject({
      success: true,
      partialSuccess: false,
      message: 'All tables were imported.',
      totalSuccess: 5,
      totalFailed: 0,
    })
    expect(summary.results.map(({ table, count }) => [table, count])).toEqual([
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

  test('that fail leave the others alone: part of the import succeeds', async () => {
    const summary = await importReferenceData(provided.db, (collection) =>
      collection.table === synergyData.table ? Readable.from(['SimDate\nsoon\n']) : bundledFile(collection),
    )
    expect(summary).toMatchObject({
      success: false,
      partialSuccess: true,
      totalSuccess: 4,
      totalFailed: 1,
      message: '4 of 5 tables were imported. The others keep their old rows.',
    })
    const kept = await provided.db.selectFrom('synergy_data').select('id').execute()
    expect(kept).toHaveLength(48)
  })

  test('that are missing are told by name', async () => {
    const gone = { ...industryFallbacks, file: 'nothing.csv' }
    expect(await replaceTable(provided.db, gone, bundledFile(gone))).toMatchObject({
      success: false,
      badRows: [{ line: 0, column: null, reason: 'The file does not exist' }],
    })
  })
})
