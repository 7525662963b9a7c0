import type { Locator, Page } from '@playwright/test'
import pg from 'pg'

import { application, startProgram, type Program } from '../support/program'
import { expect, logIn, ownDatabase, signIn, test as base, violations } from './base'

/** A separate program, since these tests change the engine that others rely on. */
const test = base.extend<object, { program: Program & { database: string | null } }>({
  program: [
    async ({}, provide, { project }) => {
      const environment = await ownDatabase(project)
      const program = await startProgram(environment)
      await provide({ ...program, database: environment.DATABASE_URL ?? null })
      await program.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ program }, provide) => provide(program.url),
})

const path = '/admin/underwriting/code'
const api = '/api/admin/underwriting'
const area = (page: Page) => page.locator('textarea[name=code]')
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save Changes' })
/** The check of a version takes seconds, and far longer on a busy machine. */
const gate = { timeout: 90_000 }
let original = ''

test.beforeEach(async ({ page }) => {
  await signIn(page)
  const { code } = (await (await page.request.get(`${api}/code`)).json()) as { code: string }
  original = code
  // The page of the test before may have sent its draft as it was closed.
  await page.request.put(`${api}/draft`, { data: { code: original } })
})
test.afterEach(async ({ page }) => {
  const response = await page.request.post(`${api}/code`, { data: { code: original } })
  expect(response.status()).toBe(200)
})

async function edit(page: Page, scripted: boolean) {
  await page.goto(path)
  await page.getByRole('link', { name: 'Edit Code' }).click()
  if (scripted) await expect(page.locator('.cm-content')).toBeVisible()
  else await expect(area(page)).toBeEditable()
}

/** Other versions to save. Few, since the check of one takes seconds, and the program remembers which have passed. */
const newer = () => `${original}// newer\n`
const newest = () => `${original}// newest\n`
const merged = () => `${original}// newer and newest\n`

const saveThroughApi = (page: Page, code: string) => page.request.post(`${api}/code`, { data: { code } })

test('the code is read, changed, and saved with a backup', async ({ page, scripted }) => {
  await page.goto(path)
  await expect(area(page)).toHaveValue(original)
  await expect(area(page)).not.toBeEditable()
  await expect(area(page)).toHaveAttribute('wrap', 'off')
  await expect(area(page)).toHaveAttribute('spellcheck', 'false')
  await expect(saveButton(page)).toHaveCount(0)

  await edit(page, scripted)
  if (scripted) await expect(saveButton(page)).toBeDisabled()
  await area(page).fill(`${original}// to be forgotten\n`)
  await expect(saveButton(page)).toBeEnabled()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(area(page)).toHaveValue(original)
  await expect(area(page)).not.toBeEditable()

  await edit(page, scripted)
  await area(page).fill(newer())
  await page.getByLabel('Note').fill('A remark on the change')
  await saveButton(page).click()
  await expect(
    page.getByText('Underwriting engine code updated successfully! A backup was created.'),
  ).toBeVisible(gate)
  await expect(area(page)).toHaveValue(newer())
  await expect(area(page)).not.toBeEditable()
  await expect(page.getByText('Note: A remark on the change')).toBeVisible()
})

test('code that cannot be saved stays as typed, with the line of the error', async ({ page, scripted }) => {
  await edit(page, scripted)
  const wrong = original.replace('  const { limits } = input.tables', '  const { limits } = [;')
  await area(page).fill(wrong)
  await page.getByLabel('Note').fill('Will fail')
  await saveButton(page).click()
  const summary = page.getByRole('alert')
  await expect(summary).toContainText(/Failed to update code: Line \d+, column 23: unexpected token/)
  await expect(page).toHaveTitle(/^Error: /)
  if (scripted) await expect(summary).toBeFocused()
  await expect(page.locator('.code-fault mark')).toContainText('const { limits } = [;')
  if (scripted) await expect(page.locator('.cm-wrong-line')).toHaveText('  const { limits } = [;')
  await expect(area(page)).toHaveValue(wrong)
  await expect(page.getByLabel('Note')).toHaveValue('Will fail')
  await summary.getByRole('link').click()
  await expect(page.locator('#code')).toBeFocused()

  await area(page).fill(' \n ')
  await saveButton(page).click()
  await expect(summary.getByRole('link')).toHaveText('Cannot save empty code.')
  expect((await (await page.request.get(`${api}/code`)).json()).code).toBe(original)
})

