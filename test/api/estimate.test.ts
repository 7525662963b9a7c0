import { afterAll, beforeAll, expect, test } from 'vitest'

import { estimatesPerQuarter } from '~/domain/rate-limits/rate-limits.server'

import { inTens, startProgram, type Program } from '../support/program'

let program: Program
beforeAll(async () => {
  program = await startProgram({ RATE_LIMITS: 'on', TRUST_PROXY: '1', LOG_LEVEL: 'debug' })
})
afterAll(() => program.stop())

const known = { income: '4,200', industry: 'Information', years: '3' }
const ask = (fields: Record<string, string> | [string, string][], ip = '192.0.2.1', path = '/api/estimate') =>
  fetch(`${program.url}${path}?${new URLSearchParams(fields)}`, { headers: { 'X-Forwarded-For': ip } })

test('answers with a range, which no cache keeps and no log has', async () => {
  const response = await ask({ ...known, income: '4,317' })
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
  expect(await response.json()).toMatchObject({ tier: 'Premium', benefit: 12_000, months: 2.8 })
  await expect.poll(() => program.output()).toContain('/api/estimate')
  expect(program.output()).not.toMatch(/4,317|4%2C317|4320/)
})

test('rejects hostile answers with the fields that are wrong', async () => {
  const wrong: [Record<string, string> | [string, string][], string[]][] = [
    [{}, ['income', 'industry', 'years']],
    [{ ...known, income: 'NaN' }, ['income']],
    [{ ...known, income: '-5' }, ['income']],
    [{ ...known, industry: '__proto__' }, ['industry']],
    [{ ...known, years: '1e9' }, ['years']],
    [{ 'income[]': '1', industry: 'Utilities', years: '1' }, ['income']],
    [[...Object.entries(known), ['income', '9']], ['income']],
  ]
  for (const [fields, paths] of wrong) {
    const response = await ask(fields)
    expect(response.status).toBe(422)
    const { error } = (await response.json()) as { error: { path: string; message: string }[] }
    expect(error.map(({ path }) => path)).toEqual(paths)
  }
  const huge = await ask({ ...known, income: '1'.repeat(1_000_000) }).catch(() => null)
  expect([null, 400, 414, 431]).toContain(huge?.status ?? null)
  expect((await fetch(`${program.url}/readyz`)).ok).toBe(true)
})

test('the pages show the same without scripts, and stay cached without a query', async () => {
  for (const path of ['/', '/coverage-tiers']) {
    const priced = await (await ask(known, '192.0.2.2', path)).text()
    expect(priced).toContain('8 of 10 people')
    expect(priced).toContain('value="4,200"')
    const wrong = await ask({ ...known, income: '<b>' }, '192.0.2.2', path)
    expect(wrong.status).toBe(200)
    const html = await wrong.text()
    expect(html).toContain('Enter your monthly pay in dollars')
    expect(html).not.toContain('value="<b>"')
    const fetchPlain = () => fetch(program.url + path)
    await expect.poll(async () => (await fetchPlain()).headers.get('ETag')).not.toBeNull()
    expect(await (await fetchPlain()).text()).not.toContain('8 of 10 people')
  }
})

test('an IP has so many estimates in a quarter of an hour; known ones are free, and the answers stay', async () => {
  const ip = '192.0.2.3'
  const answers = await inTens(estimatesPerQuarter + 5, (index) =>
    ask({ ...known, years: '0.1', income: String(20_000 + 10 * index) }, ip),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
  expect(statuses.filter((status) => ![200, 429, 503].includes(status))).toEqual([])
  const page = await ask({ ...known, income: '77,770' }, ip, '/')
  expect([page.status, page.headers.has('Retry-After')]).toEqual([429, true])
  const html = await page.text()
  expect(html).toContain('Too many attempts')
  expect(html).toContain('value="77,770"')
  expect((await ask(known, ip)).status).toBe(200)
})
