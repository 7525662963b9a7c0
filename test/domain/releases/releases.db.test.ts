import { sql, type Selectable } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createAdmin } from '~/domain/accounts/accounts.server'
import { listReleasedChanges } from '~/domain/audit/audit.server'
import { collections } from '~/domain/configuration/collections'
import { updateRecord } from '~/domain/configuration/configuration.server'
import { findActiveEngine, saveEngine } from '~/domain/engine-versions/engine-versions.server'
import { releaseProposal, withdrawProposal } from '~/domain/engine-versions/proposals.server'
import { fillEmptyDatabase } from '~/domain/imports/bundled-files.server'
import { findChange, listWaitingChanges, listWaitingFor } from '~/domain/releases/change-views.server'
import { readReleases } from '~/domain/releases/overview.server'
import { waitingConfiguration } from '~/domain/releases/parts.server'
import { proposeChange, rejectChange, withdrawChange } from '~/domain/releases/changes.server'
import {
  cancelRelease,
  listFailedReleases,
  markReleaseRead,
  release,
  releaseDue,
} from '~/domain/releases/releases.server'
import { startReleaseWorker } from '~/domain/releases/worker.server'
import { createSandbox, type Sandbox } from '~/domain/underwriting/sandbox.server'
import { ensureEngine } from '~/domain/underwriting/underwriting.server'

import type { Database } from '../../../db/schema'

import { provideDatabase } from '../../support/database'
import { bundledEngines, engineSource, quickGate as gate } from '../../support/engine'

const provided = provideDatabase()
const tiers = collections.coverageTiers
const note = 'Agreed in the meeting of Monday'
const now = new Date('2027-01-10T12:00:00Z')
const later = new Date('2027-01-11T09:00:00Z')
let sandbox: Sandbox
let author = 0
let other = 0
let tier = { id: 0, tier_name: '', base_premium: 0 }
let bundledTiers: Selectable<Database['coverage_tiers']>[]

beforeAll(async () => {
  const { db } = provided
  sandbox = createSandbox({ workers: 2 })
  await fillEmptyDatabase(db)
  bundledTiers = await db.selectFrom('coverage_tiers').selectAll().execute()
  for (const email of ['author@example.com', 'other@example.com'])
    await createAdmin(db, { email, password: 'a long password' })
  const users = await db.selectFrom('users').select('id').orderBy('id').execute()
  author = users[0]?.id ?? 0
  other = users[1]?.id ?? 0
})
beforeEach(async () => {
  const { db } = provided
  const cleared = [
    'releases',
    'configuration_changes',
    'engine_versions',
    'coverage_tiers',
    'audit_log',
  ] as const
  for (const table of cleared) await db.deleteFrom(table).execute()
  await db.insertInto('coverage_tiers').values(bundledTiers).execute()
  await ensureEngine(db, bundledEngines)
  const row = await db.selectFrom('coverage_tiers').selectAll().orderBy('id').executeTakeFirstOrThrow()
  tier = { id: row.id, tier_name: row.tier_name, base_premium: Number(row.base_premium) }
})
afterAll(() => sandbox.close())

const tierNow = async (id = tier.id) =>
  provided.db.selectFrom('coverage_tiers').selectAll().where('id', '=', id).executeTakeFirst()
const premiumNow = async () => Number((await tierNow())?.base_premium)

async function propose(premium: number, by = author, id = tier.id) {
  const change = {
    action: 'update' as const,
    id,
    fields: { base_premium: String(premium), change_note: 'Why' },
  }
  const outcome = await proposeChange(provided.db, tiers, change, { by })
  if (!outcome.ok) throw new Error(JSON.stringify(outcome))
  return outcome.id
}
const proposed = `${engineSource}// proposed\n`

