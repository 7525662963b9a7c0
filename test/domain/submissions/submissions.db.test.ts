import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'

import type { Db } from '../../../db/schema'
import { cursorText, readListState, type SubmissionListState } from '~/domain/submissions/submission-list'
import {
  careers,
  contacts,
  quotes,
  submissionKinds,
  waitlist,
  type SubmissionKind,
} from '~/domain/submissions/kinds'
import {
  changeStatuses,
  readStatusForm,
  changeSubmission,
  countKinds,
  countMatching,
  countStatuses,
  exportSubmissions,
  listSubmissions,
  openSubmission,
  readSubmissions,
} from '~/domain/submissions/submissions.server'

import { startsOfWords } from '~/lists/search-terms'
import { hasWords, mayHaveWords } from '~/lists/words.queries.server'

import { onServer, provideDatabase } from '../../support/database'
import fc from '../../support/property'

const provided = provideDatabase()
let by = 0

beforeEach(async () => {
  const { db } = provided
  for (const { table } of submissionKinds) await db.deleteFrom(table).execute()
  await db.deleteFrom('audit_log').execute()
  const { id } = await db
    .insertInto('users')
    .values({ username: 'Ada', email: `${crypto.randomUUID()}@example.com`, password_hash: 'none' })
    .returning('id')
    .executeTakeFirstOrThrow()
  by = id
})

const listState = (kind: SubmissionKind, params: Record<string, string> = {}) =>
  readListState(new URLSearchParams(params), kind)

type Contact = {
  name?: string
  email?: string
  phone?: string
  message?: string
  sent?: string
  status?: string
}