test('code that fails golden cases is told which, once, and no line is blamed', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await edit(page, scripted)
  await area(page).fill(original.replace('age < minimum_age.value', 'age < 12'))
  await saveButton(page).click()
  const summary = page.getByRole('alert')
  await expect(summary).toContainText('Failed to update code: 1 golden case fails.', gate)
  const failed = page.getByRole('table', { name: 'Golden cases that fail' })
  await expect(failed.getByRole('row', { name: /^An applicant of 14 years/ })).toContainText('declined → ')
  await expect(page.locator('.code-fault, .cm-wrong-line')).toHaveCount(0)
  await expect(page.getByText('Failed to update code')).toHaveCount(1)
  await failed.getByRole('link').click()
  await page.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page.getByRole('row', { name: /^An applicant of 14 years/ })).toBeVisible()
})

test('when two admins save at once, the second sees the conflict and loses nothing', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await edit(page, scripted)
  await area(page).fill(newest())
  expect((await saveThroughApi(page, newer())).status()).toBe(200)
  await saveButton(page).click()
  await expect(page.getByRole('alert')).toContainText('has saved another version since you began')
  await expect(area(page)).toHaveValue(newest())
  const differences = page.getByRole('table', { name: /your draft/ })
  await expect(differences.locator('.code-removed')).toContainText('// newer')
  await expect(differences.locator('.code-added')).toContainText('// newest')
  await area(page).fill(merged())
  await saveButton(page).click()
  await expect(page.getByText('Underwriting engine code updated successfully!')).toBeVisible(gate)
})

test('a draft is saved, restored, and discarded', async ({ page, scripted }) => {
  await edit(page, scripted)
  const draft = `${original}// half of a thought\n`
  await area(page).fill(draft)
  await page.getByLabel('Note').fill('Not yet')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Your draft was saved. It is not in use')).toBeVisible()
  await expect(area(page)).toHaveValue(draft)
  expect((await (await page.request.get(`${api}/code`)).json()).code).toBe(original)

  await page.goto(path)
  await expect(page.getByText('You have a draft')).toBeVisible()
  await expect(area(page)).toHaveValue(original)
  if (scripted) expect.soft(await violations(page), 'read, with a draft').toEqual([])
  await edit(page, scripted)
  await expect(page.getByText('This is your draft')).toBeVisible()
  await expect(area(page)).toHaveValue(draft)
  await expect(page.getByLabel('Note')).toHaveValue('Not yet')
  if (scripted) expect.soft(await violations(page), 'a draft').toEqual([])
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(area(page)).toHaveValue(original)
  await expect(area(page)).not.toBeEditable()
  await expect(page.getByText('You have a draft')).toHaveCount(0)
})

test('typed code is saved automatically', async ({ page, scripted }) => {
  test.skip(!scripted, 'needs a script')
  await page.clock.install()
  await edit(page, scripted)
  await area(page).fill(`${original}// typed\n`)
  await page.clock.runFor(16_000)
  await expect(page.getByText(/^Your draft was kept at \d\d:\d\d\. It is not in use\.$/)).toBeVisible()
  await page.goto(path)
  await expect(page.getByText('You have a draft')).toBeVisible()
})