async function proposeVersion(by = author) {
  const fields = { code: proposed, note: 'Why' }
  const outcome = await saveEngine(provided.db, sandbox, fields, { by, releaseBy: 'two', gate })
  if (!outcome.ok) throw new Error(JSON.stringify(outcome))
  return outcome.version.id
}
function put(
  changeIds: number[],
  {
    by = other,
    versionId = null,
    liveFrom = '',
    releaseBy = 'two',
  }: { by?: number; versionId?: number | null; liveFrom?: string; releaseBy?: 'one' | 'two' } = {},
) {
  const request = { changeIds, versionId, fields: { note, live_from: liveFrom } }
  return release(provided.db, sandbox, request, { by, releaseBy, now, gate })
}
const goLive = (at = later, onError?: (error: unknown) => void) =>
  releaseDue(provided.db, sandbox, at, { ...(onError && { onError }), gate })
const schedule = async (changeIds: number[], versionId: number | null = null) => {
  const outcome = await put(changeIds, { versionId, liveFrom: '2027-01-11 09:00' })
  if (!outcome.ok) throw new Error(JSON.stringify(outcome))
  expect(outcome.state).toBe('scheduled')
  return outcome.id
}
const actions = async () =>
  (await provided.db.selectFrom('audit_log').select(['action', 'entity']).orderBy('id').execute()).map(
    ({ action, entity }) => `${action} ${entity}`,
  )
const stateOf = async (id: number) =>
  (await provided.db.selectFrom('releases').select('state').where('id', '=', id).executeTakeFirst())?.state

