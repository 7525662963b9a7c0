import { expect, signIn, test, violations } from './base'

test('an admin simulates, sees the fan and the reserves, and gets the months', async ({ page, scripted }) => {
  await signIn(page)
  await page.goto('/admin/underwriting/charts')
  await page.getByRole('link', { name: 'Simulation', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Simulation')

  // A mistake is named at its field, and what was typed is still there.
  await page.getByLabel('Scenario').selectOption('2008-2010')
  await page.getByLabel('Months', { exact: true }).fill('500')
  await page.getByLabel('Paths').fill('200')
  const members = page.getByLabel('Opening members')
  const before = await members.inputValue()
  await members.fill('')
  await page.getByRole('button', { name: 'Start simulation' }).click()
  await expect(page.getByRole('link', { name: 'Months must be a whole number from 6 to 120' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Opening members/ })).toBeVisible()
  await members.fill(before)
  await expect(page.getByLabel('Scenario')).toHaveValue('2008-2010')
  await page.getByLabel('Months', { exact: true }).fill('24')
  await page.getByRole('button', { name: 'Start simulation' }).click()

  await expect(page).toHaveURL(/\?run=\d+$/)
  const result = page.getByRole('heading', { name: /^Simulation \d+: Replay of 2008-2010$/ })
  await expect(async () => {
    // Without JavaScript the page is reloaded by its link.
    const link = page.getByRole('link', { name: 'See how far it is now' })
    if (!scripted && (await link.isVisible())) await link.click()
    await expect(result).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 60_000 })
  if (scripted)
    await expect(page.getByRole('status').filter({ hasText: /^Simulation \d+: Done\.$/ })).toHaveCount(1)
  await expect(page.getByRole('img', { name: /^Reserve by month/ })).toBeVisible()
  // The form is out of the way, with the settings of the run in it.
  await expect(page.getByLabel('Opening members')).toBeHidden()
  await page.getByText('Start another simulation').click()
  await expect(page.getByLabel('Months', { exact: true })).toHaveValue('24')
  const needs = page.getByRole('table', { name: 'Reserve that the paths need' })
  await expect(needs.getByRole('row')).toHaveCount(6)
  await expect(needs).toContainText('Any 12 months of 2001-2022')
  await page.getByText('Figures by month').click()
  await expect(
    page.getByRole('table', { name: 'Reserve by month and percentile' }).getByRole('row'),
  ).toHaveCount(25)
  if (scripted) expect(await violations(page)).toEqual([])

  const link = page.getByRole('link', { name: 'Download the months as CSV' })
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toMatch(/^simulation-\d+-2008-2010\.csv$/)
  const file = await page.request.get((await link.getAttribute('href'))!)
  const lines = (await file.text()).trim().split('\n')
  expect(lines).toHaveLength(25)
  expect(lines[0]?.split(',')).toHaveLength(54)

  await page.getByRole('button', { name: 'See what importing them would change' }).click()
  await expect(page).toHaveURL(/\/admin\/run-import\?run=\d+$/)
  await expect(page.locator('.import-outcome')).toContainText(/Synergy data: .*24 added/)
  await expect(page.getByRole('button', { name: 'Import these files' })).toBeVisible()
})

test('a simulation under way shows its progress, and can be cancelled', async ({ page, scripted }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await signIn(page)
  await page.goto('/admin/underwriting/simulation')
  await page.getByLabel('Scenario').selectOption('growth')
  await page.getByLabel('Months', { exact: true }).fill('120')
  await page.getByLabel('Paths').fill('5000')
  await page.getByLabel('Opening members').fill('100,000')
  await page.getByRole('button', { name: 'Start simulation' }).click()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expect(page.getByText('of all paths')).toBeVisible()

  // Another one has to wait.
  await page.getByRole('button', { name: 'Start simulation' }).click()
  await expect(page.getByText('Another simulation is under way.').first()).toBeVisible()
  await expect(page.getByRole('alert')).toBeFocused() // it has scrolled into view

  await page.getByRole('button', { name: 'Cancel simulation' }).click()
  await expect(page.getByText(/Simulation \d+ is cancelled/)).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'Recent simulations' }).getByRole('row').nth(1)).toContainText(
    'Cancelled',
  )
  await page.setViewportSize({ width: 1280, height: 800 })
  const cut = await page
    .getByRole('region', { name: 'Recent simulations' })
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  expect(cut).toBe(0)
})