test('code typed a moment ago is left by a link only after a question, and kept by any other way out', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'needs a script')
  await edit(page, scripted)
  await page.locator('.cm-content').click()
  await page.keyboard.type('typed')
  await page.getByRole('link', { name: 'Backups' }).click()
  await expect(page.getByText('Your changes are not saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Go on editing' }).click()
  const asked = page.waitForEvent('dialog')
  const left = page.goto('/admin/underwriting')
  expect((await asked).type()).toBe('beforeunload')
  await (await asked).accept()
  await left
  await page.goto(`${path}?edit=yes`)
  await expect(area(page)).toHaveValue(/typed/)
})

test('discarded code is gone, in the editor and as a draft', async ({ page, scripted }) => {
  test.skip(!scripted, 'without JavaScript there is only the draft that Cancel discards')
  await edit(page, scripted)
  const before = await area(page).inputValue()
  await page.locator('.cm-content').click()
  const stored = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await page.keyboard.type('discarded')
  page.once('dialog', (question) => void question.accept())
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await stored
  await page.locator('.cm-content').click()
  await page.keyboard.type('qqlater')
  await page.goto(`${path}?edit=yes`)
  await expect(page.locator('.cm-content')).toContainText('discardedqqlater')
  const replaced = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await page.getByRole('button', { name: 'Discard them' }).click()
  await replaced
  await expect(page.locator('.cm-content')).not.toContainText('qqlater')
  await page.goto(path) // without a question
  await page.goto(`${path}?edit=yes`)
  await expect(area(page)).not.toHaveValue(/qqlater/)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(area(page)).not.toBeEditable()
  await page.goto(`${path}?edit=yes`)
  await expect(area(page)).toHaveValue(before)
})

test('restored code that is saved as a draft is no longer offered to be discarded', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'without JavaScript nothing is restored')
  await edit(page, scripted)
  await page.locator('.cm-content').click()
  await page.keyboard.type('typed')
  page.once('dialog', (question) => void question.accept())
  await page.reload()
  const discard = page.getByRole('button', { name: 'Discard them' })
  await expect(discard).toBeVisible()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Your draft was saved. It is not in use')).toBeVisible()
  await expect(discard).toHaveCount(0)
  await expect(area(page)).toHaveValue(/typed/)
})

