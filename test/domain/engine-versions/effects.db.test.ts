import { afterAll, beforeAll, expect, test } from 'vitest'

import { effectsUnder, questionEffects } from '~/domain/engine-versions/effects.server'
import { fillEmptyDatabase } from '~/domain/imports/bundled-files.server'
import { effectText } from '~/domain/quotes/question-effects'
import { questions, type Question } from '~/domain/quotes/questions'
import { createSandbox, type Sandbox } from '~/domain/underwriting/sandbox.server'
import { ensureEngine } from '~/domain/underwriting/underwriting.server'
import { bundledEffects } from '~/engine/question-effects'

import { provideDatabase } from '../../support/database'
import { bundledEngines } from '../../support/engine'

const provided = provideDatabase()
let sandbox: Sandbox

beforeAll(async () => {
  sandbox = createSandbox({ workers: 2 })
  await fillEmptyDatabase(provided.db)
  await ensureEngine(provided.db, bundledEngines)
})
afterAll(() => sandbox.close())

const question = (name: string) => questions.find((one) => one.name === name) as Question

test('the engine that the program comes with has them from the start', async () => {
  expect(await questionEffects(provided.db, sandbox)).toEqual(bundledEffects)
})

test('of another version are computed in the background', async () => {
  const { db } = provided
  const { id: _id, ...active } = await db
    .selectFrom('engine_versions')
    .selectAll()
    .where('active', '=', true)
    .executeTakeFirstOrThrow()
  type Tables = { rating: { name: string; rows: { multiplier: number }[] }[] }
  const tables = structuredClone(active.tables) as Tables
  const education = tables.rating.find(({ name }) => name === 'education')
  for (const row of education?.rows ?? []) row.multiplier = 1
  await db.updateTable('engine_versions').set({ active: false }).execute()
  await db
    .insertInto('engine_versions')
    .values({
      ...active,
      filename: 'engine-other.js',
      hash: 'b'.repeat(64),
      effects: null,
      tables: JSON.stringify(tables),
      tests: JSON.stringify(active.tests),
    })
    .execute()
  expect(await questionEffects(db, sandbox)).toBeNull()
  await expect.poll(() => questionEffects(db, sandbox)).not.toBeNull()
  const effects = await questionEffects(db, sandbox)
  expect(effects?.education?.price).toBe(0)
  expect(effects?.industry?.price).toBeGreaterThan(1)
  expect(Object.keys(effects ?? {}).toSorted()).toEqual(Object.keys(bundledEffects).toSorted())
})

test.each([
  ['industry', { price: 7.8 }, 'Between answers, the price of the same cover differs by up to 8.8 times.'],
  ['education', { price: 0.17 }, 'Between answers, the price of the same cover differs by up to 17%.'],
  ['family_size', { tier: 0.1, decision: 0.1 }, 'It can change which tier you are offered, not its price.'],
  ['date_of_birth', { decision: 0.1 }, 'We use it to decide about your application, not for its price.'],
  ['pay_schedule', { price: 0.004 }, null],
  ['employer_name', { price: 0.5 }, 'Between answers, the price of the same cover differs by up to 50%.'],
  ['coverage_level', { price: 0.5 }, null],
  ['gender', { price: 0.5 }, null],
])('the effect of %s with %o in words', (name, effect, text) => {
  const whole = { price: 0, typical: 0, tier: 0, decision: 0, ...effect }
  expect(effectText(question(name), { [name]: whole })).toBe(text)
  expect(effectText(question(name), null)).toBeNull()
})

test('an answer that the state does not allow changes nothing, and nothing for sure where the state is not known', () => {
  const rules = [
    { state: 'TX', factor: 'credit_score' },
    { state: 'TX', factor: 'bankruptcy' },
  ]
  const hint = (name: string, state: string | null) =>
    effectText(question(name), effectsUnder(bundledEffects, rules, state))
  const differs = 'Between answers, the price of the same cover differs by up to '
  expect(hint('credit_score', 'TX')).toBeNull()
  expect(hint('bankruptcy_history', 'TX')).toBeNull()
  expect(hint('education', 'TX')).toBe(`${differs}17%.`)
  expect(hint('credit_score', 'CA')).toBe(`${differs}6.4%.`)
  expect(hint('credit_score', null)).toBe(`${differs}6.4%, where the state allows it.`)
  expect(hint('education', null)).toBe(`${differs}17%.`)
  expect(effectsUnder(null, rules, 'TX')).toBeNull()
})
