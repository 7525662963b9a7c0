import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createAdmin } from '~/domain/accounts/accounts.server'
import { collections, type Collection } from '~/domain/configuration/collections'
import {
  createRecord,
  deleteRecord,
  listRecords,
  updateRecord,
} from '~/domain/configuration/configuration.server'
import { fillEmptyDatabase } from '~/domain/imports/bundled-files.server'
import { createSandbox, type Sandbox } from '~/domain/underwriting/sandbox.server'
import { ensureEngine } from '~/domain/underwriting/underwriting.server'

import { provideDatabase } from '../../support/database'
import { bundledEngines, sandboxDuring } from '../../support/engine'

const provided = provideDatabase()
const { coverageTiers, employerRisks, industryFallbacks } = collections
let sandbox: Sandbox
let by = 0

beforeAll(async () => {
  const { db } = provided
  sandbox = createSandbox({ workers: 2 })
  await fillEmptyDatabase(db)
  await ensureEngine(db, bundledEngines)
  await createAdmin(db, { email: 'root@example.com', password: 'a long password' })
  by = (await db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id
})
afterAll(() => sandbox.close())

const rowOf = async (collection: Collection, name: string) => {
  const rows = await listRecords(provided.db, collection)
  return rows.find((row) => row[collection.nameColumn ?? ''] === name)!
}
const update = async (collection: Collection, name: string, fields: object) =>
  updateRecord(provided.db, collection, (await rowOf(collection, name)).id, { ...fields }, { by, sandbox })

describe('under the engine in use', () => {
  test('a tier that is added again, as after a lost answer, is there once', async () => {
    const tier = { ...(await rowOf(coverageTiers, 'Elite')), tier_name: 'Added once' }
    const key = { scope: 'guard', key: crypto.randomUUID() }
    const add = () => createRecord(provided.db, coverageTiers, tier, { by, sandbox, key })
    const first = await add()
    expect(first).toMatchObject({ ok: true, row: { tier_name: 'Added once' } })
    expect(await add()).toEqual(JSON.parse(JSON.stringify(first)))
    const { id } = await rowOf(coverageTiers, 'Added once')
    expect(await deleteRecord(provided.db, coverageTiers, id, { by, sandbox })).toMatchObject({ ok: true })
  })

  test.each<[string, object]>([
    ['Standard', { base_premium: 3.5 }],
    ['Standard', { base_premium: 350 }],
    ['Ultra', { max_monthly_benefit: 250_000 }],
    ['Basic', { base_churn_rate: 7 }],
  ])('the tier %s with %o is refused, and nothing changes', async (name, fields) => {
    const before = await rowOf(coverageTiers, name)
    const outcome = await update(coverageTiers, name, fields)
    expect(outcome).toMatchObject({
      ok: false,
      reason: 'refused',
      message: expect.stringMatching(/^Rule [89]: /) as string,
    })
    expect(await rowOf(coverageTiers, name)).toEqual(before)
  })

  test('the name of another tier is refused as such', async () => {
    expect(await update(coverageTiers, 'Basic', { tier_name: 'ultra' })).toEqual({
      ok: false,
      reason: 'taken',
      message: 'Coverage tier "ultra" already exists. Please use a unique tier name.',
    })
  })

  test('ordinary changes are made', async () => {
    expect(await update(coverageTiers, 'Standard', { base_premium: 38.5 })).toMatchObject({ ok: true })
    expect(await update(coverageTiers, 'Standard', { base_premium: 35 })).toMatchObject({ ok: true })
    expect(await update(industryFallbacks, 'Construction', { avg_layoff_frequency: 4.1 })).toMatchObject({
      ok: true,
    })
    const employer = {
      employer_name: 'A new employer',
      employer_size: 'Small (<50)',
      industry: 'Retail Trade',
      layoff_frequency: 2,
    }
    const created = await createRecord(provided.db, employerRisks, employer, { by, sandbox })
    expect(created).toMatchObject({ ok: true })
    const { id } = await rowOf(employerRisks, 'A new employer')
    expect(await deleteRecord(provided.db, employerRisks, id, { by, sandbox })).toMatchObject({ ok: true })
  })

  test('a tier that nobody can be offered yet, without its price, is no violation', async () => {
    const created = await createRecord(provided.db, coverageTiers, { tier_name: 'Plus' }, { by, sandbox })
    expect(created).toMatchObject({ ok: true })
    const { id } = await rowOf(coverageTiers, 'Plus')
    expect(await deleteRecord(provided.db, coverageTiers, id, { by, sandbox })).toMatchObject({ ok: true })
  })

  test('a tier does not lose its price, and the refusal names its column', async () => {
    for (const base_premium of [null, 0]) {
      const refused = await update(coverageTiers, 'Standard', { base_premium })
      expect(refused).toMatchObject({ ok: false, reason: 'refused' })
      expect((refused as { message: string }).message).toContain(
        'coverage tier "Standard", base_premium must be',
      )
    }
  })

  test('a configuration that is wrong already can be repaired', async () => {
    const { db } = provided
    await db
      .updateTable('coverage_tiers')
      .set({ base_premium: 3.5 })
      .where('tier_name', '=', 'Standard')
      .execute()
    await db
      .updateTable('coverage_tiers')
      .set({ base_premium: 6 })
      .where('tier_name', '=', 'Premium')
      .execute()
    expect(await update(coverageTiers, 'Premium', { base_premium: 60 })).toMatchObject({ ok: true })
    expect(await update(coverageTiers, 'Standard', { base_premium: 35 })).toMatchObject({ ok: true })
    expect(await update(coverageTiers, 'Standard', { base_premium: 3.5 })).toMatchObject({
      ok: false,
      reason: 'refused',
    })
  })

  test('a tier that gets its price again gets a sound one', async () => {
    const { db } = provided
    const standard = db.updateTable('coverage_tiers').where('tier_name', '=', 'Standard')
    await standard.set({ base_premium: null }).execute()
    expect(await update(coverageTiers, 'Standard', { base_premium: 3500 })).toMatchObject({
      ok: false,
      reason: 'refused',
    })
    expect(await update(coverageTiers, 'Standard', { base_premium: 35 })).toMatchObject({ ok: true })
  })

  test('a busy sandbox changes nothing', async () => {
    const busy = {
      ...sandbox,
      runFigures: () =>
        Promise.resolve([
          { ok: false, kind: 'busy', message: 'Too many', line: null, column: null } as const,
        ]),
    }
    const { id } = await rowOf(coverageTiers, 'Elite')
    const outcome = await updateRecord(
      provided.db,
      coverageTiers,
      id,
      { base_premium: 81 },
      { by, sandbox: busy },
    )
    expect(outcome).toMatchObject({ ok: false, reason: 'busy' })
    expect((await rowOf(coverageTiers, 'Elite')).base_premium).toBe(80)
  })

  describe('a change that was checked before another one went live', () => {
    let premium = 36
    const change = () =>
      sandboxDuring(sandbox, async () => {
        premium += 0.5
        expect(await update(coverageTiers, 'Standard', { base_premium: premium })).toMatchObject({ ok: true })
      })
    const moved = {
      ok: false,
      reason: 'overtaken',
      message: 'The configuration or the engine was changed while this change was checked. Please try again.',
    }
    const employer = {
      employer_name: 'Another employer',
      employer_size: 'Small (<50)',
      industry: 'Retail Trade',
      layoff_frequency: 2,
    }

    test('is not stored, and can be sent again', async () => {
      const { db } = provided
      const elite = await rowOf(coverageTiers, 'Elite')
      const fields = { base_premium: 81 }
      expect(await updateRecord(db, coverageTiers, elite.id, fields, { by, sandbox: change() })).toEqual(
        moved,
      )
      expect(await rowOf(coverageTiers, 'Elite')).toEqual(elite)
      expect(await updateRecord(db, coverageTiers, elite.id, fields, { by, sandbox })).toMatchObject({
        ok: true,
      })
    })

    test('is not stored where another engine went live, under which nobody has checked it', async () => {
      const { db } = provided
      const elite = await rowOf(coverageTiers, 'Elite')
      const engine = db.updateTable('engine_versions').where('active', '=', true)
      const { hash } = await db
        .selectFrom('engine_versions')
        .select('hash')
        .where('active', '=', true)
        .executeTakeFirstOrThrow()
      const replaced = sandboxDuring(sandbox, () => engine.set({ hash: 'f'.repeat(64) }).execute())
      const outcome = await updateRecord(
        db,
        coverageTiers,
        elite.id,
        { base_premium: 82 },
        { by, sandbox: replaced },
      )
      await engine.set({ hash }).execute()
      expect(outcome).toEqual(moved)
      expect(await rowOf(coverageTiers, 'Elite')).toEqual(elite)
    })

    test('adds no record, also not under its key, and deletes none', async () => {
      const { db } = provided
      const key = { scope: 'guard', key: crypto.randomUUID() }
      const create = (own: Sandbox) => createRecord(db, employerRisks, employer, { by, sandbox: own, key })
      expect(await create(change())).toEqual(moved)
      expect(await rowOf(employerRisks, employer.employer_name)).toBeUndefined()
      const created = await create(sandbox)
      const { id } = await rowOf(employerRisks, employer.employer_name)
      expect(created).toMatchObject({ ok: true, row: { id } })
      const construction = await rowOf(industryFallbacks, 'Construction')
      const deletion = { by, sandbox: change() }
      expect(await deleteRecord(db, industryFallbacks, construction.id, deletion)).toEqual(moved)
      expect(await rowOf(industryFallbacks, 'Construction')).toEqual(construction)
    })
  })
})