test('typed code survives a session ended from elsewhere, and a reload', async ({
  page,
  scripted,
  program,
}) => {
  test.skip(!scripted || program.database === null, 'needs a script, and a second connection')
  await edit(page, scripted)
  const typed = merged()
  await area(page).fill(typed)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${path}?edit=yes`)
  await expect(area(page)).toHaveValue(typed)
  await expect(page.getByText(/^Your unsaved changes of \d\d:\d\d are shown\.$/)).toBeVisible()
  await expect(saveButton(page)).toBeEnabled()
  const database = new pg.Client(program.database ?? '')
  await database.connect()
  await database.query('delete from sessions')
  await database.end()
  await saveButton(page).click()
  await expect(page.getByText('You are logged out, so nothing was changed.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeInViewport()
  await logIn(page)
  await expect(area(page)).toHaveValue(typed)
  await saveButton(page).click()
  await expect(page.getByText('Underwriting engine code updated successfully!')).toBeVisible(gate)
})

test('a draft outlives the session that it was typed in', async ({ page, scripted, program }) => {
  test.skip(program.database === null, 'an embedded database is for one process at a time')
  await edit(page, scripted)
  const draft = merged()
  await area(page).fill(draft)
  const database = new pg.Client(program.database ?? '')
  await database.connect()
  await database.query("update sessions set last_seen_at = last_seen_at - interval '31 minutes'")
  await database.end()
  await saveButton(page).click()
  await expect(page.getByText('Your session has ended. Your draft was kept')).toBeVisible()
  await logIn(page)
  await expect(page.getByText('This is your draft')).toBeVisible()
  await expect(area(page)).toHaveValue(draft)
  await saveButton(page).click()
  await expect(page.getByText('Underwriting engine code updated successfully!')).toBeVisible(gate)
  await expect(page.getByText('You have a draft')).toHaveCount(0)
})

test('when two admins change the engine at once, the one who restores sees the conflict', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  expect((await saveThroughApi(page, newer())).status()).toBe(200)
  await page.goto(`${path}?tab=backups`)
  await page.getByRole('link', { name: 'Roll back to the last version' }).click()
  await expect(page.getByLabel('Code of this backup')).toHaveValue(original)
  await expect(page.getByRole('button', { name: 'Confirm Restore' })).toBeVisible()
  expect((await saveThroughApi(page, merged())).status()).toBe(200)
  await page.getByRole('button', { name: 'Confirm Restore' }).click()
  await expect(page.getByRole('alert')).toContainText(
    /Failed to restore backup: .* has put another version in use since you opened this backup/,
  )
  expect((await (await page.request.get(`${api}/code`)).json()).code).toBe(merged())
  await page.getByRole('button', { name: 'Confirm Restore' }).click()
  await expect(page.getByText('Backup restored successfully!')).toBeVisible(gate)
})

test('a backup is read, compared and restored', async ({ page, scripted }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  expect((await saveThroughApi(page, newer())).status()).toBe(200)
  await page.goto(path)
  await page.getByRole('link', { name: 'Backups' }).click()
  await expect(page.getByText('Select a backup to preview.')).toBeVisible()
  const table = page.getByRole('table', { name: 'Backups, newest first' })
  await expect(table.getByRole('columnheader')).toHaveText(['Backup', 'Date', 'Size', 'Actions'])
  const newest = table.getByRole('row').nth(1)
  await expect(newest).toContainText(/engine-[\w-]+\.js/)
  await expect(newest).toContainText(/The engine that the program came with|Saved by /)
  await expect(newest).toContainText(/\d\d\/\d\d\/\d\d \d\d:\d\d/)
  await expect(newest).toContainText(/\d+\.\d\d KB/)
  await newest.getByRole('link', { name: 'View' }).click()
  await expect(page.getByLabel('Code of this backup')).toHaveValue(original)
  await expect(page.getByRole('region', { name: 'Restoring takes out 1 line.' })).toBeVisible()
  await expect(page.locator('.code-removed')).toContainText('// newer')
  // What differs is read before the whole code, and neither makes the page as long as itself.
  const [differences, whole] = [page.locator('.code-differences'), page.getByLabel('Code of this backup')]
  expect((await differences.boundingBox())!.y).toBeLessThan((await whole.boundingBox())!.y)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(3000)

  await page.getByRole('link', { name: 'Restore This Backup' }).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Restore This Backup' }).click()
  await expect(page.getByText('Put this backup in the place')).toBeFocused()
  await page.getByRole('button', { name: 'Confirm Restore' }).click()
  await expect(
    page.getByText(
      'Backup restored successfully! A backup of the current code was created before restoring.',
    ),
  ).toBeVisible(gate)
  await expect(page.getByText('Select a backup to preview.')).toBeVisible()
  expect((await (await page.request.get(`${api}/code`)).json()).code).toBe(original)

  await page.goto(`${path}?tab=backups&backup=nothing.js`)
  await expect(page.getByRole('alert')).toHaveText('Failed to fetch backup: Backup not found')
  await expect(page.getByRole('link', { name: 'Retry' })).toBeVisible()
})

async function quote(page: Page) {
  const created = await page.request.post('/api/quote-submissions', { data: application })
  return ((await created.json()) as { id: number }).id
}

test('the impact of a draft is shown before it is saved', async ({ page, scripted }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const id = await quote(page)
  await edit(page, scripted)
  const dearer = original.replace("of('base_premium', 0.01, 100000)", (text) => `1.5 * ${text}`)
  expect(dearer).not.toBe(original)
  await area(page).fill(dearer)
  await page.getByRole('button', { name: 'See the impact' }).click()
  const row: Locator = page
    .getByRole('table', { name: /^Each quote/ })
    .getByRole('row')
    .filter({ hasText: `Q-${id}` })
  await expect(row).toContainText(/\+\$\d+\.\d\d/)
  await expect(page.getByRole('img', { name: /Largest changes in premium/ })).toBeVisible()
  await expect(page.getByText(/were run on the newest \d+ quotes? of \d+/)).toBeVisible()
  await expect(area(page)).toHaveValue(dearer)
  expect((await (await page.request.get(`${api}/code`)).json()).code).toBe(original)
})

test('the keyboard moves into the editor and out of it', async ({ page, scripted }) => {
  test.skip(!scripted, 'a textarea keeps no key')
  await edit(page, scripted)
  const content = page.locator('.cm-content')
  await content.focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Tab')
  await expect(content).toBeFocused()
  await expect(area(page)).toHaveValue(/^ {2}\/\/ The underwriting engine/)
  await page.keyboard.press('Control+z')
  await expect(area(page)).toHaveValue(original)
  await expect(saveButton(page)).toBeDisabled()
  await page.keyboard.type('// typed here\n')
  await expect(area(page)).toHaveValue(`// typed here\n${original}`)
  await expect(saveButton(page)).toBeEnabled()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Note')).toBeFocused()
})

