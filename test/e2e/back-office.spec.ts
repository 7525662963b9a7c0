import type { Locator } from '@playwright/test'

import { application } from '../support/program'

import { expect, signIn, test } from './base'

/** An application with a name of its own. */
function applicant() {
  const name = `Walker ${crypto.randomUUID().slice(0, 8)}`
  const email = `${name.toLowerCase().replace(' ', '-')}@example.com`
  return { ...application, name, email, quote_email: email }
}

test('each page of the back office has a title of its own', async ({ page, scripted }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await signIn(page)
  for (const [path, title] of [
    ['/admin/underwriting', /^Underwriting Engine - /],
    ['/pitch-deck-admin', /^Pitch deck access requests - /],
    ['/pitch-deck-admin/999999/delete', /^Not found - /],
    ['/admin/session-info', /^Session information - /],
    ['/admin/security', /^Security log - /],
    ['/admin/accounts', /^Accounts - /],
    ['/admin/accounts/1', /^Account 1, .+ - /],
    ['/admin/accounts/1/end-sessions', /^End sessions - /],
    ['/admin/accounts/1/remove-two-step-login', /^Remove two-step login - /],
  ] as const) {
    await page.goto(path)
    await expect(page).toHaveTitle(title)
  }
})

test('an import is part of the underwriting, and a missing record links back', async ({ page, scripted }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await signIn(page)
  const office = page.getByRole('navigation', { name: 'Back office' })
  await page.goto('/admin/run-import')
  await expect(office.getByText('More')).toHaveAttribute('aria-current', 'true')
  await expect(office.getByText('Import')).toHaveAttribute('aria-current', 'page')
  await page.goto('/admin/underwriting/result/999999')
  await page.getByRole('link', { name: 'Back to Underwriting' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Underwriting Engine')
})

test('the dashboard of an admin starts with the back office', async ({ page, scripted }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await signIn(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Back office')
  await page.getByRole('main').getByRole('link', { name: 'Submissions', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Form Submissions')
})

test("the title starts with 'Error:' only while there are errors", async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/underwriting?tab=coverage-tiers&add=job-roles#job-roles')
  await page.getByRole('button', { name: 'Add this job role' }).click()
  await expect(page.getByText('Role name is required').first()).toBeVisible()
  await expect(page).toHaveTitle(/^Error: Underwriting Engine/)
  await page.getByRole('main').getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Role name')).toHaveCount(0)
  await expect(page).toHaveTitle(/^Underwriting Engine/)
})

test('a quote shows its status and data; its result, the applicant; the log, who ran it', async ({
  page,
  scripted,
}) => {
  await signIn(page)
  const person = applicant()
  const { id } = (await (await page.request.post('/api/quote-submissions', { data: person })).json()) as {
    id: number
  }
  const quote = `/admin/underwriting/quote/${id}`
  await page.goto(quote)
  const summary = page.locator('.card').filter({ hasText: `Quote Q-${id}` })
  await expect(summary.getByText('Pending', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Change status or note' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Q-${id}, ${person.name}`)
  await page.goto(quote)
  await page.getByRole('button', { name: 'Run Underwriting for this Quote' }).click()
  const heading = page.getByRole('heading', { level: 1, name: /^Underwriting result/ })
  await page.getByRole('link', { name: /^View result \d+$/ }).click()
  const result = (await heading.textContent())?.split(' ').at(-1)

  const offerCard = page.locator('#offer')
  await expect(offerCard).toContainText(person.name)
  await expect(offerCard).toContainText(person.email)
  await page.goto(quote)
  await expect(page.getByText('No result is with the applicant.')).toBeVisible()
  await page.goto(`/admin/underwriting/result/${result}`)
  await page.getByRole('link', { name: 'Send this result to the applicant' }).click()
  const place = scripted ? page.getByRole('dialog') : page.getByRole('main')
  await expect(place).toContainText(person.email)
  await place.getByRole('button', { name: 'Send it' }).click()
  await expect(page.getByText('The result is on its way to its applicant.')).toBeVisible()
  await page.goto(quote)
  await expect(summary.getByText('Quoted', { exact: true })).toBeVisible()
  await expect(page.getByText(`Result ${result} was sent to the applicant`)).toBeVisible()

  await page.goto('/admin/audit?entity=underwriting+result&action=run')
  const run = page.getByRole('listitem').filter({ hasText: `Ran underwriting on Q-${id}` })
  await run
    .first()
    .getByRole('link', { name: `Q-${id}` })
    .click()
  await expect(heading).toHaveText(`Underwriting result ${result}`)
})

test('a deletion is confirmed by name', async ({ page, scripted }) => {
  test.skip(!scripted, 'the page that asks without JavaScript shows the whole record')
  await signIn(page)
  const name = `Keeper ${crypto.randomUUID().slice(0, 8)}`
  await page.request.post('/api/admin/underwriting/job-roles', { data: { role_name: name } })
  await page.goto('/admin/underwriting')
  await page.getByRole('link', { name: `Delete job role ${name}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`Job role ${name}`)
  // The question fits in the dialog, although its cell does not wrap.
  const [inner, outer] = await dialog
    .locator('.dialog-question')
    .evaluate((question) => [question.scrollWidth, question.clientWidth])
  expect(inner).toBeLessThanOrEqual(outer)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Job role deleted successfully!')).toBeVisible()
})

test('on a phone the menu of the office opens below its bar, the search first', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page)
  await page.goto('/admin/underwriting')
  await page.evaluate(() => scrollTo(0, 300))
  await page.locator('label.menu-toggle').first().click()
  const top = async (place: Locator) => (await place.boundingBox())?.y ?? NaN
  const menu = page.getByRole('navigation', { name: 'Back office' })
  const [bar, search, heading, work] = [
    await top(page.locator('.office-header .brand')),
    await top(menu.getByRole('searchbox').or(menu.getByRole('combobox')).first()),
    await top(menu.getByText('Quotes', { exact: true })),
    await top(menu.getByRole('link', { name: /^Work/ })),
  ]
  expect(bar).toBeGreaterThanOrEqual(0)
  expect(search).toBeGreaterThan(bar)
  expect(heading).toBeGreaterThan(search)
  expect(work).toBeGreaterThan(heading)
  await page.getByText('Close menu').click()
  await expect(menu).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})