describe('a proposed change', () => {
  test('is not applied until another admin releases it', async () => {
    const id = await propose(tier.base_premium + 1)
    expect(await premiumNow()).toBe(tier.base_premium)
    expect(await findChange(provided.db, id)).toMatchObject({
      id,
      action: 'update',
      collection: tiers.slug,
      record_id: tier.id,
      name: tier.tier_name,
      note: 'Why',
      author: 'Administrator, author@example.com',
      author_id: author,
      state: 'proposed',
      obstacle: null,
      fields: [{ label: 'Base premium', now: null }],
    })
    const text = `Base premium: $${tier.base_premium}.00 → $${tier.base_premium + 1}.00`
    expect(await listWaitingFor(provided.db, tiers.slug, [tier.id])).toEqual([{ id, record: tier.id, text }])
    expect(await listWaitingFor(provided.db, tiers.slug, [tier.id + 1])).toEqual([])
    expect(await put([id], { by: author })).toMatchObject({ ok: false, reason: 'forbidden' })
    expect(await premiumNow()).toBe(tier.base_premium)

    expect(await put([id])).toMatchObject({ ok: true, state: 'live' })
    expect(await premiumNow()).toBe(tier.base_premium + 1)
    expect(await put([id])).toMatchObject({ ok: false, reason: 'conflict' })
    expect(await actions()).toEqual([
      'propose configuration change',
      'release release',
      'update coverage tier',
    ])
    const update = await provided.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'update')
      .executeTakeFirstOrThrow()
    expect(update).toMatchObject({
      user_id: other,
      before: { base_premium: tier.base_premium },
      after: { base_premium: tier.base_premium + 1, change: id },
    })
    expect(await listWaitingFor(provided.db, tiers.slug, [tier.id])).toEqual([])
    expect((await readReleases(provided.db)).past[0]?.changes).toMatchObject([
      { id, fields: [{ label: 'Base premium' }] },
    ])
    const released = { id, entity: tiers.singular, record: tier.id }
    const entry = { entry: update.id, change: id, undone: false, overwritten: false }
    expect(await listReleasedChanges(provided.db, [released])).toEqual([entry])
    const later = { base_premium: String(tier.base_premium + 2) }
    await updateRecord(provided.db, tiers, tier.id, later, { by: author })
    expect(await listReleasedChanges(provided.db, [released])).toEqual([{ ...entry, overwritten: true }])
  })

  test('may be released by its author where one admin is enough, with a reason', async () => {
    const id = await propose(tier.base_premium + 1)
    const request = { changeIds: [id], versionId: null, fields: { note: ' ' } }
    expect(await release(provided.db, sandbox, request, { by: author, releaseBy: 'one', now })).toMatchObject(
      {
        reason: 'invalid',
        errors: [{ path: 'note', message: 'Say why this is released' }],
      },
    )
    expect(await put([id], { by: author, releaseBy: 'one' })).toMatchObject({ ok: true, state: 'live' })
    expect(await premiumNow()).toBe(tier.base_premium + 1)
  })

  test('is stored once when it is sent twice, and not at all when it changes nothing or names no record', async () => {
    const first = await propose(tier.base_premium + 1)
    expect(await propose(tier.base_premium + 1)).toBe(first)
    expect(await propose(tier.base_premium + 1, other)).not.toBe(first)
    const by = { by: author }
    const update = (id: number, fields: object) =>
      proposeChange(provided.db, tiers, { action: 'update', id, fields: { ...fields } }, by)
    expect(await update(tier.id, { base_premium: String(tier.base_premium) })).toMatchObject({
      reason: 'unchanged',
    })
    expect(await update(999_999, { base_premium: '1' })).toMatchObject({ reason: 'missing' })
    expect(await update(tier.id, { base_premium: 'dear' })).toMatchObject({ reason: 'invalid' })
    const second = await provided.db
      .selectFrom('coverage_tiers')
      .select('tier_name')
      .where('id', '!=', tier.id)
      .executeTakeFirstOrThrow()
    const name = second.tier_name.toUpperCase()
    expect(await update(tier.id, { tier_name: name })).toMatchObject({ reason: 'taken' })
    const create = { action: 'create' as const, id: null, fields: { tier_name: name } }
    expect(await proposeChange(provided.db, tiers, create, by)).toMatchObject({ reason: 'taken' })
    const old = new Date('2020-01-01')
    const stale = { action: 'delete' as const, id: tier.id, fields: {}, readAt: old }
    expect(await proposeChange(provided.db, tiers, stale, by)).toMatchObject({ reason: 'conflict' })
    expect((await listWaitingChanges(provided.db)).total).toBe(2)
  })

  test('adds and deletes records too', async () => {
    const row = await tierNow()
    const { id: _, created_at, updated_at, ...values } = row!
    const by = { by: author }
    const added = await proposeChange(
      provided.db,
      tiers,
      { action: 'create', id: null, fields: { ...values, tier_name: 'Another tier' } },
      by,
    )
    const removed = await proposeChange(provided.db, tiers, { action: 'delete', id: tier.id, fields: {} }, by)
    if (!added.ok || !removed.ok) throw new Error('not proposed')
    expect(await put([added.id, removed.id])).toMatchObject({ ok: true })
    expect(await tierNow()).toBeUndefined()
    const another = await provided.db
      .selectFrom('coverage_tiers')
      .selectAll()
      .where('tier_name', '=', 'Another tier')
      .executeTakeFirst()
    expect(another).toMatchObject({ base_premium: row?.base_premium })
    expect([created_at, updated_at]).not.toContain(another?.created_at)
  })

  test('is refused once its record has changed, and says what changed', async () => {
    const id = await propose(tier.base_premium + 1)
    const changed = await updateRecord(
      provided.db,
      tiers,
      tier.id,
      { base_premium: tier.base_premium + 2 },
      { by: other, sandbox },
    )
    expect(changed.ok).toBe(true)
    const outcome = await put([id])
    expect(outcome).toMatchObject({ ok: false, reason: 'conflict' })
    expect(outcome.ok || !('message' in outcome) ? '' : outcome.message).toContain('Base premium')
    expect(await findChange(provided.db, id)).toMatchObject({
      obstacle: expect.stringContaining('has changed since') as string,
      fields: [{ label: 'Base premium', now: `$${(tier.base_premium + 2).toFixed(2)}` }],
    })
    expect(await premiumNow()).toBe(tier.base_premium + 2)
    await provided.db.deleteFrom('coverage_tiers').where('id', '=', tier.id).execute()
    const gone = await put([id])
    expect(gone.ok || !('message' in gone) ? '' : gone.message).toContain('has been deleted since')
  })

  test('is refused by the rules of the engine', async () => {
    const id = await propose(100_000)
    expect(await put([id])).toMatchObject({ ok: false, reason: 'refused' })
    expect(await premiumNow()).toBe(tier.base_premium)
    expect(await findChange(provided.db, id)).toMatchObject({ state: 'proposed' })
  })

  test('is rejected by another admin with words, or withdrawn by its author, and then not released', async () => {
    const { db } = provided
    const first = await propose(tier.base_premium + 1)
    expect(await withdrawChange(db, first, { by: other })).toMatchObject({ reason: 'forbidden' })
    expect(await rejectChange(db, first, { note: 'No' }, { by: author })).toMatchObject({
      reason: 'forbidden',
    })
    expect(await rejectChange(db, first, { note: '' }, { by: other })).toMatchObject({ reason: 'invalid' })
    expect(await rejectChange(db, first, { note: 'Too dear' }, { by: other })).toEqual({ ok: true })
    expect(await findChange(db, first)).toMatchObject({ state: 'rejected', decision_note: 'Too dear' })
    const second = await propose(tier.base_premium + 2)
    expect(await withdrawChange(db, second, { by: author })).toEqual({ ok: true })
    for (const id of [first, second]) expect(await put([id])).toMatchObject({ ok: false, reason: 'conflict' })
    expect(await withdrawChange(db, 999_999, { by: author })).toMatchObject({ reason: 'missing' })
    expect(await put([999_999])).toMatchObject({ ok: false, reason: 'missing' })
    expect(await put([])).toMatchObject({ ok: false, reason: 'invalid' })
    expect(await premiumNow()).toBe(tier.base_premium)
  })

  test('is released once by two admins at the same time', async () => {
    const id = await propose(tier.base_premium + 1)
    const outcomes = await Promise.all([put([id]), put([id])])
    expect(outcomes.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    expect((await actions()).filter((action) => action === 'update coverage tier')).toHaveLength(1)
  })
})

