import { beforeAll, expect, test } from 'vitest'

import { createAdmin } from '~/domain/accounts/accounts.server'
import { collections } from '~/domain/configuration/collections'
import {
  createRecord,
  deleteRecord,
  findRecord,
  updateRecord,
  type ConfigurationOutcome,
} from '~/domain/configuration/configuration.server'
import { findUndoOf } from '~/domain/audit/audit.server'
import { undoChange, viewUndo } from '~/domain/configuration/undo.server'
import { retryOvertaken, type GuardSandbox } from '~/domain/engine-versions/configuration-guard.server'

import { provideDatabase } from '../../support/database'

const provided = provideDatabase()
const { coverageTiers, employerRisks, industryFallbacks, jobRoles, synergyData } = collections
let by = 0

beforeAll(async () => {
  await createAdmin(provided.db, { email: 'root@example.com', password: 'a long password' })
  by = (await provided.db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id
})

/** Without an engine in use nothing is asked of it. */
const sandbox = {} as GuardSandbox

const newestEntry = async () =>
  provided.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
const undo = (id: number, releaseBy: 'one' | 'two' = 'one') =>
  undoChange(provided.db, id, { by, sandbox, releaseBy })
const idOf = (outcome: ConfigurationOutcome) => {
  if (!outcome.ok) throw new Error(outcome.reason)
  return outcome.row.id
}
const addTier = async (tier_name: string, base_premium = 40) =>
  idOf(await createRecord(provided.db, coverageTiers, { tier_name, base_premium }, { by }))

test('an updated record gets its earlier values, on record, and the undo can be undone', async () => {
  const { db } = provided
  const id = await addTier('One')
  await updateRecord(db, coverageTiers, id, { base_premium: 44, vesting_months: 3 }, { by })
  const change = await newestEntry()
  expect(await undo(change.id)).toMatchObject({ ok: true })
  expect(await findRecord(db, coverageTiers, id)).toMatchObject({ base_premium: 40, vesting_months: 0 })
  const entry = await newestEntry()
  expect(await findUndoOf(db, change)).toMatchObject({ id: entry.id })
  expect(entry).toMatchObject({
    action: 'update',
    before: { base_premium: 44, vesting_months: 3 },
    after: { base_premium: 40, vesting_months: 0, undoes: change.id },
  })
  expect(await undo(entry.id)).toMatchObject({ ok: true })
  expect(await findUndoOf(db, change)).toBeNull() // it is in effect again
  expect(await findRecord(db, coverageTiers, id)).toMatchObject({ base_premium: 44, vesting_months: 3 })
})

test('an added record is deleted, a deleted one added again', async () => {
  const { db } = provided
  const values = { employer_name: 'Undone Works', employer_type: 'Private', layoff_mentions: 2 }
  const id = idOf(await createRecord(db, employerRisks, values, { by }))
  const addition = await newestEntry()
  expect(await undo(addition.id)).toMatchObject({ ok: true })
  expect(await findRecord(db, employerRisks, id)).toBeNull()
  const deletion = await newestEntry()
  expect(await findUndoOf(db, addition)).toMatchObject({ id: deletion.id })
  expect(deletion).toMatchObject({ action: 'delete', before: values })
  expect(await undo(deletion.id)).toMatchObject({ ok: true })
  expect(await newestEntry()).toMatchObject({ action: 'create', after: { ...values, undoes: deletion.id } })
  expect(await undo(deletion.id)).toMatchObject({ ok: false, reason: 'refused' }) // its name is taken
})

test('a month of the simulation comes back with all of its columns', async () => {
  const { db } = provided
  const values = {
    SimDate: '2026-01-01',
    ScenarioName: 'undo',
    ActiveUsers: 12,
    Meltdown: true,
    LossRatio: 1.5,
  }
  const id = idOf(await createRecord(db, synergyData, values, { by }))
  await deleteRecord(db, synergyData, id, { by })
  expect(await undo((await newestEntry()).id)).toMatchObject({ ok: true })
  expect((await newestEntry()).after).toMatchObject(values)
})

test('nothing is undone that has changed since, is gone, or waits for another admin', async () => {
  const { db } = provided
  const id = await addTier('Two')
  const addition = await newestEntry()
  await updateRecord(db, coverageTiers, id, { base_premium: 41 }, { by })
  const first = await newestEntry()
  await updateRecord(db, coverageTiers, id, { base_premium: 42 }, { by })
  expect(await undo(first.id)).toMatchObject({ message: expect.stringContaining('base premium') as string })
  expect(await undo(addition.id)).toMatchObject({ reason: 'refused' })
  expect(await undo((await newestEntry()).id, 'two')).toMatchObject({ reason: 'refused' })
  expect(await findRecord(db, coverageTiers, id)).toMatchObject({ base_premium: 42 })
  await deleteRecord(db, coverageTiers, id, { by })
  expect(await undo(first.id)).toMatchObject({ message: 'The coverage tier has been deleted since.' })
})

test('what an undo would do is told beforehand, with what is stored now and why it would be refused', async () => {
  const { db } = provided
  const view = (id: number, releaseBy: 'one' | 'two' = 'one') => viewUndo(db, id, { sandbox, releaseBy })
  const price = (before: number | null, after: number | null, now: number | null) =>
    expect.arrayContaining([{ name: 'base_premium', before, after, now }]) as object
  const id = await addTier('Viewed')
  const addition = await newestEntry()
  expect(await view(addition.id)).toMatchObject({ fields: price(null, 40, 40), obstacle: null })
  await updateRecord(db, coverageTiers, id, { base_premium: 41 }, { by })
  const first = await newestEntry()
  expect(await view(first.id)).toEqual({ fields: price(40, 41, 41), obstacle: null })
  expect(await view(first.id, 'two')).toMatchObject({
    obstacle: expect.stringContaining('releases') as string,
  })
  await updateRecord(db, coverageTiers, id, { base_premium: 42 }, { by })
  const obstacle = 'Changed again since: base premium. Undo the newer change first.'
  expect(await view(first.id)).toEqual({ fields: price(40, 41, 42), obstacle })
  await deleteRecord(db, coverageTiers, id, { by })
  const deletion = await newestEntry()
  expect(await view(first.id)).toMatchObject({
    fields: price(40, 41, null),
    obstacle: expect.stringContaining('deleted since') as string,
  })
  expect(await view(deletion.id)).toMatchObject({ fields: price(42, null, null), obstacle: null })
  await addTier('viewed')
  expect(await view(deletion.id)).toMatchObject({
    obstacle: expect.stringContaining('already exists') as string,
  })
  expect(await view(2_000_000_000)).toBeNull()
})

test('an undone change is not undone a second time after the same values were saved again', async () => {
  const { db } = provided
  const id = await addTier('Three', 29)
  await updateRecord(db, coverageTiers, id, { base_premium: 30 }, { by })
  const first = await newestEntry()
  expect(await undo(first.id)).toMatchObject({ ok: true })
  const undone = await newestEntry()
  await updateRecord(db, coverageTiers, id, { base_premium: 30 }, { by })
  const refusal = { ok: false, reason: 'refused', message: 'The change is undone already.' }
  expect(await undo(first.id)).toEqual(refusal)
  expect(await findRecord(db, coverageTiers, id)).toMatchObject({ base_premium: 30 })
  expect(await undo((await newestEntry()).id)).toMatchObject({ ok: true })
  expect(await undo(undone.id)).toMatchObject({ ok: true }) // the first change is in effect again
  expect(await undo(first.id)).toMatchObject({ ok: true })
})

test('another column may have changed since', async () => {
  const { db } = provided
  const fields = { industry_name: 'Undoing', avg_layoff_frequency: 1, industry_unemp_rate: 2 }
  const id = idOf(await createRecord(db, industryFallbacks, fields, { by }))
  await updateRecord(db, industryFallbacks, id, { avg_layoff_frequency: 1.5 }, { by })
  const change = await newestEntry()
  await updateRecord(db, industryFallbacks, id, { industry_unemp_rate: 3 }, { by })
  expect(await undo(change.id)).toMatchObject({ ok: true })
  expect(await findRecord(db, industryFallbacks, id)).toMatchObject({
    avg_layoff_frequency: 1,
    industry_unemp_rate: 3,
  })
})

test('of two undos at once, one happens', async () => {
  const { db } = provided
  const id = idOf(await createRecord(db, jobRoles, { role_name: 'Undoer' }, { by }))
  await updateRecord(db, jobRoles, id, { role_name: 'Redoer' }, { by })
  const { id: entry } = await newestEntry()
  const outcomes = await Promise.all([undo(entry), undo(entry)])
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await findRecord(db, jobRoles, id)).toMatchObject({ role_name: 'Undoer' })
})