async function contact({ sent, ...changes }: Contact = {}) {
  const { id } = await provided.db
    .insertInto('contact_submissions')
    .values({
      name: 'Ann Doe',
      email: 'ann@example.com',
      inquiry_type: 'Other',
      message: 'A question',
      ...(sent === undefined ? {} : { created_at: new Date(sent) }),
      ...changes,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function found(params: Record<string, string>, kind: SubmissionKind = contacts) {
  const { rows } = await listSubmissions(provided.db, listState(kind, params), 1000)
  return rows.map(({ id }) => id)
}

async function auditOf() {
  return provided.db
    .selectFrom('audit_log')
    .select(['user_id', 'action', 'entity', 'entity_id', 'before', 'after'])
    .orderBy('id')
    .execute()
}

async function textOf(state: SubmissionListState) {
  let text = ''
  for await (const piece of await exportSubmissions(provided.db, state, { by })) text += piece
  return text
}

/** Returns the state of a list on another page, through its URL. */
function moved(state: SubmissionListState, position: { after: string } | { before: string }) {
  return readListState(new URLSearchParams(state.list.query(position, state)))
}

/** Returns all ids of a list, page by page, forwards and then backwards. */
async function walk(state: SubmissionListState, size: number) {
  const forwards: number[] = []
  const pages: number[][] = []
  let page = await listSubmissions(provided.db, state, size)
  expect(page.previous).toBeNull()
  for (;;) {
    pages.push(page.rows.map(({ id }) => id))
    forwards.push(...page.rows.map(({ id }) => id))
    if (page.next === null) break
    page = await listSubmissions(provided.db, moved(state, { after: cursorText(page.next) }), size)
  }
  for (const before of pages.slice(0, -1).reverse()) {
    page = await listSubmissions(provided.db, moved(state, { before: cursorText(page.previous!) }), size)
    expect(page.rows.map(({ id }) => id)).toEqual(before)
    expect(page.next).not.toBeNull()
  }
  expect(page.previous).toBeNull()
  return forwards
}

describe('a list', () => {
  test.each(['created_at', '-created_at', 'name', '-name', 'email', '-email', 'status', '-status'])(
    'in the order of %s has each submission once over its pages, forwards and backwards',
    async (sort) => {
      const { db } = provided
      // Many equal times, names and statuses, and times that differ by a microsecond.
      await sql`insert into contact_submissions (created_at, name, email, inquiry_type, message, status)
        select '2026-03-01T12:00:00Z'::timestamptz + (n / 4) * interval '1 microsecond',
          (array['ann', 'Ann', 'Bob', 'élodie', 'Zoë'])[1 + n % 5], 'a' || n % 3 || '@example.com', 'Other', 'x',
          (array['Pending', 'Responded'])[1 + n % 2]
        from generate_series(1, 57) n`.execute(db)
      const state = listState(contacts, { sort })
      const [name, direction] = sort.startsWith('-') ? [sort.slice(1), 'desc'] : [sort, 'asc']
      const column = ['name', 'email'].includes(name) ? `lower(${name})` : name
      const { rows } = await sql<{ id: number }>`select id from contact_submissions
        order by ${sql.raw(`${column} ${direction}, id ${direction}`)}`.execute(db)
      expect(await walk(state, 10)).toEqual(rows.map(({ id }) => id))
      expect(await walk(state, 57)).toHaveLength(57)
      expect(await walk(listState(contacts, { sort, status: 'Responded' }), 7)).toHaveLength(29)
    },
  )

  test('of quotes can be sorted by income, including cents', async () => {
    for (const income of [4500, 4500.5, 12, 4500]) await quote({ income })
    const sorted = await walk(listState(quotes, { sort: 'income' }), 1)
    const { rows } = await listSubmissions(provided.db, listState(quotes, { sort: 'income' }), 10)
    expect(rows.map(({ income }) => income)).toEqual([12, 4500, 4500, 4500.5])
    expect(sorted).toEqual(rows.map(({ id }) => id))
  })

  test.each(submissionKinds)('of $slug has each column that is chosen, and reads no other', async (kind) => {
    const { db } = provided
    const ids = {
      quotes: () => quote({ phone: '555 0100', note: 'Call back' }),
      contacts: () => contact({ phone: '555 0100' }),
      waitlist: signup,
      careers: applicant,
    }
    const id = await ids[kind.slug]()
    const stored = await openSubmission(db, kind, id, { by })
    for (const { name } of kind.fields) {
      const state = listState(kind, name === 'name' ? {} : { columns: name })
      const page = await listSubmissions(db, state)
      expect(page.rows[0]?.[name], name).toEqual(stored?.[name])
    }
    const usual = listState(kind).view.columns.filter((name) => name !== 'engine_decision')
    const { rows } = await listSubmissions(db, listState(kind))
    const files = kind.slug === 'careers' ? ['resume_name', 'cover_letter_name'] : []
    const needed = kind.underwritten ? ['engine_decision', 'verdict'] : files
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual(['name', ...usual, ...needed].sort())
    const { rows: ofIds } = await listSubmissions(db, listState(kind, { columns: 'id' }))
    expect(ofIds).toMatchObject([{ id, name: stored?.name, status: 'Pending' }])
  })

  test('of quotes has what stands of the newest result, with its premium, and the columns that are chosen', async () => {
    const { db } = provided
    const id = await quote({})
    const [before] = (await listSubmissions(db, listState(quotes), 10)).rows
    expect(before).toMatchObject({ engine_decision: null, verdict: null, monthly_premium: null })
    expect(before).not.toHaveProperty('phone')
    expect((await listSubmissions(db, listState(quotes, { columns: 'phone' }), 10)).rows[0]).toMatchObject({
      id,
      status: 'Pending',
      phone: null,
    })
  })

  test('is empty without submissions', async () => {
    for (const kind of submissionKinds) {
      expect(await listSubmissions(provided.db, listState(kind), 10)).toEqual({
        rows: [],
        next: null,
        previous: null,
      })
      expect(await textOf(listState(kind))).toMatch(/^\uFEFF#,.+\r\n$/)
    }
  })
})

describe('a filter', () => {
  test('includes both days completely, in UTC', async () => {
    const before = await contact({ sent: '2026-03-01T23:59:59.999Z' })
    const first = await contact({ sent: '2026-03-02T00:00:00Z' })
    const last = await contact({ sent: '2026-03-03T23:59:59.999Z' })
    const after = await contact({ sent: '2026-03-04T00:00:00Z' })
    expect(await found({ from: '2026-03-02', to: '2026-03-03' })).toEqual([last, first])
    expect(await found({ from: '2026-03-02' })).toEqual([after, last, first])
    expect(await found({ to: '2026-03-03' })).toEqual([last, first, before])
    expect(await found({ from: '2026-03-03', to: '2026-03-02' })).toEqual([])
  })

  test('finds applications by what the engine decided last, or that have not been run', async () => {
    const { db } = provided
    const [open, declined] = [await quote({}), await quote({})]
    await db
      .updateTable('quote_submissions')
      .set({ engine_decision: 'declined' })
      .where('id', '=', declined)
      .execute()
    const ids = async (decision: string) =>
      (await listSubmissions(db, listState(quotes, { decision }), 10)).rows.map(({ id }) => id)
    expect(await ids('none')).toEqual([open])
    expect(await ids('declined')).toEqual([declined])
    expect(await ids('approved')).toEqual([])
    expect(await ids("' or true")).toEqual([declined, open])
    expect(await countMatching(db, listState(quotes, { decision: 'none' }))).toMatchObject({ count: 1 })
    expect(await textOf(listState(quotes, { decision: 'none' }))).toContain('Not run')
    // Other kinds have no decision: the filter is ignored.
    await contact()
    expect((await listSubmissions(db, listState(contacts, { decision: 'declined' }), 10)).rows).toHaveLength(
      1,
    )
  })

  test('matches the beginnings of words, split at punctuation, and ids', async () => {
    const ann = await contact({
      name: "Ann O'Brien-Smith",
      email: 'ann.ob+work@ex-ample.co.uk',
      phone: '(555) 123-4567',
      message: 'About claim #77/2026',
    })
    const bob = await contact({ name: 'José Müller', email: 'jm@example.com', message: 'Hello' })
    const each: [string, number[]][] = [
      ['ann', [ann]],
      ['ANN smi', [ann]],
      ['brien', [ann]],
      ["o'brien", [ann]],
      ['ann.ob+work@ex-ample.co.uk', [ann]],
      ['555 1234567', [ann]],
      ['5551234567', [ann]],
      ['+1 555-123-4567', [ann]],
      ['5551234568', []],
      ['(555) 123', [ann]],
      ['77/2026', [ann]],
      ['josé', [bob]],
      ['jose', [bob]],
      ['JOSÉ', [bob]],
      ['jose\u0301', [bob]],
      ['mull', [bob]],
      ['obrien', [ann]],
      ['o’brien', [ann]],
      ['mül', [bob]],
      ['example', [bob]],
      [`#${bob}`, [bob]],
      ['ann hello', []],
      ['nobody', []],
      ['ann c', []], // 'co' and 'claim' begin with it
      ['ann s', []],
      [`Q-${ann}`, []],
    ]
    for (const [q, ids] of each) expect(await found({ q }), q).toEqual(ids)
    expect(await found({ q: String(ann) })).toContain(ann)
  })

  test('treats any search text as data, and finds only matches', async () => {
    await contact()
    for (const q of [
      "'",
      "';--",
      '%',
      '_',
      '\\',
      '!!',
      '& | !',
      ':*',
      "a':* | 'b",
      '<->',
      '((',
      '\u0000',
      '🙂',
      '\ud800',
      '٣',
    ])
      expect(await found({ q }), JSON.stringify(q)).toEqual(q === '\u0000' ? expect.any(Array) : [])
    const whole = await found({})
    const vain: Record<string, string>[] = [
      { status: "Pending' or 1=1" },
      { status: 'constructor' },
      { from: '2026-02-30' },
      { from: '0000-01-01' },
      { to: '9999-12-31' },
      { sort: 'message' },
      { sort: 'name; drop table users' },
      { sort: '__proto__' },
      { after: 'x' },
      { after: '1~' },
      { after: '1~2026-02-31 00:00:00Z' },
      { after: '1~2026-02-28 25:00:00Z' },
      { after: '99999999999~2026-02-28 12:00:00Z' },
      { after: '1~infinity' },
      { tab: '__proto__' },
    ]
    for (const params of vain) expect(await found(params), JSON.stringify(params)).toEqual(whole)
    for (const after of ["1~' or 1=1", '1~\ud800', `1~${'x'.repeat(300)}`, '1~%00'])
      expect(await found({ sort: 'name', after })).toEqual(expect.any(Array))
    expect(await found({ sort: 'income', after: '1~1e999' }, quotes)).toEqual([])
  })

  test('counts exactly up to 10,000, what a search finds up to 1,000, and marks larger counts', async () => {
    const { db } = provided
    await sql`insert into waitlist_submissions (name, email, interest_level, status)
      select 'W', 'w@example.com', 'interested', case when n <= 3 then 'Invited' else 'Pending' end
      from generate_series(1, 10003) n`.execute(db)
    await contact()
    expect(await countMatching(db, listState(waitlist, { status: 'Invited' }))).toEqual({
      count: 3,
      precision: 'exact',
    })
    expect(await countMatching(db, listState(waitlist, { status: 'Pending' }))).toEqual({
      count: 10_000,
      precision: 'exact',
    })
    expect(await countMatching(db, listState(waitlist, { q: 'w' }))).toEqual({
      count: 1_000,
      precision: 'at least',
    })
    expect(await countStatuses(db, waitlist)).toEqual([
      { status: 'Pending', count: 10_000, precision: 'exact' },
      { status: 'Invited', count: 3, precision: 'exact' },
      { status: 'Removed', count: 0, precision: 'exact' },
    ])
    await sql`analyze waitlist_submissions`.execute(db)
    expect(await countKinds(db)).toEqual([
      { slug: 'quotes', count: 0, precision: 'exact' },
      { slug: 'contacts', count: 1, precision: 'exact' },
      { slug: 'waitlist', count: 10_000, precision: expect.stringMatching(/^(?:at least|about)$/) },
      { slug: 'careers', count: 0, precision: 'exact' },
    ])
  })

  test('has an index for each order and for the search', async () => {
    await provided.db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx)
      await sql`set local enable_sort = off`.execute(trx)
      await sql`set local enable_incremental_sort = off`.execute(trx)
      for (const kind of submissionKinds) {
        for (const { name, order } of kind.fields) {
          if (order === undefined) continue
          const seen = await plans(trx, listState(kind, { sort: name }))
          expect(seen, `${kind.slug} by ${name}`).toMatch(/Index (?:Only )?Scan/)
          expect(seen, `${kind.slug} by ${name}`).not.toMatch(/Sort|Seq Scan/)
        }
      }
      await sql`set local enable_sort = on`.execute(trx)
      await sql`set local enable_indexscan = off`.execute(trx)
      for (const kind of submissionKinds)
        expect(await plans(trx, listState(kind, { q: 'ann' }), countMatching), kind.slug).toContain(
          `${kind.table}_words`,
        )
    })
  })

  test('finds words at any position in the list', async () => {
    await sql`insert into waitlist_submissions (name, email, interest_level, submitted_at)
      select case when n <= 25 then 'Rare' else 'W' end, 'w@example.com', 'interested', now() + n * interval '1 second'
      from generate_series(1, 4000) n`.execute(provided.db)
    const forwards = await walk(listState(waitlist, { q: 'rare' }), 10)
    expect(forwards).toHaveLength(25)
    expect(forwards).toEqual(forwards.toSorted((one, other) => other - one))
    expect(await walk(listState(waitlist, { q: 'rare', sort: '-name' }), 10)).toHaveLength(25)
    expect(await walk(listState(waitlist, { q: 'w' }), 1000)).toHaveLength(4000)
    const parts = await readSubmissions(provided.db, waitlist, { search: 'rare', limit: 10 }, { by })
    expect((await parts.next()).value).toHaveLength(11) // one extra row shows that there are more
  })
})

test('a search has the same submissions in list order, whether words are common, in some or rare', async () => {
  const names = ['Ann', "O'Ann", 'Ánn', 'Bob']
  await sql`insert into waitlist_submissions (name, email, interest_level, status, submitted_at)
    select case when n % 1600 = 0 then 'Rare Annabel' when n % 60 = 0 then (${names}::text[])[1 + n / 60 % 4] else 'Hanna' end,
      'w@example.com', 'interested', (array['Pending', 'Invited'])[1 + n % 2], now() + n % 97 * interval '1 minute'
    from generate_series(1, 3300) n`.execute(provided.db)
  for (const q of ['ann', 'annabel', 'w example'])
    for (const sort of ['-submitted_at', 'name'])
      for (const status of ['', 'Invited']) {
        const order = sort === 'name' ? 'lower(name), id' : 'submitted_at desc, id desc'
        const { rows } = await sql<{ id: number }>`select id from waitlist_submissions
          where search_words(name || ' ' || email) @@ to_tsquery('simple', ${startsOfWords(q)})
            and (${status} = '' or status = ${status}) order by ${sql.raw(order)}`.execute(provided.db)
        const ids = rows.map(({ id }) => id)
        expect(await walk(listState(waitlist, { q, sort, status }), 1000), `${q} ${sort} ${status}`).toEqual(
          ids,
        )
      }
})

test('no text that has the words of a search is rejected before they are looked for', async () => {
  const part = fc.constantFrom(
    ...['a', 'e', 'x', 'O', '1', '0', '.', '-', "'", '’', 'é', 'Ø', ' ', '@', '\n'],
  )
  const text = fc.string({ unit: part, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 40 }), text, async (texts, search) => {
      const words = hasWords('one', search)
      if (words === null) return
      const { rows } = await sql`select one from unnest(${[...texts, search]}::text[]) one
        where ${words} and not ${mayHaveWords('one', search)}`.execute(provided.db)
      expect(rows).toEqual([])
    }),
    { numRuns: 200, examples: [[['1e1 a', '1e15 and'], '1e1a']] },
  )
})

