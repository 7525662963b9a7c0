import type { Page } from '@playwright/test'

import { application } from '../support/program'
import { expect, signIn, startBatch, test, violations } from './base'

async function createQuote(page: Page, changes: object = {}) {
  const email = `batch${crypto.randomUUID().slice(0, 8)}@example.com`
  const data = { ...application, email, quote_email: email, ...changes }
  const response = await page.request.post('/api/quote-submissions', { data })
  return { id: ((await response.json()) as { id: number }).id, email }
}

/** Waits for the end of the run: a page without JavaScript is loaded again. */
async function expectEnd(page: Page, scripted: boolean) {
  await expect(async () => {
    if (!scripted) await page.reload()
    await expect(page.getByText('Without a result')).toBeVisible({ timeout: 2000 })
  }).toPass()
}

test.beforeEach(async ({ page }) => signIn(page))

test('chosen applications are run together, and their referrals opened', async ({ page, scripted }) => {
  const { id, email } = await createQuote(page, { children_count: 3, family_size: 3 })
  await page.goto(`/admin/submissions?tab=quotes&q=${encodeURIComponent(email)}`)
  const run = page.getByRole('button', { name: 'Run underwriting' })
  if (scripted)
    await expect(run).toBeHidden() // until something is chosen
  else {
    await run.click()
    await expect(page.getByRole('alert').getByRole('link')).toHaveText('Choose at least one submission')
  }
  await startBatch(page, async () => {
    await page.getByRole('checkbox', { name: new RegExp(`number ${id}$`) }).check()
    await run.click()
  })
  const number = (await page.getByRole('heading', { level: 1 }).innerText()).replace('Batch run ', '')
  await expectEnd(page, scripted)
  await page.getByRole('term').filter({ hasText: 'Referred' }).locator('..').getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Referred applications' })).toBeInViewport()
  await page.getByRole('link', { name: `Q-${id}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Underwriting result \d+$/)
  await page.goBack()
  if (scripted) expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'Batch runs' }).click()
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: `Run ${number}`, exact: true }) })
  await expect(row.getByRole('cell')).toContainText(['Administrator', 'Done', '1', '0', '1', '0', '0'])
  await page.goto(`/admin/underwriting/quote/${id}`)
  await expect(page.getByRole('link', { name: 'View Details' })).toHaveCount(1)
})

test('all applications that were never run are run from the work list', async ({ page, scripted }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const { id } = await createQuote(page)
  await page.goto('/admin/work')
  await startBatch(page, () => page.getByRole('button', { name: /^Run (all \d+|this application)$/ }).click())
  await expectEnd(page, scripted)
  await page.getByRole('link', { name: 'Back to work' }).click()
  await expect(page.getByRole('button', { name: `Run it Q-${id}` })).toHaveCount(0)
})

test('a row of the work list runs one application, and the next result shows the decision on the last', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const { id } = await createQuote(page, { children_count: 3, family_size: 3 })
  await page.goto(`/admin/underwriting/quote/${id}`)
  await page.getByRole('button', { name: 'Take', exact: true }).click()
  await expect(page.getByText(`Q-${id} is with you.`)).toBeVisible()
  await page.goto('/admin/work?with=me')
  const outdated = await page.context().newPage()
  await outdated.goto('/admin/work?with=me')
  await page.getByRole('button', { name: `Run it Q-${id}` }).click()
  await expect(page.getByText('Underwriting completed successfully!')).toBeVisible()
  const ran = new RegExp(`/admin/underwriting/quote/${id}\\?result=\\d+&from=`)
  await expect(page).toHaveURL(ran)
  await outdated.getByRole('button', { name: `Run it Q-${id}` }).click()
  await expect(outdated).toHaveURL(ran)
  const runs = await page.request.get(`/api/admin/underwriting/results-by-quote/${id}`)
  expect(await runs.json()).toHaveLength(1)
  await outdated.close()

  await page.goto('/admin/work?with=me')
  await page.getByRole('link', { name: `Decide Q-${id}` }).click()
  const decision = page.locator('#decision')
  await expect(decision).toBeFocused()
  await expect(decision.getByRole('button', { name: 'Save the decision' })).toBeInViewport({ ratio: 1 })
  await decision.getByLabel('Decision', { exact: true }).selectOption('Accept as rated')
  await decision.getByLabel('Reason').selectOption('confirmed')
  await decision.getByLabel('Your words').fill('Confirmed on the phone.')
  await decision.getByRole('button', { name: 'Save the decision' }).click()
  await expect(decision.getByText('Confirmed on the phone.')).toBeVisible()

  await page.goto(`/admin/underwriting/quote/${id}`)
  await page.getByRole('button', { name: 'Run Underwriting for this Quote' }).click()
  await page.getByRole('link', { name: /^View result / }).click()
  await expect(decision).toContainText('Accepted before this run')
  await expect(decision).toContainText('Confirmed on the phone.')
  expect(await violations(page)).toEqual([])
})

test('results are sent together once somebody has chosen them', async ({ page, scripted }) => {
  const { id } = await createQuote(page)
  const { id: declined } = await createQuote(page, { employment_length: 0 })
  for (const quote_id of [id, declined])
    await page.request.post('/api/admin/underwriting/quote', { data: { quote_id } })
  await page.goto('/admin/work/send')
  const boxes = page.locator('[name^=chosen-]')
  const all = page.getByLabel(/^Select all/)
  await expect(boxes.and(page.locator(':checked'))).toHaveCount(0)
  await page.getByRole('button', { name: 'Send what is ticked' }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Nothing was sent')
  const entries = await page.evaluate(() => history.length)
  await alert.getByRole('link', { name: 'Choose at least one result.' }).click()
  await expect(all).toBeFocused()
  const boxOf = (quote: number) => page.getByLabel(`Send the result of Q-${quote}`, { exact: true })
  if (!scripted) {
    for (const quote of [id, declined]) await boxOf(quote).check()
    await page.getByRole('button', { name: 'Send what is ticked' }).click()
    await expect(page).toHaveURL(/\/admin\/work\/send\/confirm\?results=/)
    const main = page.getByRole('main')
    await expect(main).toContainText('Send 2 results? Each applicant gets an email')
    await expect(main).toContainText(/1 offer, \$[\d,.]+ a month; 1 refusal\./)
    await expect(main.getByText(new RegExp(`^Q-${declined} .+: Declined$`))).toBeVisible()
    await expect(main.getByText(new RegExp(`^Q-${id} .+: Approved, \\$[\\d,.]+ a month$`))).toBeVisible()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(boxOf(id)).toBeChecked()
    await page.getByRole('button', { name: 'Send what is ticked' }).click()
    await page.getByRole('button', { name: 'Send 2' }).click()
    await expect(page.getByText('2 results are on their way.')).toBeVisible()
    return
  }
  await expect(alert).toBeVisible()
  expect(await page.evaluate(() => history.length)).toBe(entries)
  await boxes.first().check()
  await expect(alert).toHaveCount(0)
  await all.check()
  await expect(boxes.and(page.locator(':not(:checked)'))).toHaveCount(0)
  await boxes.first().uncheck()
  await expect(all).not.toBeChecked()
  await all.check()
  await all.uncheck()
  const row = page.getByRole('row').filter({ has: boxOf(id) })
  const premium = await row.locator('[data-label=Premium]').innerText()
  await boxOf(id).check()
  const chosen = page.getByText(`1 chosen: 1 offer, ${premium} a month`)
  for (const top of [0, 100_000]) {
    await page.evaluate((to) => void window.scrollTo({ top: to }), top)
    await expect(chosen).toBeInViewport()
  }
  await page.getByRole('button', { name: 'Send what is ticked' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Send 1 result? Its applicant gets an email')
  await expect(dialog.getByText(new RegExp(`^Q-${id} .+: Approved, \\${premium} a month$`))).toBeVisible()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(boxOf(id)).toBeChecked()
  await boxOf(id).uncheck()
  await boxOf(declined).check()
  await expect(page.getByText('1 chosen: 1 refusal')).toBeVisible()
  await page.getByRole('button', { name: 'Send what is ticked' }).click()
  await expect(dialog.getByText(new RegExp(`^Q-${declined} .+: Declined$`))).toBeVisible()
  await expect(dialog).not.toContainText('$')
  await dialog.getByRole('button', { name: 'Send it' }).click()
  await expect(page.getByText('1 result is on its way.')).toBeVisible()
})

test('Back closes the question before results are sent, and keeps what is ticked', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'without JavaScript nothing is asked')
  for (const { id } of [await createQuote(page), await createQuote(page)])
    await page.request.post('/api/admin/underwriting/quote', { data: { quote_id: id } })
  await page.goto('/admin/work')
  await page.getByRole('link', { name: 'Send several together' }).click()
  const box = page.locator('[name^=chosen-]').first()
  await box.check()
  await page.getByRole('button', { name: 'Send what is ticked' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL('/admin/work/send')
  await expect(box).toBeChecked()
  await page.goBack()
  await expect(page).toHaveURL('/admin/work')
})

test('the counts of the work list lead to its lists, and what acts on a whole list stands in its head', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const { id } = await createQuote(page)
  await createQuote(page)
  await page.request.post('/api/admin/underwriting/quote', { data: { quote_id: id } })
  await page.setViewportSize({ width: 1280, height: 400 })
  await page.goto('/admin/work')
  await page
    .getByRole('navigation', { name: 'What waits' })
    .getByRole('link', { name: /^[\d,]+ to send$/ })
    .click()
  await expect(page).toHaveURL('/admin/work#send')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  await page.goBack()
  await expect(page).toHaveURL('/admin/work')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  const never = page.locator('#run')
  const button = await never.getByRole('button', { name: /^Run (all|this)/ }).boundingBox()
  const table = await never.getByRole('table').boundingBox()
  expect((button?.y ?? NaN) + (button?.height ?? NaN)).toBeLessThanOrEqual(table?.y ?? NaN)
})

test('the columns that the lists of the work share stand in line', async ({ page, scripted }) => {
  test.skip(!scripted, 'the style sheets are the same without scripts')
  const [{ id: referred }, { id: approved }] = [
    await createQuote(page, { children_count: 3, family_size: 3 }),
    await createQuote(page),
  ]
  await createQuote(page)
  for (const quote_id of [referred, approved])
    await page.request.post('/api/admin/underwriting/quote', { data: { quote_id } })
  for (const width of [1024, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/admin/work')
    for (const name of ['Applicant', 'Answer by']) {
      const cells = page.locator('#decide, #run, #send').locator(`tr:first-child > [data-label="${name}"]`)
      const lefts = await cells.evaluateAll((all) =>
        all.map((cell) => Math.round(cell.getBoundingClientRect().left)),
      )
      expect(lefts).toHaveLength(3)
      expect(new Set(lefts).size, `${name} at ${width}`).toBe(1)
    }
  }
})