describe('one act', () => {
  test('releases a version and a change together, checked together', async () => {
    const versionId = await proposeVersion()
    const id = await propose(tier.base_premium + 1)
    expect(await put([id], { by: author, versionId })).toMatchObject({ reason: 'forbidden' })
    expect(await put([id], { versionId })).toMatchObject({ ok: true, state: 'live' })
    expect((await findActiveEngine(provided.db))?.id).toBe(versionId)
    expect(await premiumNow()).toBe(tier.base_premium + 1)
    expect((await actions()).slice(-3)).toEqual([
      'release release',
      'update coverage tier',
      'release engine version',
    ])
  })

  test('puts a version in use that the configuration in use refuses, with the change that repairs it', async () => {
    const { db } = provided
    const premium = tier.base_premium
    await db.updateTable('coverage_tiers').set({ base_premium: 100_000 }).where('id', '=', tier.id).execute()
    const save = (waiting?: typeof waitingConfiguration) =>
      saveEngine(
        db,
        sandbox,
        { code: proposed, note: 'Why' },
        { by: author, releaseBy: 'two', waiting, gate },
      )
    expect(await save(waitingConfiguration)).toMatchObject({ ok: false, reason: 'refused' })
    const id = await propose(premium)
    expect(await save()).toMatchObject({ ok: false, reason: 'refused' })
    const outcome = await save(waitingConfiguration)
    if (!outcome.ok) throw new Error(JSON.stringify(outcome))
    const versionId = outcome.version.id
    expect(await put([], { versionId })).toMatchObject({ ok: false, reason: 'refused' })
    expect(await put([id], { versionId })).toMatchObject({ ok: true, state: 'live' })
    expect(await premiumNow()).toBe(premium)
    expect((await findActiveEngine(db))?.id).toBe(versionId)
  })

  test('changes nothing where one part is refused', async () => {
    const before = await findActiveEngine(provided.db)
    const versionId = await proposeVersion()
    const id = await propose(100_000)
    expect(await put([id], { versionId })).toMatchObject({ ok: false, reason: 'refused' })
    expect((await findActiveEngine(provided.db))?.id).toBe(before?.id)
    expect(await premiumNow()).toBe(tier.base_premium)
    const again = await propose(tier.base_premium + 1, other)
    expect(await put([id, again], { by: author, releaseBy: 'one' })).toMatchObject({
      reason: 'conflict',
      message: expect.stringContaining('same record') as string,
    })
  })
})