test('the editor and its backups pass axe', async ({ page, scripted }) => {
  test.skip(!scripted, 'axe runs in the page')
  await quote(page)
  await page.goto(path)
  expect.soft(await violations(page), 'read').toEqual([])
  await edit(page, scripted)
  expect.soft(await violations(page), 'edited').toEqual([])
  await area(page).fill(original.replace('  const { limits } = input.tables', '  const { limits } = [;'))
  await saveButton(page).click()
  await expect(page.getByRole('alert')).toBeVisible()
  expect.soft(await violations(page), 'refused').toEqual([])
  await area(page).fill(original.replace("of('base_premium', 0.01, 100000)", (text) => `1.5 * ${text}`))
  await page.getByRole('button', { name: 'See the impact' }).click()
  await expect(page.getByRole('heading', { name: 'Impact of this draft' })).toBeVisible()
  await expect(page.locator('#impact')).toBeFocused()
  // A target half under the header counts as too small.
  await page.locator('.site-header').evaluate((header) => (header.style.position = 'static'))
  expect.soft(await violations(page), 'impact').toEqual([])
  expect((await saveThroughApi(page, newer())).status()).toBe(200)
  await page.goto(`${path}?tab=backups`)
  expect.soft(await violations(page), 'backups').toEqual([])
  await page.getByRole('link', { name: /^View/ }).first().click()
  await page.getByRole('link', { name: 'Restore This Backup' }).click()
  await expect(page.getByRole('button', { name: 'Confirm Restore' })).toBeVisible()
  expect.soft(await violations(page), 'confirmation').toEqual([])
})

test('the code to read has line numbers that scroll with it and are no part of it', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'the style sheets are the same without scripts')
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(path)
    const numbers = page.locator('.code-numbers')
    const lines = original.split('\n').length
    expect((await numbers.innerText()).split('\n')).toHaveLength(lines)
    await expect(numbers).toHaveAttribute('aria-hidden', 'true')
    await expect(numbers).toHaveCSS('user-select', 'none')
    await expect(area(page)).toHaveValue(original)
    expect(await page.locator('.code-coloured > pre').textContent()).toBe(original)
    await expect(page.locator('.code-k').first()).toHaveText('function')
    // One line of numbers is as high as one of the code, to the last; no line wraps.
    const [gutter, code] = [(await numbers.boundingBox())!, (await area(page).boundingBox())!]
    expect(Math.abs(gutter.height - code.height)).toBeLessThan(2)
    expect(gutter.y).toBeCloseTo(code.y, 0)
    expect(await area(page).evaluate((text) => text.scrollWidth - text.clientWidth)).toBeLessThanOrEqual(0)
    expect(await area(page).evaluate((text) => text.scrollHeight - text.clientHeight)).toBeLessThanOrEqual(0)
    expect(await violations(page)).toEqual([])
  }
})
