import { beforeAll, describe, expect, test } from 'vitest'

import { fillEmptyDatabase } from '~/domain/imports/bundled-files.server'
import { addDays, calendarDay } from '~/domain/dates'
import { onlyQuoteOf, searchOffice } from '~/domain/search/search.server'

import { provideDatabase } from '../../support/database'
import { insertQuote } from '../../support/quotes'

const provided = provideDatabase()
let bea = 0
let result = 0

beforeAll(async () => {
  const { db } = provided
  await fillEmptyDatabase(db)
  bea = await quote('Bea Sørensen', 'bea@example.com')
  for (let more = 0; more < 9; more += 1) await quote(`Zoë Many ${more}`, `zoe${more}@example.com`)
  await db
    .insertInto('contact_submissions')
    .values({ name: "Cy O'Neill", email: 'cy@example.com', inquiry_type: 'Other', message: 'Hello' })
    .execute()
  await db
    .insertInto('users')
    .values({ username: 'Ján Łuczak', email: 'jan@example.com', password_hash: 'none' })
    .execute()
  const { id: engine } = await db
    .insertInto('engine_versions')
    .values({ filename: 'a.js', source: 'x', hash: 'a'.repeat(64), size: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const stored = await db
    .insertInto('underwriting_results')
    .values({
      quote_submission_id: bea,
      decision: 'referred',
      user_score: 50,
      combined_risk_factor: 1,
      calculation_details: '{}',
      input: '{}',
      engine_version_id: engine,
      engine_hash: 'a',
      configuration_hash: 'b',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  result = stored.id
})

const quote = (name: string, email: string) => insertQuote(provided.db, { name, email })

/** What is found, as 'title: label'. */
const found = async (text: string) =>
  (await searchOffice(provided.db, text)).flatMap(({ title, hits }) =>
    hits.map(({ label }) => `${title}: ${label}`),
  )

const actsOnBea = () => [
  `Acts: Decide on result ${result} of Q-${bea} Bea Sørensen`,
  `Acts: Run underwriting for Q-${bea} Bea Sørensen`,
  `Acts: Correct the answers of Q-${bea} Bea Sørensen`,
  `Acts: Ask the applicant of Q-${bea} Bea Sørensen`,
]

describe('the search of the back office', () => {
  test.each([
    ['Sorensen', () => `Quote Requests: Q-${bea} Bea Sørensen`],
    ['SØRENSEN', () => `Quote Requests: Q-${bea} Bea Sørensen`],
    ['oneill', () => "Contact Forms: Cy O'Neill"],
    ['O’Neill', () => "Contact Forms: Cy O'Neill"],
    ['luczak', () => 'Accounts: Ján Łuczak'],
    ['brightloom', () => 'Employers: Brightloom Software'],
    ['standard', () => 'Tiers: Standard'],
    ['engine', () => 'Pages: Engine code'],
    ['second factor', () => 'Pages: Two-step login'],
  ])('finds by %s', async (text, hit) => {
    expect(await found(text)).toContain(hit())
  })

  test('finds a record by its number, and what can be done to it', async () => {
    for (const text of [`Q-${bea}`, `q-${bea}`, `q${bea}`, String(bea), `#${bea}`]) {
      const hits = await found(text)
      expect(hits.slice(0, 4)).toEqual(actsOnBea())
      expect(hits).toContain(`Quote Requests: Q-${bea} Bea Sørensen`)
      expect(hits).toContain(`Results: Result ${result}`)
    }
    expect(await found(`run ${bea}`)).toEqual([`Acts: Run underwriting for Q-${bea} Bea Sørensen`])
    expect(await found(`Correct Q-${bea}`)).toEqual([`Acts: Correct the answers of Q-${bea} Bea Sørensen`])
    expect(await found(`result ${result}`)).toContain(`Results: Result ${result}`)
    expect(await found('run 999999')).toEqual([])
    expect(await found('tier standard')).toEqual(['Tiers: Standard'])
    expect(await found('EMPLOYER brightloom')).toEqual(['Employers: Brightloom Software'])
    expect(await found('constructor standard')).toEqual([])
  })

  test('finds the tiers by their word, with their prices', async () => {
    for (const text of ['tier', 'tiers', 'edit tier'])
      expect(await found(text), text).toContain('Tiers: Standard')
    const tiers = (await searchOffice(provided.db, 'standard')).find(({ title }) => title === 'Tiers')
    expect(tiers?.hits[0]?.note).toMatch(/^edit tier, \$\d+\.\d\d a month$/)
  })

  test('tells what was decided about an application, and which one nobody shares', async () => {
    const groups = await searchOffice(provided.db, 'sorensen')
    expect(groups[0]?.hits[0]?.note).toBe('Pending, Referred, bea@example.com')
    expect(onlyQuoteOf(groups)).toBe(`/admin/underwriting/quote/${bea}`)
    expect(onlyQuoteOf(await searchOffice(provided.db, 'many'))).toBeNull()
    expect(onlyQuoteOf(await searchOffice(provided.db, 'oneill'))).toBeNull()
    expect(onlyQuoteOf(await searchOffice(provided.db, 'engine'))).toBeNull()
  })

  test('takes a last letter for the beginning of a word where nothing has it as a word', async () => {
    const ian = await quote('Ian Moss', 'ian@example.com')
    await quote('Ian Reed', 'reed@example.com')
    const hits = async (text: string) => (await found(text)).filter((hit) => hit.startsWith('Quote'))
    for (const text of ['ian m', 'IAN  M', 'ian mo', 'ian moss'])
      expect(await hits(text), text).toEqual([`Quote Requests: Q-${ian} Ian Moss`])
    expect(await found('run ian m')).toEqual([`Acts: Run underwriting for Q-${ian} Ian Moss`])
    expect(await hits('ian x')).toEqual([])
  })

  test('tells of a result what a person has decided, with the premium that is offered', async () => {
    const { db } = provided
    const noteOf = async () =>
      (await searchOffice(db, `Q-${bea}`)).find(({ title }) => title === 'Results')?.hits[0]?.note
    const set = (values: object) =>
      db.updateTable('underwriting_results').set(values).where('id', '=', result).execute()
    expect(await noteOf()).toBe(`Q-${bea}, Bea Sørensen, referred`)
    await set({ verdict: 'changed', changed_premium: 44, monthly_premium: 40 })
    expect(await noteOf()).toBe(`Q-${bea}, Bea Sørensen, accepted with changes $44.00 a month`)
    await set({ verdict: 'declined', changed_premium: null })
    expect(await noteOf()).toBe(`Q-${bea}, Bea Sørensen, declined by a person`)
    await set({ verdict: null, monthly_premium: null })
  })

  test('takes one letter for a whole word', async () => {
    const person = await quote('Person B', 'b.person@example.com')
    await quote('Person C', 'c.person@example.com')
    expect((await found('Person B')).filter((hit) => !hit.startsWith('Acts'))).toEqual([
      `Quote Requests: Q-${person} Person B`,
    ])
    const both = await found('person c brightloom')
    expect(both.filter((hit) => !hit.startsWith('Acts'))).toHaveLength(1)
  })

  test('finds the record that a reference names, without those that have its digits elsewhere', async () => {
    const { db } = provided
    await insertQuote(db, { name: 'Dot Digit', email: 'dot@example.com', phone: `${bea} 55` })
    expect(await found(`Q-${bea}`)).toEqual([
      ...actsOnBea(),
      `Quote Requests: Q-${bea} Bea Sørensen`,
      `Results: Result ${result}`,
    ])
    const ofQuotes = (await searchOffice(db, `#${bea}`)).find(({ title }) => title === 'Quote Requests')
    expect(ofQuotes?.hits).toHaveLength(1)
    expect((await found(`result ${result}`))[0]).toBe(`Results: Result ${result}`)
  })

  test('offers what the newest result waits for, by a verb, a name or the number of the result', async () => {
    const { db } = provided
    const set = (values: { decision: string; monthly_premium?: number }) =>
      db
        .updateTable('underwriting_results')
        .set(values as { decision: 'approved' | 'referred' })
        .where('id', '=', result)
        .execute()
    const send = `Acts: Send result ${result} of Q-${bea} Bea Sørensen`
    const decide = `Acts: Decide on result ${result} of Q-${bea} Bea Sørensen`
    expect(await found('decide sorensen')).toEqual([decide])
    expect(await found(`decide ${bea}`)).toEqual([decide])
    expect(await found(`send ${bea}`)).toEqual(await found(String(bea)))
    expect((await found('sorensen')).slice(0, 2)).toEqual([`Quote Requests: Q-${bea} Bea Sørensen`, decide])
    await set({ decision: 'approved', monthly_premium: 40 })
    try {
      expect(await found('send SORENSEN')).toEqual([send])
      const [group] = await searchOffice(db, `send ${bea}`)
      expect(group?.hits).toEqual([
        {
          label: `Send result ${result} of Q-${bea} Bea Sørensen`,
          note: '$40.00 a month',
          to: `/admin/underwriting/result/${result}#offer`,
        },
      ])
      // Once it is sent, nothing waits.
      await db
        .insertInto('offers')
        .values({ result_id: result, quote_submission_id: bea, token_hash: Buffer.alloc(32, 1) })
        .execute()
      expect((await found(`send ${bea}`)).filter((hit) => hit.startsWith('Acts: Send'))).toEqual([])
      expect(await found('run many')).toHaveLength(8)
    } finally {
      await db.deleteFrom('offers').execute()
      await set({ decision: 'referred' })
    }
  })

  test('finds messages that mention an application by its reference', async () => {
    for (const number of [77, 770])
      await provided.db
        .insertInto('contact_submissions')
        .values({
          name: `About ${number}`,
          email: 'about@example.com',
          inquiry_type: 'Other',
          message: `My quote Q-${number} is late.`,
        })
        .execute()
    expect(await found('q-77')).toEqual(['Contact Forms: About 77'])
  })

  test('finds lists of certain days, tables and acts among the pages', async () => {
    const page = async (text: string) =>
      (await searchOffice(provided.db, text)).find(({ title }) => title === 'Pages')?.hits[0]
    const yesterday = addDays(calendarDay(new Date()), -1)
    expect(await page('who changed yesterday')).toMatchObject({
      label: 'Changes of yesterday',
      to: `/admin/audit?from=${yesterday}&to=${yesterday}`,
    })
    const { searchParams } = new URL((await page('week employer'))?.to ?? '', 'https://list.invalid')
    expect(new Date(searchParams.get('from') ?? '').getUTCDay()).toBe(1)
    expect(searchParams.get('sort')).toBe('-factor')
    expect(await page('send')).toMatchObject({ to: '/admin/underwriting/results?decision=to-send' })
    expect(await page('edit code')).toMatchObject({ to: '/admin/underwriting/code?edit=yes' })
    expect(await page('employer risks')).toMatchObject({
      to: '/admin/underwriting?tab=employer-risks#employer-risks',
    })
  })

  test('shows eight of a kind, and leads to the list of all', async () => {
    const groups = await searchOffice(provided.db, 'many')
    expect(groups.find(({ title }) => title === 'Quote Requests')).toMatchObject({
      hits: { length: 8 },
      all: '/admin/submissions?tab=quotes&q=many',
    })
    expect((await searchOffice(provided.db, 'sorensen'))[0]?.all).toBeNull()
  })

  test.each(['', ' ', '%', '_', "';--", "'", '\\', '& | !', '\0', '\ud800', '🙂', 'x'.repeat(10_000)])(
    'takes %j for data',
    async (text) => {
      expect(await found(text)).toEqual([])
    },
  )
})