describe('a release from a stated time', () => {
  test('waits, goes live at its time, and once only where two processes look at once', async () => {
    const { db } = provided
    const versionId = await proposeVersion()
    const id = await propose(tier.base_premium + 1)
    const scheduled = await schedule([id], versionId)
    expect(await premiumNow()).toBe(tier.base_premium)
    expect((await listWaitingChanges(db)).total).toBe(0)
    // Its parts cannot be decided on meanwhile.
    expect(await put([id])).toMatchObject({ reason: 'conflict' })
    expect(await withdrawChange(db, id, { by: author })).toMatchObject({ reason: 'conflict' })
    expect(await withdrawProposal(db, versionId, { by: author })).toMatchObject({ reason: 'conflict' })
    expect(await releaseProposal(db, sandbox, versionId, {}, { by: other })).toMatchObject({
      reason: 'conflict',
    })

    expect(await goLive(new Date(later.getTime() - 1))).toEqual([])
    const ended = await Promise.all([goLive(), goLive()])
    expect(ended.flat()).toEqual([scheduled])
    expect(await premiumNow()).toBe(tier.base_premium + 1)
    expect((await findActiveEngine(db))?.id).toBe(versionId)
    expect(await stateOf(scheduled)).toBe('live')
    expect((await actions()).filter((action) => action === 'update coverage tier')).toHaveLength(1)
    expect(await goLive()).toEqual([])
  })

  test('shows its changes, and why it would fail now', async () => {
    const { db } = provided
    const versionId = await proposeVersion()
    const id = await propose(tier.base_premium + 1)
    await schedule([id], versionId)
    const { scheduled } = await readReleases(db)
    expect(scheduled).toMatchObject([
      {
        version_id: versionId,
        changes: [
          {
            id,
            action: 'update',
            singular: 'coverage tier',
            name: tier.tier_name,
            obstacle: null,
            fields: [
              {
                label: 'Base premium',
                before: `$${tier.base_premium.toFixed(2)}`,
                after: `$${(tier.base_premium + 1).toFixed(2)}`,
                now: null,
              },
            ],
          },
        ],
      },
    ])
    await db.updateTable('coverage_tiers').set({ base_premium: 99 }).where('id', '=', tier.id).execute()
    const [release] = (await readReleases(db)).scheduled
    expect(release?.changes[0]).toMatchObject({
      fields: [{ now: '$99.00' }],
      obstacle: expect.stringContaining('has changed since this was proposed: Base premium') as string,
    })
  })

  test('fails where its base has changed, which is shown until an admin has read it', async () => {
    const { db } = provided
    const id = await propose(tier.base_premium + 1)
    const scheduled = await schedule([id])
    await db
      .updateTable('coverage_tiers')
      .set({ base_premium: tier.base_premium + 3 })
      .where('id', '=', tier.id)
      .execute()
    expect(await goLive()).toEqual([scheduled])
    expect(await premiumNow()).toBe(tier.base_premium + 3)
    expect(await stateOf(scheduled)).toBe('failed')
    expect(await listFailedReleases(db, 5)).toMatchObject([
      { id: scheduled, failure: expect.stringContaining('has changed since') as string },
    ])
    expect((await actions()).at(-1)).toBe('fail release')
    expect((await listWaitingChanges(db)).changes).toMatchObject([
      { id, state: 'proposed', release_id: null },
    ])
    expect(await markReleaseRead(db, scheduled, { by: author })).toBe(true)
    expect(await markReleaseRead(db, scheduled, { by: author })).toBe(false)
    expect(await listFailedReleases(db, 5)).toEqual([])
  })

  test('fails where the rules refuse it at its time', async () => {
    const { db } = provided
    const id = await propose(tier.base_premium + 1)
    const scheduled = await schedule([id])
    const dear = (base_premium: number, name: string) =>
      db.updateTable('coverage_tiers').set({ base_premium }).where('tier_name', '=', name).execute()
    const others = await db
      .selectFrom('coverage_tiers')
      .select(['tier_name', 'base_premium'])
      .where('id', '!=', tier.id)
      .execute()
    for (const { tier_name } of others) await dear(100_000, tier_name)
    // A configuration that breaks the rules already may be changed in any way, so that it can be repaired.
    expect(await goLive()).toEqual([scheduled])
    expect(await stateOf(scheduled)).toBe('live')

    for (const { tier_name, base_premium } of others) await dear(Number(base_premium), tier_name)
    const versionId = await proposeVersion()
    const withVersion = await schedule([], versionId)
    for (const { tier_name } of others) await dear(100_000, tier_name)
    expect(await goLive()).toEqual([withVersion])
    expect(await stateOf(withVersion)).toBe('failed')
    expect((await findActiveEngine(db))?.id).not.toBe(versionId)
  })

  test('fails where another version went live before', async () => {
    const { db } = provided
    const versionId = await proposeVersion()
    const scheduled = await schedule([], versionId)
    const code = `${engineSource}// saved at once\n`
    await saveEngine(db, sandbox, { code, note: 'Why' }, { by: other, releaseBy: 'one', gate })
    expect(await goLive()).toEqual([scheduled])
    expect(await stateOf(scheduled)).toBe('failed')
  })

  test('that came due while no process ran goes live when one starts', async () => {
    const { db } = provided
    const id = await propose(tier.base_premium + 1)
    const scheduled = await schedule([id])
    await db
      .updateTable('releases')
      .set({ live_from: new Date('2020-01-01') })
      .execute()
    let released = 0
    const worker = startReleaseWorker(db, sandbox, () => (released += 1))
    await expect.poll(() => stateOf(scheduled)).toBe('live')
    await worker.stop()
    expect(released).toBe(1)
    expect(await premiumNow()).toBe(tier.base_premium + 1)
  })

  test('does not hold up the others when it ends with an unexpected error', async () => {
    const { db } = provided
    const first = await schedule([await propose(tier.base_premium + 1)])
    const second = await db
      .selectFrom('coverage_tiers')
      .select(['id', 'base_premium'])
      .where('id', '!=', tier.id)
      .executeTakeFirstOrThrow()
    const other = await schedule([await propose(Number(second.base_premium) + 1, author, second.id)])
    // A value that the table refuses.
    await sql`update configuration_changes set after = jsonb_set(after, '{vesting_months}', '"many"')
      where record_id = ${tier.id}`.execute(db)
    const errors: unknown[] = []
    const ended = await goLive(later, (error) => void errors.push(error))
    expect(ended).toEqual([other])
    expect(errors).toHaveLength(1)
    expect(await stateOf(first)).toBe('scheduled')
  })

  test('can be cancelled, and its parts wait again', async () => {
    const { db } = provided
    const id = await propose(tier.base_premium + 1)
    const scheduled = await schedule([id])
    expect(await cancelRelease(db, scheduled, { by: author })).toEqual({ ok: true })
    expect(await cancelRelease(db, scheduled, { by: author })).toMatchObject({ reason: 'conflict' })
    expect(await cancelRelease(db, 999_999, { by: author })).toMatchObject({ reason: 'missing' })
    expect(await goLive()).toEqual([])
    expect(await premiumNow()).toBe(tier.base_premium)
    expect(await put([id])).toMatchObject({ ok: true, state: 'live' })
  })

  test.each([
    ['2027-01-10T12:00', 'Live from must be in the future. Leave it empty to release at once'],
    ['2027-04-11 00:00', 'Live from must be within 90 days'],
    ['2027-02-30 00:00', 'Live from must be a date and time in UTC, as 2027-01-31 09:00'],
    ['tomorrow', 'Live from must be a date and time in UTC, as 2027-01-31 09:00'],
    ['2027-01-11T09:00+02:00', 'Live from must be a date and time in UTC, as 2027-01-31 09:00'],
  ])('is refused from %s', async (liveFrom, message) => {
    const id = await propose(tier.base_premium + 1)
    expect(await put([id], { liveFrom })).toEqual({
      ok: false,
      reason: 'invalid',
      errors: [{ path: 'live_from', message }],
    })
  })
})