const firstPage = (db: Db, state: SubmissionListState) => listSubmissions(db, state, 10)

/** Returns the database's plan for reading the first page of a list, or for counting it. */
async function plans(
  trx: Db,
  state: SubmissionListState,
  read: (db: Db, state: SubmissionListState) => Promise<unknown> = firstPage,
) {
  const statements: { sql: string; parameters: readonly unknown[] }[] = []
  const noting = trx.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => Promise.resolve(result),
  })
  const executor = noting.getExecutor()
  const compile = executor.compileQuery.bind(executor)
  executor.compileQuery = (node: never, id: never) => {
    const compiled = compile(node, id)
    statements.push(compiled)
    return compiled
  }
  await read(noting, state)
  const { sql: text, parameters } = statements[0]!
  const literal = text.replace(/\$(\d+)/g, (_, number) => {
    const value = parameters[Number(number) - 1]
    return typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`
  })
  const { rows } = await sql<Record<string, string>>`explain ${sql.raw(literal)}`.execute(trx)
  return rows.map((row) => Object.values(row)[0]).join('\n')
}

describe('a change', () => {
  const change = (
    id: number,
    fields: Record<string, unknown>,
    base?: { status: string; note: string | null },
    kind: SubmissionKind = contacts,
  ) => changeSubmission(provided.db, kind, id, fields, { by, base })

  test('sets status and note of each kind, and is audited without the note', async () => {
    const ids = {
      contacts: await contact(),
      quotes: await quote(),
      waitlist: await signup(),
      careers: await applicant(),
    }
    for (const kind of submissionKinds) {
      const id = ids[kind.slug]
      for (const status of [...kind.statuses].reverse()) {
        const changed = await change(
          id,
          { status: status.toUpperCase(), note: 'About Ann\r\nline 2' },
          undefined,
          kind,
        )
        expect(changed).toMatchObject({
          ok: true,
          submission: { id, status, [kind.note]: 'About Ann\nline 2' },
        })
      }
      expect(await change(id, { note: '  ' }, undefined, kind)).toMatchObject({
        ok: true,
        submission: { status: kind.statuses[0], [kind.note]: null },
      })
    }
    const entries = await auditOf()
    expect(JSON.stringify(entries)).not.toContain('About Ann')
    expect(entries[0]).toEqual({
      user_id: by,
      action: 'update',
      entity: 'quote submission',
      entity_id: String(ids.quotes),
      before: { status: 'Pending' },
      after: { status: 'Withdrawn', note: 'changed' },
    })
  })

  test('is not audited if nothing changed', async () => {
    const id = await contact()
    expect(await change(id, { status: 'Pending', note: '' })).toMatchObject({ ok: true })
    expect(await auditOf()).toEqual([])
  })

  test('stores the answer date of a contact message while it is answered', async () => {
    const id = await contact()
    const answered = await change(id, { status: 'Responded' })
    expect(answered).toMatchObject({
      ok: true,
      submission: { responded: true, response_date: expect.any(Date) },
    })
    const again = await change(id, { status: 'Responded', note: 'By phone' })
    expect(again.ok && answered.ok && again.submission.response_date).toEqual(
      answered.ok && answered.submission.response_date,
    )
    expect(await change(id, { status: 'Pending' })).toMatchObject({
      ok: true,
      submission: { responded: false, response_date: null, note: 'By phone' },
    })
  })

  test('that is invalid is rejected, with the valid statuses', async () => {
    const id = await contact()
    for (const status of ['Quoted', '', null, 7, '<b>', ['Pending']])
      expect(await change(id, { status }), JSON.stringify(status)).toEqual({
        ok: false,
        reason: 'invalid',
        errors: [{ path: 'status', message: 'Status must be one of: Pending, Responded' }],
      })
    expect(await change(id, { note: 'x'.repeat(5001) })).toMatchObject({
      errors: [{ path: 'note', message: 'Note must be at most 5,000 characters' }],
    })
    expect(await change(2_000_000_000, { status: 'Pending' })).toEqual({ ok: false, reason: 'missing' })
  })

  test('by two admins at once succeeds for one; the other gets the present state', async () => {
    const id = await contact()
    const read = { status: 'Pending', note: null }
    const both = await Promise.all([
      change(id, { status: 'Responded', note: 'first' }, read),
      change(id, { status: 'Responded', note: 'second' }, read),
    ])
    const winner = both.find(({ ok }) => ok)
    const loser = both.find(({ ok }) => !ok)
    expect(winner).toBeDefined()
    expect(loser).toEqual({
      ok: false,
      reason: 'conflict',
      current: { status: 'Responded', note: winner?.ok ? winner.submission.note : '' },
    })
    expect(await auditOf()).toHaveLength(1)
    // The form's line breaks are normalized.
    await change(id, { note: 'a\nb' })
    expect(await change(id, { note: 'c' }, { status: 'Responded', note: 'a\r\nb' })).toMatchObject({
      ok: true,
    })
  })

  test('that is repeated is made once', async () => {
    const id = await contact()
    const send = () =>
      changeSubmission(
        provided.db,
        contacts,
        id,
        { status: 'Responded', note: 'a\r\nb' },
        { by, base: { status: 'Pending', note: null } },
      )
    const first = await send()
    expect(first).toMatchObject({ ok: true, submission: { status: 'Responded' } })
    expect(await send()).toEqual(first)
    expect(await auditOf()).toHaveLength(1)
  })

  test('of many skips those that somebody else has changed', async () => {
    const [first, second, third] = [await quote(), await quote(), await quote({ status: 'Quoted' })]
    const fourth = await quote()
    await changeSubmission(provided.db, quotes, second, { status: 'Declined' }, { by })
    await changeSubmission(provided.db, quotes, fourth, { status: 'Quoted' }, { by })
    const shown: Record<string, string> = { status: 'quoted', [`chosen-${third}`]: 'Quoted' }
    for (const id of [first, second, fourth, 2_000_000_000]) shown[`chosen-${id}`] = 'Pending'
    const read = readStatusForm(quotes, shown)
    if (!read.ok) throw new Error('refused')
    expect(await changeStatuses(provided.db, quotes, read.changes, { by })).toEqual({
      changed: [{ id: first, from: 'Pending', to: 'Quoted' }],
      same: 2,
      stale: 2,
    })
    expect((await countStatuses(provided.db, quotes)).map(({ count }) => count)).toEqual([0, 0, 3, 1, 0])
    expect((await auditOf()).filter(({ entity_id }) => entity_id === String(first))).toHaveLength(1)
  })

  test('of many is undone where nobody has changed the status since', async () => {
    const [first, second, third] = [await quote(), await quote({ status: 'In review' }), await quote()]
    const { changed } = await changeStatuses(
      provided.db,
      quotes,
      [
        { id: first, from: 'Pending', to: 'Quoted' },
        { id: second, from: 'In review', to: 'Quoted' },
        { id: third, from: 'Pending', to: 'Quoted' },
      ],
      { by },
    )
    expect(changed).toHaveLength(3)
    await changeSubmission(provided.db, quotes, third, { status: 'Declined' }, { by })
    const back = changed.map(({ id, from, to }) => ({ id, from: to, to: from }))
    expect(await changeStatuses(provided.db, quotes, back, { by })).toMatchObject({ same: 0, stale: 1 })
    const rows = await provided.db
      .selectFrom('quote_submissions')
      .select(['id', 'status'])
      .where('id', 'in', [first, second, third])
      .orderBy('id')
      .execute()
    expect(rows.map(({ status }) => status)).toEqual(['Pending', 'In review', 'Declined'])
    expect(await changeStatuses(provided.db, quotes, back, { by })).toEqual({
      changed: [],
      same: 2,
      stale: 1,
    })
  })

  test('of many requires at least one, and a status of their kind', () => {
    expect(readStatusForm(quotes, { status: 'Hired' })).toEqual({
      ok: false,
      errors: [
        { path: 'all', message: 'Choose at least one submission' },
        {
          path: 'status',
          message: 'Status must be one of: Pending, In review, Quoted, Declined, Withdrawn',
        },
      ],
    })
    expect(readStatusForm(quotes, { status: '', 'chosen-1': 'Pending' })).toEqual({
      ok: false,
      errors: [{ path: 'status', message: 'Choose a status' }],
    })
  })
})

describe('an export', () => {
  test('has exactly the filtered submissions in list order, uncut, with formulas escaped', async () => {
    const evil = '=HYPERLINK("http://evil.example")'
    await contact({ name: evil, phone: '+1 555 0100', message: 'one\r\ntwo, "three"' })
    await contact({ name: '@SUM(1)', message: '\t=1' })
    await contact({ name: 'Zoë', message: '-2+3', status: 'Responded' })
    const text = await textOf(listState(contacts, { sort: 'name', status: 'Pending' }))
    expect(text.startsWith('\uFEFF#,Received,Name,')).toBe(true)
    const records = parse<Record<string, string>>(text, { columns: true, bom: true })
    expect(records.map(({ Name }) => Name)).toEqual([`'${evil}`, "'@SUM(1)"])
    expect(records[0]).toMatchObject({
      Phone: "'+1 555 0100",
      Message: 'one\r\ntwo, "three"',
      Status: 'Pending',
      Responded: 'No',
      'Response date': '',
      Received: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
    expect(records[1]?.Message).toBe("'\t=1")
    expect(text.split('\r\n').at(-1)).toBe('')
  })

  test('covers many batches', async () => {
    await sql`insert into waitlist_submissions (submitted_at, name, email, interest_level)
      select '2026-03-01T12:00:00Z'::timestamptz, 'W' || n, 'w@example.com', 'interested'
      from generate_series(1, 2500) n`.execute(provided.db)
    const records = parse<Record<string, string>>(await textOf(listState(waitlist)), {
      columns: true,
      bom: true,
    })
    expect(new Set(records.map(({ '#': id }) => id)).size).toBe(2500)
    expect(records[0]).toMatchObject({ Name: 'W2500', Source: 'Direct' })
  })

  test('and a view are audited, without personal data', async () => {
    const id = await contact()
    await textOf(listState(contacts, { q: 'Ann', status: 'Pending', from: '2026-01-01', sort: 'name' }))
    await openSubmission(provided.db, contacts, id, { by })
    expect(await openSubmission(provided.db, contacts, 2_000_000_000, { by })).toBeNull()
    await readSubmissions(provided.db, contacts, { search: 'Ann', limit: 5 }, { by })
    const entry = { user_id: by, entity: 'contact submission', before: null }
    expect(await auditOf()).toEqual([
      {
        ...entry,
        action: 'export',
        entity_id: null,
        after: {
          through: 'CSV',
          status: 'Pending',
          from: '2026-01-01',
          searched: true,
          sort: 'name',
        },
      },
      { ...entry, action: 'view', entity_id: String(id), after: null },
      { ...entry, action: 'export', entity_id: null, after: { through: 'call', limit: 5, searched: true } },
    ])
  })
})

