import { readFile } from 'node:fs/promises'

import { application } from '../support/program'

import { expect, holdRequests, signIn, test, violations } from './base'

test('an admin finds what lost most to the employer this week, in three clicks', async ({
  page,
  scripted,
}) => {
  await signIn(page)
  const ids: number[] = []
  for (const employer of ['Acme of the results', 'Zenith of the results']) {
    const data = { ...application, employer_name: employer }
    const sent = await page.request.post('/api/quote-submissions', { data })
    const { id } = (await sent.json()) as { id: number }
    await page.request.post('/api/admin/underwriting/quote', { data: { quote_id: id } })
    ids.push(id)
  }

  await page.goto('/admin/underwriting/results')
  const week = page.getByRole('navigation', { name: 'Period' }).getByRole('link', { name: 'This week' })
  await week.click()
  await expect(week).toHaveAttribute('aria-current', 'true') // the URL changes before the links do
  await page.getByRole('link', { name: 'Employer $' }).click()
  const head = page.getByRole('columnheader', { name: 'Employer $' })
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=.*/)
  await expect(page.getByRole('status').filter({ hasText: /\d+ of \d+\+? results/ })).toBeVisible()
  const amounts = await page.locator('tbody .result-factor').allInnerTexts()
  const dollars = amounts.map((text) => Number(text.replace(/[$,]/g, '')))
  expect(dollars).toEqual([...dollars].sort((a, b) => b - a))
  if (scripted) expect(await violations(page)).toEqual([])

  await page.getByRole('link', { name: 'By employer', exact: true }).click()
  const zenith = page.getByRole('row', { name: /^Zenith of the results/ })
  await expect(zenith).toContainText(/^\D*1\D/)
  await page.getByRole('link', { name: 'Count replaced results too' }).click()
  await expect(page.getByText('a newer one of their application has replaced count too')).toBeVisible()
  if (scripted) expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'Count the newest of each application alone' }).click()
  const arrives = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the groups as CSV' }).click()
  const file = await arrives
  expect(file.suggestedFilename()).toMatch(/^results-by-employer-filtered-\d{4}-\d\d-\d\d\.csv$/)
  expect(await readFile(await file.path(), 'utf8')).toMatch(/\r\nZenith of the results,1,\d+\.\d\d,/)

  await page.getByRole('link', { name: 'Zenith of the results' }).click()
  await expect(page.locator('.result-list tbody tr')).toHaveCount(1)
  await expect(page.locator('.result-list tbody tr')).toContainText(`Q-${ids[1]}`)
  await page.getByLabel('Dollars of').selectOption('Portfolio')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page.getByRole('columnheader', { name: 'Portfolio $' })).toBeVisible()
  await expect(page.locator('.result-list tbody tr')).toHaveCount(1)
})

test('an employer is found by beginnings of words, and its results lead from one to the next', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await signIn(page)
  const employer = 'Übermut & Söhne Eins'
  const results: number[] = []
  for (let run = 0; run < 3; run += 1) {
    const data = { ...application, children_count: 3, family_size: 3, employer_name: employer }
    const sent = await page.request.post('/api/quote-submissions', { data })
    const { id: quote_id } = (await sent.json()) as { id: number }
    const ran = await page.request.post('/api/admin/underwriting/quote', { data: { quote_id } })
    results.push(((await ran.json()) as { result: { id: number } }).result.id)
  }
  const [first, second, third] = results

  await page.goto('/admin/underwriting/results')
  const field = page.getByLabel('Employer', { exact: true })
  const rows = page.locator('.result-list tbody tr')
  await field.fill('sohn UBER eins')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await expect(page).toHaveURL(/employer=sohn/)
  await expect(rows).toHaveCount(3)
  await field.fill('"Übermut"')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await expect(page.getByText('No result matches.')).toBeVisible()
  await expect(field).toHaveValue('"Übermut"')
  await field.fill(`"${employer}"`)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await expect(rows).toHaveCount(3)

  const title = page.getByRole('heading', { level: 1 })
  const previous = page.getByRole('link', { name: 'Previous result' })
  const next = page.getByRole('link', { name: 'Next result' })
  await page.getByRole('link', { name: String(second), exact: true }).click()
  await expect(title).toHaveText(`Underwriting result ${second}`)
  await next.click()
  await expect(title).toHaveText(`Underwriting result ${first}`)
  await expect(next).toHaveCount(0)
  await previous.click()
  await expect(title).toHaveText(`Underwriting result ${second}`)
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('[')
  await expect(title).toHaveText(`Underwriting result ${third}`)
  await page.keyboard.press(']')
  await expect(title).toHaveText(`Underwriting result ${second}`)

  // What is typed about one result is not saved with another.
  const words = page.getByLabel(/^Your words/)
  await words.fill('Only about this one.')
  await words.blur()
  await next.click()
  await expect(title).toHaveText(`Underwriting result ${first}`)
  await expect(words).toHaveValue('')
  await previous.click()
  await expect(title).toHaveText(`Underwriting result ${second}`)
  await expect(words).toHaveValue('Only about this one.')

  // A decision keeps the list.
  await page.getByLabel('Decision', { exact: true }).selectOption('accepted')
  await page.getByLabel('Reason', { exact: true }).selectOption('confirmed')
  await page.getByLabel(/^Your words/).fill('A typing error, she says.')
  await page.getByRole('button', { name: 'Save the decision' }).click()
  await expect(page.getByText(/^The decision is saved/)).toBeVisible()
  await next.click()
  await expect(title).toHaveText(`Underwriting result ${first}`)
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await expect(rows).toHaveCount(3)

  // Opened from elsewhere, the work leads on.
  await page.goto(`/admin/underwriting/result/${second}`)
  await expect(page.getByRole('navigation', { name: 'The list of results' })).toHaveCount(0)
})

