import { application } from '../support/program'
import { expect, signIn, test, violations } from './base'

test('the portfolio has charts, with their figures in tables beside them', async ({
  page,
  request,
  baseURL,
  scripted,
}) => {
  const quote = await request.post(`${baseURL}/api/quote-submissions`, { data: application })
  const { id } = (await quote.json()) as { id: number }
  await signIn(page)
  const run = await page.request.post(`${baseURL}/api/admin/underwriting/quote`, { data: { quote_id: id } })
  expect(run.status()).toBe(201)

  await page.goto('/admin/underwriting')
  await page.getByRole('link', { name: 'Charts', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Portfolio charts')
  for (const title of [
    'Quotes by day and status',
    'Rated premiums by tier',
    'Loss ratio',
    'Reserve',
    'Meltdown probability',
  ])
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
  expect(await page.getByRole('main').getByRole('img').count()).toBeGreaterThanOrEqual(5)
  expect(await page.getByRole('table').count()).toBeGreaterThanOrEqual(5)
  await expect(page.getByRole('main')).toContainText('The target is 65%.')

  await page.getByLabel('Quotes', { exact: true }).selectOption('365')
  await page.getByLabel('Simulation', { exact: true }).selectOption('12')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(/=365/)
  await expect(page).toHaveURL(/=12/)
  await expect(page.getByRole('main')).toContainText('Jan 2025 to Dec 2025')

  if (scripted) expect(await violations(page)).toEqual([])
})

test('the overview counts what became of the applications, and each figure leads to its list', async ({
  page,
  request,
  baseURL,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const quote = await request.post(`${baseURL}/api/quote-submissions`, {
    data: { ...application, children_count: 3, family_size: 3 },
  })
  const { id } = (await quote.json()) as { id: number }
  await signIn(page)
  await page.request.post(`${baseURL}/api/admin/underwriting/quote`, { data: { quote_id: id } })

  await page.goto('/admin')
  await page.getByRole('link', { name: 'Portfolio', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Portfolio')
  await page.getByRole('link', { name: '7 days', exact: true }).click()
  await expect(page).toHaveURL(/days=7$/)
  await expect(page.getByText(/in the 7 days before/).first()).toBeVisible()
  expect(await violations(page)).toEqual([])
  for (const stage of ['Run', 'Referred, not decided yet']) {
    await page.getByRole('link', { name: stage, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Form Submissions')
    await expect(page.getByRole('cell', { name: String(id), exact: true })).toBeVisible()
    await page.goBack()
  }
  const group = page.getByRole('table', { name: 'Applications by rated industry' }).getByRole('row').nth(1)
  const industry = await group.getByRole('link').innerText()
  const count = await group.getByRole('cell').first().innerText()
  await group.getByRole('link').click()
  await expect(page.getByRole('textbox', { name: 'Rated industry' })).toHaveValue(industry)
  // Tests of other files apply meanwhile.
  const matches = page.getByRole('status').filter({ hasText: /^\d+ match/ })
  await expect
    .poll(async () => parseInt(await matches.innerText(), 10))
    .toBeGreaterThanOrEqual(parseInt(count, 10))
  await page.goBack()
  await page.getByRole('link', { name: 'Approved', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Form Submissions')
  await expect(page.getByRole('cell', { name: String(id), exact: true })).toHaveCount(0)
})