test('of two undos at once of a deleted month, which has no name of its own, one adds it', async () => {
  const { db } = provided
  const months = () =>
    db.selectFrom('synergy_data').select('id').where('ScenarioName', '=', 'twice').execute()
  const values = { SimDate: '2026-02-01', ScenarioName: 'twice' }
  await deleteRecord(db, synergyData, idOf(await createRecord(db, synergyData, values, { by })), { by })
  const { id: deletion } = await newestEntry()
  const outcomes = await Promise.all([1, 2, 3].map(() => retryOvertaken(() => undo(deletion))))
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect(outcomes).toContainEqual({ ok: false, reason: 'refused', message: 'The change is undone already.' })
  expect(await months()).toHaveLength(1)
  // The undo is undone, and the deletion can be undone again.
  expect(await undo((await newestEntry()).id)).toMatchObject({ ok: true })
  expect(await undo(deletion)).toMatchObject({ ok: true })
  expect(await months()).toHaveLength(1)
})

test('only changes of configuration records can be undone', async () => {
  const { db } = provided
  const entry = (values: object) =>
    db
      .insertInto('audit_log')
      .values({ user_id: by, action: 'update', entity: 'account', entity_id: '1', ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
  const state = JSON.stringify({ role_name: 'x' })
  for (const values of [
    {},
    { entity: 'job role', action: 'view' },
    { entity: 'job role', entity_id: null, before: state, after: state },
    { entity: 'job role', entity_id: 'x', before: state, after: state },
    { entity: 'job role', before: null, after: state },
    { entity: 'job roles', before: state, after: state },
  ])
    expect(await undo((await entry(values)).id)).toMatchObject({ reason: 'missing' })
  expect(await undo(2_000_000_000)).toMatchObject({ reason: 'missing' })
})
