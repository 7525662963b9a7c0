import { sql } from 'kysely'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

import { isUnavailable, isUniqueViolation } from '../../db/errors'
import { migrateToLatest, schemaIsCurrent } from '../../db/migrate'
import { provideDatabase } from '../support/database'
import { application } from '../support/program'

const provided = provideDatabase()

type Column = { nullable: boolean; generated: boolean }
type Tables = Record<string, Record<string, Column>>

/** The tables as db/schema.ts declares them. */
function declaredTables(): Tables {
  const program = ts.createProgram(['db/schema.ts'], { strict: true, noLib: true, types: [] })
  const checker = program.getTypeChecker()
  const exported = checker.getExportsOfModule(
    checker.getSymbolAtLocation(program.getSourceFile('db/schema.ts')!)!,
  )
  const database = checker.getDeclaredTypeOfSymbol(exported.find(({ name }) => name === 'Database')!)
  return Object.fromEntries(
    database.getProperties().map((table) => [
      table.name,
      Object.fromEntries(
        checker
          .getTypeOfSymbol(table)
          .getProperties()
          .map((column) => {
            const text = (column.valueDeclaration as ts.PropertySignature).type?.getText() ?? ''
            return [
              column.name,
              {
                nullable: /\bnull\b/.test(text),
                generated: /^(?:Generated(?:Always)?<|CreatedAt|Timestamp)/.test(text),
              },
            ]
          }),
      ),
    ]),
  )
}

async function actualTables(): Promise<Tables> {
  const { rows } = await sql<{ table: string; column: string; nullable: boolean; generated: boolean }>`
    select table_name as "table", column_name as "column", is_nullable = 'YES' as nullable,
      column_default is not null or is_generated = 'ALWAYS' as generated
    from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely%'`.execute(provided.db)
  const tables: Tables = {}
  for (const { table, column, nullable, generated } of rows)
    (tables[table] ??= {})[column] = { nullable, generated }
  return tables
}

describe('the schema', () => {
  test('matches the types, column by column', async () => {
    expect(await actualTables()).toEqual(declaredTables())
  })

  test('is current after a migration, and a second one changes nothing', async () => {
    const before = await actualTables()
    expect(await schemaIsCurrent(provided.db)).toBe(true)
    await migrateToLatest(provided.db)
    expect(await actualTables()).toEqual(before)
  })
})

test('every reference has an index that begins with its columns, so that a deletion reads no whole table', async () => {
  const { rows } = await sql`
    select conrelid::regclass::text as "table", pg_get_constraintdef(oid) as reference from pg_constraint
    where contype = 'f' and not exists (
      select 1 from pg_index where indrelid = conrelid and indpred is null
        and conkey <@ (indkey::smallint[])[0:cardinality(conkey) - 1])
    order by 1, 2`.execute(provided.db)
  expect(rows).toEqual([])
})

test('values have the same types from either database', async () => {
  const { rows } = await sql`
    select 12::int8 as big, 12.50::numeric(10, 2) as money, date '2026-01-31' as day,
      timestamptz '2026-01-31 12:00:00+02' as moment, '\\x00ff'::bytea as bytes, '{"a":[1]}'::jsonb as json,
      true as flag, null::int as nothing, 7::int4 as whole, 0.5::float8 as real`.execute(provided.db)
  const [{ bytes, ...row } = { bytes: null }] = rows as [{ bytes: Uint8Array }]
  expect(row).toEqual({
    big: 12,
    money: 12.5,
    day: '2026-01-31',
    moment: new Date('2026-01-31T10:00:00Z'),
    json: { a: [1] },
    flag: true,
    nothing: null,
    whole: 7,
    real: 0.5,
  })
  expect([...(bytes ?? [])]).toEqual([0, 255])
})

describe('constraints of the database', () => {
  const {
    quote_email: _quote_email,
    submission_type: _type,
    ...quote
  } = { ...application, date_of_birth: '1990-01-02' }

  async function refusal(work: Promise<unknown>) {
    const error = await work.then(
      () => ({ code: 'none' }),
      (thrown: { code: string }) => thrown,
    )
    return error.code
  }

  test.each([
    ['gender', 'Unknown'],
    ['region_state', 'ny'],
    ['marital_status', 'Widowed'],
    ['spouse_working', 'Yes'],
    ['children_count', -1],
    ['family_size', 0],
    ['housing_status', 'Tent'],
    ['employer_type', 'Secret'],
    ['employer_size', 'Huge'],
    ['industry', 'Piracy'],
    ['employment_length', -0.5],
    ['employment_type', 'Never'],
    ['work_arrangement', 'Beach'],
    ['union_membership', 'maybe'],
    ['income', -1],
    ['salary', -1],
    ['pay_type', 'Shells'],
    ['pay_schedule', 'Yearly'],
    ['credit_score', 299],
    ['credit_score', 851],
    ['bankruptcy_history', 'Chapter 11'],
    ['background_check', 'Red'],
    ['gov_benefits', 'maybe'],
    ['education', 'Kindergarten'],
    ['name', 'A'],
    ['name', 'A'.repeat(101)],
    ['status', 'Lost'],
  ])('reject a quote whose %s is %j', async (column, value) => {
    const row = { ...quote, [column]: value }
    expect(await refusal(provided.db.insertInto('quote_submissions').values(row).execute())).toBe('23514')
  })

  test('reject a quote of a missing user and a result of a missing quote', async () => {
    const orphan = { ...quote, user_id: 999_999 }
    expect(await refusal(provided.db.insertInto('quote_submissions').values(orphan).execute())).toBe('23503')
  })

  test.each([
    ['job_roles', { role_name: 'Diver' }, { role_name: 'DIVER' }],
    ['coverage_levels', { level_name: 'Gold' }, { level_name: 'gold' }],
    ['coverage_tiers', { tier_name: 'Gold' }, { tier_name: 'gOLD' }],
    ['employer_risks', { employer_name: 'Acme' }, { employer_name: 'ACME' }],
    ['industry_fallbacks', { industry_name: 'Diving' }, { industry_name: 'diving' }],
    ['industry_gender_stats', { industry_name: 'Diving' }, { industry_name: 'DIVING' }],
    [
      'users',
      { username: 'a', email: 'a@b.example', password_hash: 'x' },
      { username: 'b', email: 'A@B.example', password_hash: 'x' },
    ],
  ] as const)(
    'reject a second %s with the same name in another letter case',
    async (table, first, second) => {
      await provided.db.insertInto(table).values(first).execute()
      const error: unknown = await provided.db
        .insertInto(table)
        .values(second as never)
        .execute()
        .catch((thrown: unknown) => thrown)
      expect(isUniqueViolation(error)).toBe(true)
      expect(isUniqueViolation(error, `${table}_${table === 'users' ? 'email' : 'name'}`)).toBe(true)
      expect(isUniqueViolation(error, 'another_index')).toBe(false)
      expect(isUnavailable(error)).toBe(false)
    },
  )

  test('reject a second active engine', async () => {
    const version = (filename: string) => ({
      filename,
      source: 'x',
      hash: 'a'.repeat(64),
      size: 1,
      active: true,
    })
    await provided.db.insertInto('engine_versions').values(version('one.js')).execute()
    expect(await refusal(provided.db.insertInto('engine_versions').values(version('two.js')).execute())).toBe(
      '23505',
    )
  })
})
