import { sql } from 'kysely'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import type * as registry from '~/domain/quotes/questions'

import { provideDatabase } from '../../support/database'
import { application } from '../../support/program'

const provided = provideDatabase()

const added: registry.Question = {
  name: 'second_job',
  step: 'employment',
  kind: 'text',
  label: 'Second job',
  hint: 'If you have one beside the first.',
  max: 40,
  missing: 'Second job is required',
  range: 'Second job must be at most 40 characters',
  office: { label: 'Second job', group: 'Employment' },
  engine: true,
  onDeletion: 'withhold',
}

/** The modules that read the registry, loaded with one more question in it. */
async function withAddedQuestion() {
  const original = await vi.importActual<typeof registry>('~/domain/quotes/questions')
  vi.resetModules()
  vi.doMock('~/domain/quotes/questions', () => ({ ...original, questions: [...original.questions, added] }))
  const { parseFields } = await import('~/domain/parse-fields')
  const { currentQuoteSchema, findQuote, submitQuote } = await import('~/domain/quotes/quotes.server')
  const { anonymizedQuote } = await import('~/domain/quotes/anonymize')
  const { quotes } = await import('~/domain/submissions/kinds')
  const { csvHead, csvRecord } = await import('~/domain/submissions/submissions-csv')
  const { openSubmission } = await import('~/domain/submissions/submissions.server')
  const { engineInput } = await import('~/domain/underwriting/underwriting.server')
  const { StepFields } = await import('~/ui/quote-fields')
  const { formState } = await import('~/ui/form-result')
  return {
    parseFields,
    currentQuoteSchema,
    findQuote,
    submitQuote,
    anonymizedQuote,
    quotes,
    csvHead,
    csvRecord,
    openSubmission,
    engineInput,
    StepFields,
    formState,
  }
}

describe('a question that is added to the registry, with its column,', () => {
  let site: Awaited<ReturnType<typeof withAddedQuestion>>
  beforeAll(async () => {
    await sql`alter table quote_submissions add column second_job text`.execute(provided.db)
    site = await withAddedQuestion()
  })
  afterAll(() => {
    vi.doUnmock('~/domain/quotes/questions')
    vi.resetModules()
  })

  async function send(changes: object) {
    const { db } = provided
    const parsed = site.parseFields(await site.currentQuoteSchema(db), { ...application, ...changes })
    if (!parsed.ok) return { ok: false as const, errors: parsed.errors }
    const { result } = await site.submitQuote(db, parsed.value, { userId: null, ip: null, key: null })
    const quote = await site.findQuote(db, result.id)
    if (!quote) throw new Error('no quote')
    return { ok: true as const, quote }
  }

  async function stored() {
    const sent = await send({ second_job: 'Baker' })
    if (!sent.ok) throw new Error('refused')
    return sent.quote
  }

  test('is shown in its step of the form', () => {
    const choices = { jobRoles: [], coverageLevels: [] }
    const html = renderToStaticMarkup(
      createElement(site.StepFields, {
        step: 'employment',
        choices,
        effects: null,
        field: site.formState(null).field,
      }),
    )
    expect(html).toContain('<label for="second_job">Second job</label>')
    expect(html).toMatch(/<input[^>]* required="" name="second_job"[^>]*maxLength="40"/i)
  })

  test('is checked and stored', async () => {
    expect(await send({})).toEqual({
      ok: false,
      errors: [{ path: 'second_job', message: 'Second job is required' }],
    })
    expect(await send({ second_job: 'x'.repeat(41) })).toMatchObject({
      errors: [{ path: 'second_job', message: 'Second job must be at most 40 characters' }],
    })
    expect(await stored()).toMatchObject({ second_job: 'Baker' })
  })

  test('is in the detail view of the back office, its calls and its CSV', async () => {
    const { id } = await stored()
    const admin = await provided.db
      .insertInto('users')
      .values({ username: 'root', email: 'root@example.com', password_hash: 'x', admin: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    const submission = await site.openSubmission(provided.db, site.quotes, id, { by: admin.id })
    expect(submission).toMatchObject({ second_job: 'Baker' })
    expect(site.quotes.fields).toContainEqual({
      name: 'second_job',
      shape: 'text',
      label: 'Second job',
      group: 'Employment',
    })
    expect(site.csvHead(site.quotes)).toContain('Second job')
    expect(submission && site.csvRecord(site.quotes, submission)).toContain('Baker')
  })

  test('reaches the engine', async () => {
    const { quote } = await site.engineInput(provided.db, await stored(), '2026-01-15')
    expect(quote).toMatchObject({ second_job: 'Baker' })
  })

  test('is withheld once the account is deleted', async () => {
    expect(site.anonymizedQuote(await stored(), new Set())).toMatchObject({ second_job: 'Withheld' })
  })
})