test('the report of overruled rules leads to the results that it counts', async ({ page, scripted }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await signIn(page)
  const data = { ...application, children_count: 3, family_size: 3 }
  const sent = await page.request.post('/api/quote-submissions', { data })
  const { id: quote_id } = (await sent.json()) as { id: number }
  const ran = await page.request.post('/api/admin/underwriting/quote', { data: { quote_id } })
  const { id } = ((await ran.json()) as { result: { id: number } }).result
  const decision = { verdict: 'accepted', reason: 'confirmed', words: 'A typing error, she says.' }
  await page.request.post(`/api/admin/underwriting/results/${id}/decision`, { data: decision })

  await page.goto('/admin/underwriting/referrals')
  const heads = await page.getByRole('columnheader').allTextContents()
  const row = page.getByRole('row', { name: /^Children: contradicts the family size FAMILY/ })
  const link = row.locator('th, td').nth(heads.indexOf('Accepted')).getByRole('link')
  const count = await link.textContent()
  await link.click()
  await expect(page.getByRole('status').filter({ hasText: `of ${count} result` })).toBeVisible()
  await expect(page.getByLabel('Rule', { exact: true })).toHaveValue('FAMILY')
  await expect(page.getByRole('link', { name: String(id), exact: true })).toBeVisible()
})

test('a filter chosen while the list is on its way stays chosen', async ({ page, scripted }) => {
  test.skip(!scripted, 'without JavaScript, each filter loads a new document')
  await signIn(page)
  await page.goto('/admin/underwriting/results')
  const arrive = await holdRequests(page, /results\?.*_data=/)
  await page.getByLabel('Employer', { exact: true }).fill('Acme')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page.getByRole('button', { name: 'Filtering...' })).toBeVisible()
  await page.getByLabel('Decision').selectOption('Declined')
  arrive()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await expect(page).toHaveURL(/employer=Acme/)
  await expect(page).toHaveURL(/decision=declined/)
  await page.getByLabel('Tier').selectOption({ index: 1 })
  await page.getByRole('link', { name: 'Show all' }).click()
  await expect(page).not.toHaveURL(/decision=/)
  for (const name of ['Decision', 'Tier', 'Employer'])
    await expect(page.getByLabel(name, { exact: true })).toHaveValue('')
})

test('the heads of the results stay under the bar, and a phone has two lines a result', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'the style sheets are the same without scripts')
  await signIn(page)
  const sent = await page.request.post('/api/quote-submissions', { data: application })
  const { id } = (await sent.json()) as { id: number }
  for (let run = 0; run < 30; run += 1)
    await page.request.post('/api/admin/underwriting/quote', { data: { quote_id: id } })
  await page.setViewportSize({ width: 1280, height: 600 })
  await page.goto(`/admin/underwriting/results?employer=${encodeURIComponent(application.employer_name)}`)
  const row = page.locator('.result-list tbody tr').first()
  expect((await row.boundingBox())?.height).toBe(32)
  await page.mouse.wheel(0, 900)
  await expect
    .poll(async () => {
      const bar = await page.locator('.site-header').boundingBox()
      const head = await page.locator('.result-list thead th').first().boundingBox()
      return Math.abs((head?.y ?? 0) - ((bar?.y ?? 0) + (bar?.height ?? 0)))
    })
    .toBeLessThan(2)

  await page.setViewportSize({ width: 360, height: 800 })
  expect((await row.boundingBox())?.height).toBeLessThan(90)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await page.getByText('Sorted by Result, descending').click()
  await page.getByRole('link', { name: 'Rated premium', exact: true }).click()
  await expect(page.getByText('Sorted by Rated premium, descending')).toBeVisible()
  // What a list is sorted by is shown, and takes no name its room.
  await page.goto('/admin/underwriting/results?sort=-loss_ratio')
  for (const width of [360, 768, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(row.locator('.result-loss_ratio')).toHaveText(/^\d+\.\d%/)
    expect((await row.locator('.result-name').boundingBox())?.width, String(width)).toBeGreaterThan(80)
  }
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await violations(page)).toEqual([])
})

