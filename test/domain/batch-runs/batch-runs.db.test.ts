import { beforeAll, beforeEach, expect, test } from 'vitest'

import { createAdmin } from '~/domain/accounts/accounts.server'
import {
  cancelBatch,
  findBatch,
  findBatchProgress,
  listBatches,
  listBatchesWithFigures,
  listRunResults,
  startBatch,
} from '~/domain/batch-runs/batch-runs.server'
import { correctQuote } from '~/domain/corrections/corrections.server'
import { decideResult } from '~/domain/decisions/decisions.server'
import { fillEmptyDatabase } from '~/domain/imports/bundled-files.server'
import { createSandbox } from '~/domain/underwriting/sandbox.server'
import { ensureEngine, runUnderwriting } from '~/domain/underwriting/underwriting.server'

import { provideDatabase } from '../../support/database'
import { bundledEngines } from '../../support/engine'
import { insertQuote } from '../../support/quotes'

const provided = provideDatabase()
let by = 0
const errors: unknown[] = []
const onError = (error: unknown) => errors.push(error)

beforeAll(async () => {
  const { db } = provided
  await fillEmptyDatabase(db)
  await createAdmin(db, { email: 'root@example.com', password: 'a long password' })
  by = (await db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id
  await ensureEngine(db, bundledEngines)
})
beforeEach(async () => {
  for (const table of ['underwriting_results', 'quote_submissions', 'batch_runs', 'audit_log'] as const)
    await provided.db.deleteFrom(table).execute()
})

async function quote(changes: object = {}) {
  const id = await insertQuote(provided.db, changes)
  return id
}

const start = async (quotes: readonly number[] | 'never run', more: object = {}) => {
  const started = await startBatch(provided.db, { by, quotes, onError, ...more })
  if (!started.ok) throw new Error(started.reason)
  return started
}
const resultsOf = async () =>
  provided.db
    .selectFrom('underwriting_results')
    .select(['quote_submission_id', 'decision', 'user_id'])
    .orderBy('quote_submission_id')
    .execute()

test('runs all open applications that were never run, and stores results as single runs do', async () => {
  const { db } = provided
  const first = await quote()
  const referred = await quote({ children_count: 3, family_size: 3 })
  const declined = await quote({ employment_length: 0.1 })
  await quote({ status: 'Withdrawn' })
  await quote({ engine_decision: 'approved' })
  const { id, ended } = await start('never run')
  await ended
  expect(errors).toEqual([])
  expect(await resultsOf()).toEqual([
    { quote_submission_id: first, decision: 'approved', user_id: by },
    { quote_submission_id: referred, decision: 'referred', user_id: by },
    { quote_submission_id: declined, decision: 'declined', user_id: by },
  ])
  expect(await findBatch(db, id)).toMatchObject({
    id,
    status: 'done',
    count: 3,
    chosen: false,
    username: 'Administrator',
    result: {
      decisions: { approved: 1, referred: 1, declined: 1 },
      failed: 0,
      failures: [],
      referrals: [{ quote: referred, result: expect.any(Number) }],
    },
  })
  const audited = await db
    .selectFrom('audit_log')
    .select(['action', 'entity', 'after'])
    .orderBy('id')
    .execute()
  expect(audited.map(({ action, entity }) => `${action} ${entity}`)).toEqual([
    'start batch run',
    ...Array.from({ length: 3 }, () => 'run underwriting result'),
  ])
  expect(audited[0]?.after).toEqual({ count: 3, quotes: [first, referred, declined] })
  expect(await startBatch(db, { by, quotes: 'never run', onError })).toEqual({ ok: false, reason: 'empty' })
})

test('runs what was chosen, each once, and names those without a result', async () => {
  const { db } = provided
  const chosen = await quote({ engine_decision: 'approved', status: 'Quoted', answered: true })
  await quote()
  const { id, ended } = await start([chosen, chosen, 999_999])
  await ended
  expect((await resultsOf()).map(({ quote_submission_id }) => quote_submission_id)).toEqual([chosen])
  expect(await findBatch(db, id)).toMatchObject({
    count: 2,
    chosen: true,
    result: {
      failed: 1,
      failures: [{ quote: 999_999, message: 'Quote submission 999999 not found' }],
      newer: [{ quote: chosen, decision: 'approved' }],
    },
  })
  expect(await listBatches(db)).toMatchObject([{ id, count: 2 }])
  expect(await listBatchesWithFigures(db, 10)).toMatchObject([{ id, figures: { failed: 1 } }])
})

test('an application whose refusal was sent is in review again, and not among those that no work list has', async () => {
  const { db } = provided
  const sent = { status: 'Declined', engine_decision: 'declined', answered: true } as const
  const approved = await quote(sent)
  const declined = await quote({ ...sent, employment_length: 0.1 })
  const { id, ended } = await start([approved, declined])
  await ended
  const statuses = await db.selectFrom('quote_submissions').select(['id', 'status']).orderBy('id').execute()
  expect(statuses).toEqual([
    { id: approved, status: 'In review' },
    { id: declined, status: 'Declined' },
  ])
  expect((await findBatch(db, id))?.result?.newer).toEqual([{ quote: declined, decision: 'declined' }])
})

test('lists the results of a run, each beside the one before it, by decision and page', async () => {
  const { db } = provided
  const [twice, declined, alone] = [await quote(), await quote({ employment_length: 0.1 }), await quote()]
  await (
    await start([twice])
  ).ended
  const { id: run, ended } = await start([twice, declined, alone])
  await ended
  const rows = await listRunResults(db, { run })
  expect(rows).toMatchObject([
    { quoteId: twice, before: { decision: 'approved' }, decision: 'approved', tier: expect.any(String) },
    { quoteId: declined, before: null, decision: 'declined' },
    { quoteId: alone, before: null, decision: 'approved' },
  ])
  expect(rows[0]?.before?.premium).toBe(rows[0]?.premium)
  const page = await listRunResults(db, { run, decision: 'approved', cursor: rows[0]?.id ?? 0, limit: 1 })
  expect(page.map(({ quoteId }) => quoteId)).toEqual([alone])
  expect((await findBatch(db, run))?.result?.results).toEqual(rows.map(({ id }) => id))
})

test('leaves out what waits to be sent after a decision of a person, until it is corrected', async () => {
  const { db } = provided
  const referred = { children_count: 3, family_size: 3 }
  const [decided, open] = [await quote(referred), await quote(referred)]
  await (
    await start([decided, open])
  ).ended
  const { id } = await db
    .selectFrom('underwriting_results')
    .select('id')
    .where('quote_submission_id', '=', decided)
    .executeTakeFirstOrThrow()
  const accepted = { verdict: 'accepted', reason: 'confirmed', words: 'Confirmed on the phone.' }
  const sandbox = createSandbox({ workers: 1 })
  expect(await decideResult(db, sandbox, id, accepted, { by })).toMatchObject({ ok: true })
  await sandbox.close()

  const again = await start([decided, open])
  await again.ended
  expect(await findBatch(db, again.id)).toMatchObject({ count: 1, decided: [decided] })
  expect(await startBatch(db, { by, quotes: [decided], onError })).toEqual({ ok: false, reason: 'decided' })

  const correction = { employment_length: 2, reason: 'The contract says so.' }
  expect(await correctQuote(db, decided, correction, { by })).toMatchObject({ ok: true })
  const last = await start([decided])
  await last.ended
  expect(await findBatch(db, last.id)).toMatchObject({ count: 1, result: { decisions: { referred: 1 } } })
})

/** Starts a run that waits at its first application while `work` is done. */
async function whileWaiting(
  first: number,
  quotes: readonly number[] | 'never run',
  work: () => Promise<void>,
) {
  const run = await provided.db.transaction().execute(async (trx) => {
    await trx.selectFrom('quote_submissions').select('id').where('id', '=', first).forUpdate().execute()
    const started = await start(quotes)
    await work()
    return started
  })
  await run.ended
  return findBatch(provided.db, run.id)
}

test('leaves out what a person decides on while it works', async () => {
  const { db } = provided
  const referred = { children_count: 3, family_size: 3 }
  const [first, second] = [await quote(referred), await quote(referred)]
  const sandbox = createSandbox({ workers: 1 })
  const run = await runUnderwriting(db, sandbox, { quoteId: second, adminId: by })
  if (!run.ok) throw new Error(run.message)
  const accepted = { verdict: 'accepted', reason: 'confirmed', words: 'Confirmed on the phone.' }
  const batch = await whileWaiting(first, [first, second], async () => {
    expect(await decideResult(db, sandbox, run.result.id, accepted, { by })).toMatchObject({ ok: true })
  })
  await sandbox.close()
  expect((await resultsOf()).map((row) => row.quote_submission_id)).toEqual([first, second])
  expect(batch).toMatchObject({ result: { decisions: { referred: 1 }, leftOut: [second] } })
})

test('leaves out what another admin runs while it works', async () => {
  const [first, second] = [await quote(), await quote()]
  const sandbox = createSandbox({ workers: 1 })
  const batch = await whileWaiting(first, 'never run', async () => {
    await runUnderwriting(provided.db, sandbox, { quoteId: second, adminId: by })
  })
  await sandbox.close()
  expect((await resultsOf()).map((row) => row.quote_submission_id)).toEqual([first, second])
  expect(batch).toMatchObject({ result: { decisions: { approved: 1 }, leftOut: [second] } })
})

test('one runs at a time; a cancelled one keeps its results so far', async () => {
  const { db } = provided
  for (let index = 0; index < 40; index += 1) await quote()
  const { id, ended } = await start('never run')
  expect(await startBatch(db, { by, quotes: 'never run', onError })).toEqual({ ok: false, reason: 'busy' })
  expect(await findBatchProgress(db)).toMatchObject({ run: id })
  while ((await resultsOf()).length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  expect(await cancelBatch(db, { by, id })).toBe(true)
  await ended
  const stored = (await resultsOf()).length
  expect(await findBatch(db, id)).toMatchObject({
    status: 'cancelled',
    result: { decisions: { approved: stored, referred: 0, declined: 0 }, failed: 0, failures: [] },
  })
  expect(stored).toBeGreaterThan(0)
  expect(stored).toBeLessThan(40)
  expect(await cancelBatch(db, { by, id })).toBe(false)
  const rest = await start('never run')
  await rest.ended
  expect(await resultsOf()).toHaveLength(40)
})

test('a run that is too slow fails, and says what to do', async () => {
  for (let index = 0; index < 40; index += 1) await quote()
  const { id, ended } = await start('never run', { timeLimit: 1 })
  await ended
  expect(await findBatch(provided.db, id)).toMatchObject({
    status: 'failed',
    failure: 'The run took too long. Its results so far are stored: run the rest again.',
  })
})

test('a cancelled run keeps the names of those without a result', async () => {
  const { db } = provided
  const ids = [999_999]
  for (let index = 0; index < 40; index += 1) ids.push(await quote())
  const { id, ended } = await start(ids)
  while ((await resultsOf()).length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  await cancelBatch(db, { by, id })
  await ended
  const stored = (await resultsOf()).length
  expect(await findBatch(db, id)).toMatchObject({
    status: 'cancelled',
    result: {
      decisions: { approved: stored },
      failed: 1,
      failures: [{ quote: 999_999, message: 'Quote submission 999999 not found' }],
    },
  })
})