test('the audit of an export has each filter of its list but the words that were searched for', async () => {
  const filter = {
    status: 'In review',
    decision: 'referred',
    answer: 'sent',
    industry: 'Mining',
    tier: 'Core',
    from: '2026-01-01',
    to: '2026-02-01',
  }
  const state = listState(quotes, { ...filter, q: 'Ann' })
  expect(Object.keys(state.filter).sort()).toEqual(['q', ...Object.keys(filter)].sort())
  await textOf(state)
  const [entry] = await auditOf()
  expect(entry?.after).toEqual({ through: 'CSV', ...filter, searched: true, sort: '-submitted_at' })
})

test('every stored column of a kind is one of its fields', async () => {
  for (const kind of submissionKinds) {
    const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
      where attrelid = ${sql.lit(kind.table)}::regclass and attnum > 0 and not attisdropped`.execute(
      provided.db,
    )
    const fields = kind.fields
      .filter(({ file, ofResult }) => !file && !ofResult)
      .map(({ name, column = name }) => column)
    expect(fields.sort(), kind.slug).toEqual(rows.map(({ name }) => name).sort())
  }
})

test('an application has the URLs of its files', async () => {
  const id = await applicant()
  const filename = `${crypto.randomUUID()}.pdf`
  await provided.db
    .insertInto('career_files')
    .values({
      filename,
      career_submission_id: id,
      kind: 'resume',
      original_name: 'cv.pdf',
      content_type: 'application/pdf',
      size: 1,
      bytes: Buffer.from('x'),
    })
    .execute()
  expect(await openSubmission(provided.db, careers, id, { by })).toMatchObject({
    email: 'ann@example.com',
    career_email: 'ann@example.com',
    interest_reason: 'It matters',
    resume_filename: filename,
    resume_name: 'cv.pdf',
    resume_url: `/api/career-files/${filename}`,
    cover_letter_filename: null,
    cover_letter_url: null,
  })
})

test.runIf(onServer)('a change waits for another one of the same submission', async () => {
  const id = await contact()
  let [lock, release] = [() => {}, () => {}]
  const locked = new Promise<void>((resolve) => (lock = resolve))
  const held = new Promise<void>((resolve) => (release = resolve))
  const other = provided.db.transaction().execute(async (trx) => {
    await sql`update contact_submissions set status = 'Responded' where id = ${id}`.execute(trx)
    lock()
    await held
  })
  await locked
  const waiting = changeSubmission(
    provided.db,
    contacts,
    id,
    { note: 'mine' },
    { by, base: { status: 'Pending', note: null } },
  )
  await new Promise((resolve) => setTimeout(resolve, 100))
  release()
  await other
  expect(await waiting).toMatchObject({ ok: false, reason: 'conflict', current: { status: 'Responded' } })
})

async function signup() {
  const { id } = await provided.db
    .insertInto('waitlist_submissions')
    .values({ name: 'Ann', email: 'ann@example.com', interest_level: 'interested' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function applicant() {
  const { id } = await provided.db
    .insertInto('career_submissions')
    .values({
      name: 'Ann',
      email: 'ann@example.com',
      position: 'Other',
      experience: 'Some',
      why_join: 'It matters',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function quote(changes: { income?: number; status?: string; phone?: string; note?: string } = {}) {
  const { id } = await provided.db
    .insertInto('quote_submissions')
    .values({
      name: 'Ann Doe',
      email: 'ann@example.com',
      date_of_birth: '1990-01-02',
      gender: 'Female',
      address: '1 Main Street',
      region_state: 'NY',
      marital_status: 'Single',
      spouse_working: 'Not Applicable',
      children_count: 0,
      family_size: 1,
      housing_status: 'Rent',
      occupation: 'Diver',
      job_role: 'Diver',
      employer_name: 'Deepwater',
      employer_type: 'Private',
      employer_size: 'Small (<50)',
      industry: 'Information',
      employment_length: 2.5,
      employment_type: 'Full-time',
      work_arrangement: 'Remote',
      union_membership: 'FALSE',
      income: 4500,
      salary: 54_000,
      pay_type: 'Salary',
      pay_schedule: 'Monthly',
      coverage_level: 'standard',
      credit_score: 700,
      bankruptcy_history: 'None',
      background_check: 'Clear',
      gov_benefits: 'FALSE',
      education: 'Master',
      ...changes,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