test('columns are chosen, stay through filters and sorts, and show on a narrow screen too', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await signIn(page)
  const sent = await page.request.post('/api/quote-submissions', { data: application })
  const { id } = (await sent.json()) as { id: number }
  await page.request.post('/api/admin/underwriting/quote', { data: { quote_id: id } })
  const heads = page.getByRole('columnheader')
  const choose = async (changes: Record<string, boolean>) => {
    await page.getByRole('link', { name: 'Choose columns' }).click()
    await expect(page.getByRole('group', { name: 'Columns to show' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    for (const [name, isShown] of Object.entries(changes))
      await page.getByRole('checkbox', { name, exact: true }).setChecked(isShown)
    await page.getByRole('button', { name: 'Show these columns' }).click()
  }

  await page.goto('/admin/underwriting/results')
  await expect(heads).toHaveCount(12)
  await choose({
    Name: false,
    Score: false,
    Tier: false,
    Decision: false,
    'Rated premium': false,
    'Final premium': false,
    'Employer $': false,
    'Combined factor': true,
    Sent: true,
  })
  const chosen = ['Result', 'Quote', 'Employer', 'Industry', 'Combined factor', 'Expected loss ratio', 'Sent']
  await expect(heads).toHaveText(chosen.map((name) => new RegExp(`^${name}`)))
  await page.getByRole('link', { name: 'Expected loss ratio' }).click()
  await page.getByLabel('Quote number').fill(String(id))
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page.locator('.result-list tbody tr')).toHaveCount(1)
  await expect(heads).toHaveCount(7)
  await page.setViewportSize({ width: 800, height: 800 })
  await expect(heads.filter({ hasText: 'Industry' })).toBeVisible()
  await page.setViewportSize({ width: 360, height: 800 })
  for (const column of ['quote', 'employer', 'industry', 'combined', 'loss_ratio', 'sent'])
    await expect(page.locator(`tbody .result-${column}`), column).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/admin/submissions')
  await choose({ Income: true, Industry: true, Phone: true, Gender: true, Education: true, Email: false })
  await expect(heads.filter({ hasText: /^Income/ })).toBeVisible()
  await expect(heads.filter({ hasText: 'Email' })).toHaveCount(0)
  await expect(heads.filter({ hasText: 'Name' })).toHaveCount(1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280)
})

test('groups have a row of totals, two lines each on a phone, and tabs that are told apart', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'the style sheets are the same without scripts')
  await signIn(page)
  const sent = await page.request.post('/api/quote-submissions', { data: application })
  const { id } = (await sent.json()) as { id: number }
  await page.request.post('/api/admin/underwriting/quote', { data: { quote_id: id } })
  await page.goto('/admin/underwriting/results?group=tier')
  for (const name of ['Period', 'Groups']) {
    const tabs = page.getByRole('navigation', { name })
    await expect(tabs.getByText(name, { exact: true })).toBeVisible()
    await expect(tabs.locator('[aria-current=true]')).toHaveCount(1)
  }
  const rows = page.getByRole('table', { name: 'Results by tier' }).getByRole('row')
  const counts = await rows.locator('[data-label=Results]').allInnerTexts()
  const [total = NaN, ...others] = counts.map((text) => Number(text.replace(/\D/g, ''))).reverse()
  expect(total).toBe(others.reduce((sum, count) => sum + count, 0))
  await expect(rows.last()).toContainText('All groups')
  const ratio = page.getByRole('columnheader', { name: 'Expected loss ratio' })
  await ratio.getByRole('link').click()
  await expect(ratio).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL(/group=tier&group_sort=-loss_ratio/)
  await expect(page.getByLabel('Dollars of')).toHaveCount(0)
  await page.setViewportSize({ width: 360, height: 800 })
  for (const row of [rows.nth(1), rows.last()])
    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(80)
})

test('a filter of the results does not push the table down, and every head that sorts has its mark', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'the style sheets are the same without scripts')
  await signIn(page)
  const sent = await page.request.post('/api/quote-submissions', { data: application })
  const { id } = (await sent.json()) as { id: number }
  await page.request.post('/api/admin/underwriting/quote', { data: { quote_id: id } })
  await page.setViewportSize({ width: 1280, height: 800 })
  const table = page.locator('.result-list')
  await page.goto('/admin/underwriting/results')
  const before = await table.boundingBox()
  await expect(table.locator('thead .table-sort-mark')).toHaveText(['↓', ...Array<string>(11).fill('↕')])
  await page.goto(`/admin/underwriting/results?decision=approved`)
  await expect(page.getByRole('link', { name: 'Show all' })).toBeVisible()
  expect((await table.boundingBox())?.y).toBe(before?.y)
})
