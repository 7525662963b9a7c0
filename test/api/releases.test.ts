import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { engineSource } from '../support/engine'
import { admin, application, startProgram, type Program } from '../support/program'
import { programDatabase } from '../support/server-database'

const api = '/api/admin/underwriting'
const second = { email: 'second@example.com', password: admin.password }
const folder = mkdtempSync(join(tmpdir(), 'releases-'))
let program: Program
let author = ''
let other = ''

/** Each start creates its admin, if there is no such account: two starts, two admins. */
beforeAll(async () => {
  const environment = { ...(await programDatabase()), DATA_DIR: folder, RELEASE_BY: 'two' }
  await (await startProgram({ ...environment, ADMIN_EMAIL: second.email })).stop()
  program = await startProgram(environment)
  author = await signIn(admin)
  other = await signIn(second)
})
afterAll(async () => {
  expect(await program.stop()).toBe(0)
  rmSync(folder, { recursive: true, force: true })
})

async function signIn(account: typeof admin) {
  const answer = await call('POST', '/api/auth/login', '', account)
  return answer.headers.get('Set-Cookie')?.split(';')[0] ?? ''
}

function call(method: string, path: string, cookie: string, body?: object) {
  return fetch(program.url + path, {
    method,
    redirect: 'manual',
    headers: { Cookie: cookie, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
}
function send(path: string, cookie: string, fields: Record<string, string>) {
  return fetch(program.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: cookie },
    body: new URLSearchParams(fields),
  })
}
const get = async (path: string, cookie = author) => (await call('GET', path, cookie)).json()
const page = async (path: string, cookie = author) => (await call('GET', path, cookie)).text()

type Tier = { id: number; tier_name: string; base_premium: number; updated_at: string }
const tiers = async () => (await get(`${api}/coverage-tiers`)) as Tier[]
const first = async () => (await tiers())[0]!
const proposed = {
  proposed: true,
  id: expect.any(Number) as number,
  message: 'Proposed: another admin must release it.',
}

async function propose(premium: number, cookie = author) {
  const { id } = await first()
  const answer = await call('PUT', `${api}/coverage-tiers/${id}`, cookie, { base_premium: premium })
  expect(answer.status).toBe(202)
  const body = (await answer.json()) as { id: number }
  expect(body).toEqual(proposed)
  return body.id
}
const release = (cookie: string, body: object) =>
  call('POST', `${api}/releases`, cookie, { note: 'Agreed on Monday', ...body })

test('changes by calls are proposed with 202, and are live when another admin releases them', async () => {
  const before = await tiers()
  const tier = before[0]!
  const update = await propose(tier.base_premium + 1)
  const created = await call('POST', `${api}/coverage-tiers`, author, {
    ...before[1],
    tier_name: 'Another tier',
  })
  expect(created.status).toBe(202)
  const { id: creation } = (await created.json()) as { id: number }
  const removed = await call('DELETE', `${api}/coverage-tiers/${before.at(-1)?.id}`, author)
  expect(removed.status).toBe(202)
  const { id: deletion } = (await removed.json()) as { id: number }
  expect(await tiers()).toEqual(before)

  const waiting = (await get(`${api}/releases`)) as { releaseBy: string; changes: { id: number }[] }
  expect(waiting.releaseBy).toBe('two')
  expect(waiting.changes.map(({ id }) => id)).toEqual([update, creation, deletion])
  expect(await get(`${api}/changes/${update}`)).toMatchObject({
    action: 'update',
    state: 'proposed',
    name: tier.tier_name,
    fields: [{ label: 'Base premium', now: null }],
  })

  expect((await release(author, { changes: [update] })).status).toBe(403)
  expect((await release(other, { changes: ['x'] })).status).toBe(422)
  expect((await release(other, { changes: [update], note: '' })).status).toBe(422)
  expect((await release(other, {})).status).toBe(422)
  expect((await release(other, { changes: [999_999] })).status).toBe(404)
  expect((await release(other, { changes: [update], version: 999_999 })).status).toBe(404)
  const released = await release(other, { changes: [update, creation] })
  expect(released.status).toBe(201)
  expect(await released.json()).toMatchObject({ success: true, state: 'live' })
  expect((await release(other, { changes: [update] })).status).toBe(409)
  const after = await tiers()
  expect(after[0]).toMatchObject({ base_premium: tier.base_premium + 1 })
  expect(after.at(-1)).toMatchObject({ tier_name: 'Another tier' })
  // The public list follows at once.
  expect(JSON.stringify(await get('/api/coverage-tiers'))).toContain('Another tier')

  expect((await call('POST', `${api}/changes/${deletion}`, author, { note: 'No' })).status).toBe(403)
  expect((await call('POST', `${api}/changes/${deletion}`, other, {})).status).toBe(422)
  expect((await call('DELETE', `${api}/changes/${deletion}`, other)).status).toBe(403)
  expect((await call('POST', `${api}/changes/${deletion}`, other, { note: 'In use' })).status).toBe(200)
  expect((await call('DELETE', `${api}/changes/${deletion}`, author)).status).toBe(409)
  expect((await release(other, { changes: [deletion] })).status).toBe(409)
  expect((await call('GET', `${api}/changes/999999`, author)).status).toBe(404)

  const question = await page(
    `/admin/underwriting/releases?ask=release&change-${update}=yes&change-${deletion}=yes`,
    other,
  )
  expect(question).toContain('Nothing of what was chosen can be released any more.')
  for (const id of [update, deletion])
    expect(question).toContain(`href="/admin/underwriting/releases/change/${id}">Change ${id}</a>`)
  const empty = await page('/admin/underwriting/releases?ask=release', other)
  expect(empty).toContain('Nothing is chosen that could be released.')
  expect(empty).not.toContain('See what became of it')
})

test('wrong calls are answered as where one releases, and tables that the engine does not read change at once', async () => {
  const { id, updated_at } = await first()
  const path = `${api}/coverage-tiers/${id}`
  expect((await call('PUT', path, author, { base_premium: 'dear' })).status).toBe(422)
  expect((await call('PUT', `${api}/coverage-tiers/999999`, author, { base_premium: 1 })).status).toBe(404)
  expect((await call('DELETE', `${api}/coverage-tiers/999999`, author)).status).toBe(404)
  const stale = { base_premium: 1, updated_at: '2020-01-01T00:00:00Z' }
  expect((await call('PUT', path, author, stale)).status).toBe(409)
  expect((await call('PUT', path, author, { updated_at })).status).toBe(409) // nothing is changed
  const taken = (await tiers())[1]?.tier_name
  expect((await call('PUT', path, author, { tier_name: taken })).status).toBe(409)
  expect((await call('PUT', path, '', { base_premium: 1 })).status).toBe(401)
  expect((await call('POST', `${api}/job-roles`, author, { role_name: 'Diver' })).status).toBe(201)
})

test('pages propose changes, say so, and let another admin decide', async () => {
  const tier = await first()
  const table = '/admin/underwriting?tab=coverage-tiers'
  expect(await page(`${table}&edit=coverage-tiers:${tier.id}`)).toContain('Propose these changes')
  expect(await page(`/admin/underwriting/delete/coverage-tiers/${tier.id}`)).toContain('Propose to delete')
  const fields = {
    intent: 'update',
    collection: 'coverage-tiers',
    id: String(tier.id),
    base_premium: String(tier.base_premium + 2),
    change_note: 'Costs <b>rose</b>',
  }
  expect((await send(table, author, fields)).status).toBe(303)
  expect((await first()).base_premium).toBe(tier.base_premium)
  const { changes } = (await get(`${api}/releases`)) as { changes: { id: number }[] }
  const id = changes[0]?.id ?? 0
  const own = await page(`/admin/underwriting/releases/change/${id}`)
  expect(own).toContain('Another admin must release or reject it')
  expect(own).toContain('Costs &lt;b&gt;rose')
  expect(own).not.toContain('Release this change')
  expect(await page('/admin/underwriting/releases')).toContain('Yours: another admin must release it')

  const decide = (cookie: string, decision: Record<string, string>) =>
    send(`/admin/underwriting/releases/change/${id}`, cookie, decision)
  expect((await decide(author, { intent: 'release', note: 'Yes' })).status).toBe(403)
  const silent = await decide(other, { intent: 'reject', note: ' ' })
  expect(silent.status).toBe(422)
  expect(await silent.text()).toContain('Say why the change is rejected')
  expect((await decide(other, { intent: 'release', note: 'Yes' })).status).toBe(303)
  expect((await first()).base_premium).toBe(tier.base_premium + 2)
  expect(await page(`/admin/underwriting/releases/change/${id}`)).toContain('It was released by')
})

test('a change is run over all quotes from its page', async () => {
  const tier = await first()
  const id = await propose(tier.base_premium + 3)
  const started = await send(`/admin/underwriting/releases/change/${id}`, other, { intent: 'impact' })
  expect(started.status).toBe(303)
  await expect.poll(() => get(`${api}/impact-progress`)).toBeNull()
  const run = await page(started.headers.get('Location') ?? '')
  expect(run).toContain(`The change of ${tier.tier_name}, as proposed by change ${id}`)
  expect((await call('DELETE', `${api}/changes/${id}`, author)).status).toBe(200)
})

test('the list says what the newest run of a change found, and asks with it before the change goes live', async () => {
  const list = '/admin/underwriting/releases'
  const sent = await call('POST', '/api/quote-submissions', '', application)
  expect(sent.status).toBe(201)
  const tier = (await tiers()).find(({ tier_name }) => tier_name === 'Standard')!
  const raised = await call('PUT', `${api}/coverage-tiers/${tier.id}`, author, {
    base_premium: tier.base_premium + 1,
  })
  const { id } = (await raised.json()) as { id: number }
  expect((await call('POST', `${api}/impact`, author, { what: 'change', id })).status).toBe(202)
  await expect.poll(() => get(`${api}/impact-progress`)).toBeNull()
  const found = /[1-9]\d* of [1-9]\d* quotes?, \+\$\d+\.\d\d a month|No premium of [1-9]\d* quotes? changes/
  expect(await page(list, other)).toMatch(found)

  const none = await send(list, other, { intent: 'ask', note: 'Costs rose' })
  expect(none.status).toBe(422)
  const wrong = await none.text()
  expect(wrong).toContain(`href="#change-${id}"`)
  expect(wrong).toMatch(new RegExp(`id="change-${id}"[^>]*aria-invalid="true"`))

  const fields = { [`change-${id}`]: 'yes', note: 'Costs rose' }
  const asked = await send(list, other, { ...fields, intent: 'ask' })
  expect(asked.status).toBe(303)
  const question = await page(asked.headers.get('Location') ?? '', other)
  expect(question).toContain('Release this? It goes live at once')
  expect(question).toContain(`Change coverage tier ${tier.tier_name}`)
  expect(question).toMatch(found)
  const premium = async () => (await tiers()).find((one) => one.id === tier.id)?.base_premium
  expect(await premium()).toBe(tier.base_premium)
  expect((await send(list, other, { ...fields, intent: 'release' })).status).toBe(303)
  expect(await premium()).toBe(tier.base_premium + 1)
})

test('an added and a deleted record are run over all quotes by a call', async () => {
  expect((await call('POST', '/api/quote-submissions', '', application)).status).toBe(201)
  const standard = (await tiers()).find(({ tier_name }) => tier_name === 'Standard')
  const removed = await call('DELETE', `${api}/coverage-tiers/${standard?.id}`, author)
  const added = await call('POST', `${api}/employer-risks`, author, {
    employer_name: application.employer_name.toUpperCase() + ' Inc',
    layoff_frequency: 90,
  })
  const ids: number[] = []
  for (const answer of [removed, added]) {
    expect(answer.status).toBe(202)
    const { id } = (await answer.json()) as { id: number }
    ids.push(id)
    const started = await call('POST', `${api}/impact`, author, { what: 'change', id })
    expect(started.status).toBe(202)
    const { id: run } = (await started.json()) as { id: number }
    await expect.poll(() => get(`${api}/impact-progress`)).toBeNull()
    const outcome = await get(`${api}/impact/${run}`)
    expect(outcome).toMatchObject({ status: 'done', subject: { kind: 'change', id } })
    const { result } = outcome as { result: { movers: object[]; changedDecisions: object[] } }
    // Without its tier the quote gets another one; nobody works for the new employer.
    expect(result.movers.length + result.changedDecisions.length > 0).toBe(answer === removed)
  }
  for (const id of ids) expect((await call('DELETE', `${api}/changes/${id}`, author)).status).toBe(200)
})

test('a release is scheduled, cancelled, and goes live with a version at its time', async () => {
  const tier = await first()
  const change = await propose(tier.base_premium + 4)
  const code = `${engineSource}// with a change\n`
  const saved = await call('POST', `${api}/code`, author, { code, note: 'Why' })
  const { proposed: version } = (await saved.json()) as { proposed: { id: number; filename: string } }
  const parts = { changes: [change], version: version.id }
  expect((await release(other, { ...parts, live_from: '2020-01-01T00:00Z' })).status).toBe(422)
  const tomorrow = new Date(Date.now() + 24 * 60 * 60_000).toISOString()
  const scheduled = await release(other, { ...parts, live_from: tomorrow })
  expect(scheduled.status).toBe(202)
  const { id } = (await scheduled.json()) as { id: number }
  expect(await get(`${api}/releases/${id}`)).toMatchObject({ state: 'scheduled', changes: [{ id: change }] })
  expect(await page('/admin/underwriting/releases')).toContain('Scheduled')
  const versionPage = `/admin/underwriting/proposal/${version.id}`
  for (const cookie of [author, other]) {
    const proposal = (await page(versionPage, cookie)).replaceAll('<!-- -->', '')
    expect(proposal).toContain(`It is part of release ${id}, which is scheduled.`)
    expect(proposal).not.toMatch(/>(Withdraw|Release|Reject) this version</)
  }
  const { filename } = version
  const question = await page(`/admin/underwriting/releases?ask=release&version-${version.id}=yes`, other)
  expect(question.replaceAll('<!-- -->', '')).toContain(`href="${versionPage}">Version ${filename}</a>`)
  expect((await release(other, { changes: [change] })).status).toBe(409)
  expect((await call('DELETE', `${api}/releases/${id}`, author)).status).toBe(200)
  expect((await call('DELETE', `${api}/releases/${id}`, author)).status).toBe(409)
  expect((await call('DELETE', `${api}/releases/999999`, author)).status).toBe(404)

  const soon = new Date(Date.now() + 8000).toISOString()
  expect((await release(other, { ...parts, live_from: soon })).status).toBe(202)
  await expect
    .poll(async () => (await first()).base_premium, { timeout: 60_000, interval: 500 })
    .toBe(tier.base_premium + 4)
  expect(await get(`${api}/code`)).toMatchObject({ code })
})

test('imports of tables that the engine reads are confirmed by another admin, and not undone', async () => {
  const refused = await call('POST', `${api}/import`, author)
  expect(refused.status).toBe(403)
  expect(JSON.stringify(await refused.json())).toContain('another admin must release')
  const preview = await send('/admin/run-import', author, {
    intent: 'preview',
    'bundled-coverage-tiers': 'yes',
  })
  expect(preview.status).toBe(303)
  const path = preview.headers.get('Location') ?? ''
  const run = path.replace(/\D/g, '')
  const own = await page(path)
  expect(own).toContain('Another admin must import a part of it')
  expect(own).not.toContain('Import these files')
  const confirm = (cookie: string) =>
    send('/admin/run-import', cookie, { intent: 'import-checked', preview: run })
  expect((await confirm(author)).headers.get('Location')).toBe('/admin/run-import') // nothing is imported
  expect((await tiers()).map(({ tier_name }) => tier_name)).toContain('Another tier')
  expect(await page('/admin/run-import', other)).toContain(`/admin/run-import?run=${run}`)
  expect(await page(path, other)).toContain('Import these files')
  expect((await confirm(other)).headers.get('Location')).toMatch(/run=\d+$/)
  expect((await tiers()).map(({ tier_name }) => tier_name)).not.toContain('Another tier')

  const undo = await send('/admin/run-import', author, { intent: 'undo', run: String(Number(run) + 1) })
  expect(undo.status).toBe(303)
  expect((await tiers()).map(({ tier_name }) => tier_name)).not.toContain('Another tier')
})

test('others than admins are refused', async () => {
  for (const path of [`${api}/releases`, `${api}/releases/1`, `${api}/changes/1`])
    expect((await call('GET', path, '')).status).toBe(401)
  expect((await call('POST', `${api}/releases`, '', { changes: [1] })).status).toBe(401)
  expect((await call('GET', '/admin/underwriting/releases', '')).status).toBe(302)
})
