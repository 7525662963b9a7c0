import type { Page } from '@playwright/test'

import { application, startProgram, type Program } from '../support/program'
import { expect, holdRequests, ownDatabase, signIn, test as base, violations } from './base'

/** A separate program, since these tests change the engine that others rely on. */
const test = base.extend<object, { program: Program }>({
  program: [
    async ({}, provide, { project }) => {
      const environment = await ownDatabase(project)
      const program = await startProgram(environment)
      await provide(program)
      await program.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ program }, provide) => provide(program.url),
})
test.slow() // each save runs the golden cases and the rules

const tables = '/admin/underwriting/tables'
const tests = '/admin/underwriting/tests'
const creditScore = `${tables}?table=rating.credit_score`
/** A check or a save may take this long on a busy machine, in milliseconds. */
const gate = { timeout: 90_000 }

const cell = (page: Page, row: number, column: string) => page.getByLabel(`${column}, row ${row}`)
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

/** Gives up the changes, after a question. */
async function giveUp(page: Page) {
  await page.getByText('Give up these changes', { exact: true }).click()
  await expect(page.getByText('Are you sure you want to give up these changes?')).toBeVisible()
  await press(page, /^Give up$/)
}

async function runQuote(page: Page, quoteId: number) {
  await page.goto(`/admin/underwriting/quote/${quoteId}`)
  await press(page, 'Run Underwriting for this Quote')
  await expect(page.getByText('Underwriting completed successfully!')).toBeVisible()
  const url = `/api/admin/underwriting/results-by-quote/${quoteId}`
  const [newest] = (await (await page.request.get(url)).json()) as { id: number; monthly_premium: number }[]
  return newest!
}

/** What was done is said, and takes the focus from the button that is gone. */
async function says(page: Page, scripted: boolean, message: string) {
  const flash = page.locator('.flash')
  await expect(flash).toContainText(message)
  if (scripted) await expect(flash).toBeFocused()
}

test.beforeEach(async ({ page }) => {
  await signIn(page)
  await page.request.post(tables, { form: { intent: 'discard' } }) // of a test that has failed
})

