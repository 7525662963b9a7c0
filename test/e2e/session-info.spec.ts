import { admin } from '../support/program'

import { expect, openTool, signInWithForm, test, violations } from './base'

test('an admin sees the current session and its activity, and refreshes it', async ({ page, scripted }) => {
  await signInWithForm(page)
  await page.goto('/admin/underwriting')
  await page.goto('/admin/session-info')
  const main = page.getByRole('main')
  await expect(main).toContainText(/Session duration\s*\d+ minutes? \d+ seconds?/)
  await expect(main).toContainText('Not secure')
  await expect(main).toContainText('30 minutes')
  await expect(main).toContainText(admin.email)
  await expect(main).toContainText(/Email verified\s*Verified/)
  await expect(main).toContainText(/Operating system\s*Linux/)
  await expect(main).toContainText(/IP address\s*(?:127\.0\.0\.1|::1) \(this computer\)/)
  const screen = scripted ? /Screen size\s*\d+ × \d+ pixels/ : /Screen size\s*Needs JavaScript/
  await expect(main).toContainText(screen)

  const viewed = async () => {
    const text = await page.locator('.stat', { hasText: 'Pages viewed' }).locator('.stat-value').textContent()
    return Number(text)
  }
  // Page views are recorded in the background.
  await expect(async () => {
    await page.reload()
    await expect(page.locator('.activity').first()).toContainText('Viewed Underwriting')
  }).toPass()
  const before = await viewed()
  expect(before).toBeGreaterThan(2)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(async () => expect(await viewed()).toBeGreaterThan(before)).toPass()
  await expect(main).toContainText('Logged in')
  if (scripted) expect(await violations(page)).toEqual([])
})

test('a page view is counted once, however the page was reached; polls, API calls and files are not', async ({
  page,
  baseURL,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await signInWithForm(page)
  await page.goto('/admin/submissions')
  await openTool(page, 'Audit')
  await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible()
  await page.getByLabel('Who').fill('nobody')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page.getByText('No entry matches.')).toBeVisible()
  await page.request.get(`${baseURL}/api/admin/underwriting/results`)
  await page.request.get(`${baseURL}/api/auth/me`)
  await page.request.get(`${baseURL}/favicon.svg`)
  await page.request.get(`${baseURL}/admin/database/job_roles/export`)
  await page.request.get(`${baseURL}/no/such/page`)
  await expect(async () => {
    await page.goto('/admin/session-info')
    await expect(page.locator('.activity').first()).toContainText('Viewed 2 times Audit', {
      timeout: 500,
    })
  }).toPass()
  const timeline = (await page.locator('.activity').allTextContents()).join(' ')
  for (const path of ['/api/', 'favicon', '/export', '/no/such']) expect(timeline).not.toContain(path)
})

test('another session of the account is listed and ended', async ({ page, openPage, scripted }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await signInWithForm(page)
  // Specs share the admin: this is a device of its own.
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'
  const elsewhere = await openPage({ userAgent })
  await signInWithForm(elsewhere)
  await page.goto('/admin/session-info')
  const sessions = page.locator('#sessions')
  await expect(sessions.getByText('This device')).toHaveCount(1)
  await page.setViewportSize({ width: 360, height: 740 })
  const row = sessions.getByRole('row').filter({ hasText: 'Safari on iOS' }).first()
  expect((await row.boundingBox())?.height).toBeLessThan(80) // two lines
  await row.getByRole('button', { name: 'End Safari on iOS' }).click()
  await expect(page.getByText('That device is logged out.')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/session-info/)
})
