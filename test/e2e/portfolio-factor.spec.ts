import { expect, signIn, test, violations } from './base'

test('an admin sees what a portfolio factor does, releases it, and takes it back', async ({
  page,
  scripted,
}) => {
  await signIn(page)
  await page.goto('/admin/underwriting')
  await page.getByRole('link', { name: 'Portfolio factor' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Portfolio factor')
  await expect(page.getByRole('heading', { name: 'In use: 1.0000' })).toBeVisible()
  await expect(page.getByText('The newest active simulated month proposes')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Release/ })).toHaveCount(0)

  // Too far from the one in use: named at the field, and the reason is still there.
  await page.getByRole('textbox', { name: 'Factor' }).fill('1.2')
  await page.getByLabel('Reason').fill('Claims of the last year were above the expected ones')
  await page.getByRole('button', { name: 'See the impact' }).click()
  await expect(page.getByRole('link', { name: 'Factor must be within 10%' })).toBeVisible()
  await expect(page.getByLabel('Reason')).toHaveValue(/^Claims of the last year/)

  await page.getByRole('textbox', { name: 'Factor' }).fill('1.04')
  await page.getByRole('button', { name: 'See the impact' }).click()
  await expect(page.getByRole('heading', { name: 'Impact of 1.0400' })).toBeVisible()
  if (scripted) expect(await violations(page)).toEqual([])

  // Another factor than the one whose impact was seen is not released.
  await page.getByRole('textbox', { name: 'Factor' }).fill('1.05')
  await page.getByRole('button', { name: 'Release 1.0400' }).click()
  await expect(page.getByRole('link', { name: 'See the impact of this factor first' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Factor' }).fill('1.04')
  await page.getByRole('button', { name: 'See the impact' }).click()
  await page.getByRole('button', { name: 'Release 1.0400' }).click()
  await expect(page.getByRole('heading', { name: 'In use: 1.0400' })).toBeVisible()
  await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText('1.0400')

  await page.getByRole('textbox', { name: 'Factor' }).fill('1')
  await page.getByLabel('Reason').fill('Back to what it was: the claims were late reports')
  await page.getByRole('button', { name: 'See the impact' }).click()
  await page.getByRole('button', { name: 'Release 1.0000' }).click()
  await expect(page.getByRole('heading', { name: 'In use: 1.0000' })).toBeVisible()
})
