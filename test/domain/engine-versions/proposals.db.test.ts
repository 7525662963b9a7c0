import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createAdmin } from '~/domain/accounts/accounts.server'
import {
  findActiveEngine,
  findVersion,
  listBackups,
  readBackup,
  saveEngine,
} from '~/domain/engine-versions/engine-versions.server'
import {
  findProposal,
  listProposals,
  rejectProposal,
  releaseProposal,
  withdrawProposal,
} from '~/domain/engine-versions/proposals.server'
import { fillEmptyDatabase } from '~/domain/imports/bundled-files.server'
import { createSandbox, type Sandbox } from '~/domain/underwriting/sandbox.server'
import { ensureEngine } from '~/domain/underwriting/underwriting.server'

import { provideDatabase } from '../../support/database'
import { bundledEngines, engineSource, quickGate as gate } from '../../support/engine'

const provided = provideDatabase()
let sandbox: Sandbox
let author = 0
let other = 0

beforeAll(async () => {
  const { db } = provided
  sandbox = createSandbox({ workers: 2 })
  await fillEmptyDatabase(db)
  for (const email of ['author@example.com', 'other@example.com'])
    await createAdmin(db, { email, password: 'a long password' })
  const users = await db.selectFrom('users').select('id').orderBy('id').execute()
  author = users[0]?.id ?? 0
  other = users[1]?.id ?? 0
})
beforeEach(async () => {
  const { db } = provided
  for (const table of ['engine_versions', 'audit_log'] as const) await db.deleteFrom(table).execute()
  await ensureEngine(db, bundledEngines)
})
afterAll(() => sandbox.close())

const active = async () => (await findActiveEngine(provided.db))!
const release = (id: number, by: number, note = '') =>
  releaseProposal(provided.db, sandbox, id, { decision_note: note }, { by, gate })
const reject = (id: number, by: number, note: string) =>
  rejectProposal(provided.db, id, { decision_note: note }, { by })
const save = (text: string, by: number, releaseBy: 'one' | 'two') =>
  saveEngine(
    provided.db,
    sandbox,
    { code: `${engineSource}// ${text}\n`, note: 'Why' },
    { by, releaseBy, gate },
  )

async function proposed(text = 'proposed') {
  const outcome = await save(text, author, 'two')
  if (!outcome.ok) throw new Error(JSON.stringify(outcome))
  expect(outcome).toMatchObject({ state: 'proposed', backup: null })
  return outcome.version
}

describe('where two release a version', () => {
  test('saving only proposes it: it is shown with author, note and differences, and is neither in use nor a backup', async () => {
    const before = await active()
    const { id, filename } = await proposed()
    expect(await active()).toEqual(before)
    expect((await listBackups(provided.db)).map((backup) => backup.filename)).not.toContain(filename)
    expect(await readBackup(provided.db, filename)).toBeNull()
    expect(await findVersion(provided.db, filename)).toBeNull()
    const [proposal, ...more] = await listProposals(provided.db)
    expect(more).toEqual([])
    expect(proposal).toMatchObject({
      id,
      filename,
      note: 'Why',
      author: 'Administrator, author@example.com',
      author_id: author,
      isStale: false,
      code: { added: 1, removed: 0 },
      differences: [],
    })
    expect(await save('proposed', author, 'two')).toMatchObject({ ok: false, reason: 'unchanged' })
  })

  test('its author cannot release or reject it, another admin releases it, and nobody decides twice', async () => {
    const before = await active()
    const { id, hash } = await proposed()
    expect(await release(id, author)).toMatchObject({ ok: false, reason: 'forbidden' })
    expect(await reject(id, author, 'No')).toMatchObject({ ok: false, reason: 'forbidden' })
    expect(await active()).toEqual(before)

    expect(await release(id, other, 'Looks right')).toEqual({ ok: true })
    const now = await active()
    expect(now).toMatchObject({ id, hash, note: 'Why' })
    const [backup] = await listBackups(provided.db)
    expect(backup?.filename).toBe(before.filename)
    expect(backup?.created).toEqual(now.created_at) // from the release, not from the proposal
    expect(await listProposals(provided.db)).toEqual([])
    expect(await release(id, other)).toMatchObject({ ok: false, reason: 'conflict' })
    expect(await withdrawProposal(provided.db, id, { by: author })).toMatchObject({ reason: 'conflict' })

    const audits = await provided.db.selectFrom('audit_log').selectAll().orderBy('id').execute()
    expect(audits.map(({ user_id, action }) => [user_id, action])).toEqual([
      [author, 'propose'],
      [other, 'release'],
    ])
  })

  test('it is not released once another version has gone live', async () => {
    const { id } = await proposed()
    expect(await save('saved meanwhile', other, 'one')).toMatchObject({ ok: true, state: 'released' })
    expect(await listProposals(provided.db)).toMatchObject([{ id, isStale: true }])
    expect(await release(id, other)).toMatchObject({ ok: false, reason: 'conflict' })
    expect((await active()).source).toContain('saved meanwhile')
  })

  test('it is not run again at its release where it has passed today, under the same configuration', async () => {
    const { id } = await proposed('passed')
    const runs: string[] = []
    const counting: Sandbox = {
      ...sandbox,
      run: (...of) => (runs.push('run'), sandbox.run(...of)),
      runFigures: (...of) => (runs.push('figures'), sandbox.runFigures(...of)),
    }
    const released = await releaseProposal(provided.db, counting, id, {}, { by: other, gate })
    expect([released, runs]).toEqual([{ ok: true }, []])
  })

  test('it is checked again when it is released, under the configuration of that day', async () => {
    const { db } = provided
    const before = await active()
    const { id } = await proposed()
    const tiers = await db.selectFrom('coverage_tiers').select(['id', 'base_premium']).execute()
    await db.updateTable('coverage_tiers').set({ base_premium: 100_000 }).execute()
    expect(await release(id, other)).toMatchObject({ ok: false, reason: 'refused' })
    expect(await active()).toEqual(before)
    for (const tier of tiers)
      await db
        .updateTable('coverage_tiers')
        .set({ base_premium: tier.base_premium })
        .where('id', '=', tier.id)
        .execute()
    expect(await release(id, other)).toEqual({ ok: true })
  })

  test('another admin rejects it with words, and its author withdraws it', async () => {
    const before = await active()
    const first = await proposed('first')
    expect(await reject(first.id, other, ' ')).toMatchObject({
      reason: 'invalid',
      errors: [{ path: 'decision_note', message: 'Say why the version is rejected' }],
    })
    expect(await reject(first.id, other, 'Not in March')).toEqual({ ok: true })
    expect(await findProposal(provided.db, first.id)).toMatchObject({
      state: 'rejected',
      decision_note: 'Not in March',
    })
    const second = await proposed('second')
    expect(await withdrawProposal(provided.db, second.id, { by: other })).toMatchObject({
      reason: 'forbidden',
    })
    expect(await withdrawProposal(provided.db, second.id, { by: author })).toEqual({ ok: true })
    expect(await listProposals(provided.db)).toEqual([])
    expect(await active()).toEqual(before)
    expect(await release(999_999, other)).toMatchObject({ reason: 'missing' })
    expect(await findProposal(provided.db, before.id)).toBeNull()
  })
})