test('a table is edited wrongly, put right, saved with the golden case that it changes, and restored', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const sent = await page.request.post('/api/quote-submissions', {
    data: { ...application, credit_score: 790 },
  })
  const { id: quoteId } = (await sent.json()) as { id: number }
  const old = await runQuote(page, quoteId)

  await page.goto(tables)
  await page.getByRole('link', { name: 'Credit score' }).click()
  await cell(page, 2, 'From').fill('590')
  await cell(page, 4, 'Multiplier').fill('0.5')
  await press(page, 'Check')
  const gap = 'Row 2, From: must be 580, where the row before ends: there is a gap'
  const summary = page.getByRole('alert')
  await expect(summary.getByRole('link', { name: gap })).toBeVisible()
  await expect(summary).toContainText(
    'Row 4, Multiplier: is judgement: it must be from 0.9 to 1.1 and is 0.5',
  )
  await expect(summary).toBeFocused()
  await expect(cell(page, 2, 'From')).toHaveAccessibleDescription(`Error: ${gap}`)
  await expect(cell(page, 2, 'From')).toHaveValue('590')
  await summary.getByRole('link', { name: gap }).click()
  await expect(cell(page, 2, 'From')).toBeFocused()
  expect.soft(await violations(page), 'a table with errors').toEqual([])

  await cell(page, 2, 'From').fill('580')
  await cell(page, 4, 'Multiplier').fill('0.97')
  await press(page, 'Check')
  await expect(page.getByRole('heading', { name: 'The check has failed' })).toBeVisible(gate)
  const failed = page.getByRole('table', { name: 'Golden cases that fail' })
  await expect(failed.getByRole('row', { name: /^A banker with a high credit score/ })).toContainText(
    /\$\d+\.\d\d → \$\d+\.\d\d a month/,
  )
  await expect(page.getByRole('heading', { name: 'Rows that nothing reached' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Branches that nothing took' })).toBeVisible()
  const change = page.getByRole('row', { name: /Credit score 740 and more/ })
  await expect(change).toContainText('0.97975')
  await expect(change).toContainText('0.97')
  expect.soft(await violations(page), 'a failed check').toEqual([])

  await press(page, 'Save Changes')
  await expect(summary).toContainText(/Failed to save the changes: \d+ golden cases? fails?\.$/, gate)
  await expect(failed.getByRole('link', { name: 'A banker with a high credit score' })).toBeVisible()

  await page.getByRole('link', { name: 'Tests' }).click()
  await expect(
    page.getByText(/^\d+ of \d+ cases? fails? with your changes\. Under the version in use all pass\./),
  ).toBeVisible()
  const banker = page.getByRole('row', { name: /^A banker with a high credit score/ })
  await expect(banker.locator('+ tr')).toContainText(/\$\d+\.\d\d → \$\d+\.\d\d a month \(−\$\d\.\d\d\)/)
  const failing = page.getByRole('button', { name: /^Expect the new figures/ })
  await expect(failing.first()).toBeVisible()
  expect.soft(await violations(page), 'the golden cases').toEqual([])
  await page.getByLabel('Show').selectOption('Failing only')
  await press(page, 'Filter')
  await expect(page.getByText(/^[1-9]\d? of 23 cases$/)).toBeVisible()
  await expect(page.getByRole('row', { name: /^No income/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Show all' }).click()
  for (let left = await failing.count(); left > 0; left -= 1) {
    await failing.first().click()
    await expect(failing).toHaveCount(left - 1)
  }
  await page.getByLabel('Note').fill('A review of March')
  await press(page, 'Save Changes')
  await expect(page.getByText('saved as a new version!')).toBeVisible(gate)
  await expect(page.getByText('Your changes')).toHaveCount(0)

  const made = await runQuote(page, quoteId)
  expect(made.monthly_premium).toBeLessThan(old.monthly_premium)
  await page.goto(`/admin/underwriting/result/${old.id}`)
  await press(page, 'Replay this result')
  await expect(page.getByText(/The replay gave the same: all \d+ figures agree\./)).toBeVisible()

  await page.goto('/admin/underwriting/code?tab=backups')
  await page.getByRole('link', { name: /^View/ }).first().click()
  await page.getByRole('link', { name: 'Restore This Backup' }).click()
  await press(page, 'Confirm Restore')
  await expect(page.getByText('Backup restored successfully!')).toBeVisible(gate)
  await page.goto(creditScore)
  await expect(cell(page, 4, 'Multiplier')).toHaveValue('0.97975')
  expect((await runQuote(page, quoteId)).monthly_premium).toBe(old.monthly_premium)
})

test('rows are added and removed, and changes are given up', async ({ page, scripted }) => {
  await page.goto(creditScore)
  await cell(page, 2, 'Below').fill('600')
  await press(page, 'Add below row 2')
  await expect(cell(page, 5, 'From')).toHaveValue('740')
  await expect(cell(page, 3, 'From')).toHaveValue('')
  if (scripted) await expect(cell(page, 3, 'From')).toBeFocused()
  await cell(page, 3, 'From').fill('600')
  await cell(page, 3, 'Below').fill('670')
  await press(page, 'Remove row 1')
  await says(page, scripted, 'Row 1 is removed. The change is kept, and is not in use yet.')
  await expect(cell(page, 4, 'From')).toHaveValue('740')
  await expect(cell(page, 2, 'From')).toHaveValue('600')
  await expect(cell(page, 1, 'Below')).toHaveValue('600')
  await page.goto(tables)
  await expect(page.getByRole('row', { name: /Credit score Changed/ })).toBeVisible()
  await giveUp(page)
  await says(page, scripted, 'The changes are given up.')
  await expect(page.getByText('Your changes')).toHaveCount(0)
  await page.goto(creditScore)
  await expect(cell(page, 1, 'Below')).toHaveValue('580')
})

test('changes with an error are given up for good', async ({ page, scripted }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await page.goto(creditScore)
  await cell(page, 2, 'From').fill('590')
  await press(page, 'Check')
  await expect(page.getByRole('alert')).toContainText('Row 2, From')
  await cell(page, 3, 'Source').fill('typed and not sent')
  await giveUp(page)
  await expect(page.getByText('Your changes')).toHaveCount(0)
  await page.reload()
  await expect(cell(page, 2, 'From')).toHaveValue('580')
  await expect(cell(page, 3, 'Source')).toHaveValue('judgement')
})

test('a cell typed in beside errors, while the page still loads, is kept', async ({ page, scripted }) => {
  test.skip(!scripted, 'a browser shows another page by itself')
  await page.goto(creditScore)
  await cell(page, 2, 'From').fill('590')
  const load = await holdRequests(page, /[?&]_data=/, 'GET')
  await press(page, 'Check')
  await expect(page.getByRole('alert')).toContainText('Row 2, From')
  await cell(page, 2, 'From').fill('580')
  const loaded = page.waitForEvent('requestfinished')
  load()
  await loaded
  await expect(page.getByText('Your changes')).toBeVisible()
  await expect(cell(page, 2, 'From')).toHaveValue('580')
  await expect(page.getByRole('alert').getByRole('link')).toHaveCount(0)
})

test('what happens to golden cases is said, and the typed note stays', async ({ page, scripted }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await page.goto(tests)
  await page.getByRole('link', { name: 'No income' }).click()
  await expect(page.getByRole('row', { name: /^No income/ }).locator('+ tr')).toContainText('Added')
  await press(page, /^Remove ?: No income/)
  await says(page, scripted, 'The golden case "No income" is removed.')
  await page.getByLabel('Note').fill('A note that is not sent yet')
  await page.getByRole('link', { name: 'An applicant of 14 years' }).click()
  await press(page, /^Remove ?: An applicant of 14 years/)
  await says(page, scripted, 'The golden case "An applicant of 14 years" is removed.')
  await expect(page.getByLabel('Note')).toHaveValue('A note that is not sent yet')
  await press(page, /^Undo ?: No income/)
  await says(page, scripted, 'Your change of the golden case "No income" is undone.')
  const hostile = await page.request.post(tests, {
    form: { intent: 'remove', case: '"x'.repeat(50_000) },
    maxRedirects: 0,
  })
  expect(hostile.status()).toBe(303)
})

test('a stored quote becomes a golden case without its applicant', async ({ page, scripted }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const sent = await page.request.post('/api/quote-submissions', { data: application })
  const { id } = (await sent.json()) as { id: number }
  await page.goto(`/admin/underwriting/quote/${id}`)
  await page.getByRole('link', { name: 'Make a golden case' }).click()
  const card = page.locator('#new-case')
  await expect(card).toContainText('The engine in use gives: approved, Standard, $8,000 for')
  const show = await holdRequests(page, /[?&]_data=/, 'GET')
  await card.getByLabel('Quote ID').fill(`Q-${id}`)
  await card.getByRole('button', { name: 'Show the case' }).click()
  await expect(card.getByRole('button', { name: 'Looking...' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Filtering...' })).toHaveCount(0)
  show()
  await expect(card).toContainText('01/01/1990') // born on the 2nd
  await expect(card).not.toContainText(application.employer_name)
  await expect(card).not.toContainText(application.name)
  expect.soft(await violations(page), 'a new case').toEqual([])
  await page.getByLabel('Name').fill('A nurse of eleven years')
  await press(page, 'Add this case')
  await expect(page.getByRole('alert')).toContainText(
    'There is a golden case "A nurse of eleven years" already.',
  )
  await page.getByLabel('Name').fill('An analyst of a software company')
  await press(page, 'Add this case')
  const row = page.getByRole('row', { name: /An analyst of a software company Added/ })
  await expect(row.getByText('Passes')).toHaveCount(2)
  await row.locator('+ tr').getByRole('button', { name: /^Undo/ }).click()
  await expect(row).toHaveCount(0)
  await page.goto(`${tests}?quote=999999`)
  await expect(page.getByText('Quote submission 999999 not found')).toBeVisible()
})

test('a grid does not widen the page of a phone', async ({ page, scripted }) => {
  test.skip(!scripted, 'the style sheets are the same without scripts')
  await page.setViewportSize({ width: 360, height: 740 })
  for (const path of [
    tables,
    creditScore,
    `${tables}?table=claim.displacement`,
    `${tables}?table=limits`,
    tests,
  ]) {
    await page.goto(path)
    expect(await page.locator('html').evaluate(({ scrollWidth }) => scrollWidth), path).toBe(360)
  }
})

test('golden cases that fail have whole names, and their acts are not cut', async ({ page, scripted }) => {
  test.skip(!scripted, 'the style sheets are the same without scripts')
  await page.goto(creditScore)
  await cell(page, 4, 'Multiplier').fill('0.97')
  await press(page, 'Check')
  await expect(page.getByRole('heading', { name: 'The check has failed' })).toBeVisible(gate)
  for (const width of [360, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(tests)
    const box = page.getByRole('region', { name: 'Golden cases' })
    expect(await box.evaluate((one) => one.scrollWidth - one.clientWidth), `at ${width}`).toBe(0)
    for (const name of await box.getByRole('rowheader').all())
      expect(await name.evaluate((one) => one.scrollWidth - one.clientWidth), `at ${width}`).toBe(0)
    const [outer, act] = [box, box.getByRole('button', { name: /^Expect the new figures/ }).first()]
    const edges = [await outer.boundingBox(), await act.boundingBox()].map((one) => one!.x + one!.width)
    expect(edges[1], `at ${width}`).toBeLessThan(edges[0]!)
  }
})

test('what a golden case holds reads like an application', async ({ page, scripted }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await page.goto(`${tests}?case=A+nurse+of+eleven+years`)
  const held = page.locator('.case-facts')
  for (const text of ['As of01/15/26', 'Date of birth05/14/1988', 'Monthly income$6,900.00 a month'])
    await expect(held).toContainText(text)
  await expect(held).toContainText('Coverage levelPremium')
})
