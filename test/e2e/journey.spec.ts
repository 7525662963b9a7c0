import type { Page } from '@playwright/test'

import { application } from '../support/program'

import { expect, signIn, signInWithForm, test, unfold } from './base'

async function fillApplication(page: Page, name: string) {
  const text = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value)
  const choose = (group: string, choice: string) =>
    page.getByRole('group', { name: group, exact: true }).getByLabel(choice, { exact: true }).check()
  const select = (label: string, choice: string) =>
    page.getByLabel(label, { exact: true }).selectOption(choice)

  await expect(page.getByLabel('Full name')).toBeVisible()
  await unfold(page.locator('main form.form'))
  await text('Full name', name)
  await text('Email', 'ann@example.com')
  await text('Date of birth', '05/14/1988')
  await choose('Gender', 'Female')
  await text('Address', '1 Main Street, Albany 12207')
  await select('State', 'NY')
  await choose('Marital status', 'Married')
  await choose('Is your spouse working?', 'Yes')
  await text('Family size', '3')
  await choose('Housing status', 'Rent')
  await text('Occupation', 'Under water welder')
  await select('Job role', 'Other')
  await text('Other Job Role', 'Diver')
  await text('Employer name', 'brightloom software')
  await select('Employer type', 'Private')
  await select('Employer size', 'Medium (50-500)')
  await select('Industry', 'Information')
  await text('Employment length', '2.5')
  await choose('Employment type', 'Full-time')
  await choose('Work arrangement', 'Remote')
  await choose('Are you a member of a union?', 'No')
  await text('Monthly income', '$4,500')
  await text('Annual salary', '54,000')
  await choose('Pay type', 'Salary')
  await choose('Pay schedule', 'Bi-Weekly')
  await select('Coverage level', 'standard')
  await choose('Education', 'Bachelor')
  await text('Credit score', '710')
  await choose('Bankruptcy history', 'None')
  await choose('Background check', 'Clear')
  await choose('Do you receive government benefits?', 'No')
}

test('an application that is sent again after Back counts once, unless it was changed', async ({ page }) => {
  const send = async (name: string) => {
    await fillApplication(page, name)
    await page.getByLabel(/^I agree to the terms/).check()
    await page.getByRole('button', { name: 'Send my application' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you. Your application is in.')
    return page.getByText(/^Q-\d+$/).textContent()
  }
  await page.goto('/get-a-quote')
  const first = await send('Bea Back')
  await page.goBack()
  expect(await send('Bea Back')).toBe(first)
  await page.goBack()
  expect(await send('Bea Changed')).not.toBe(first)
})

test('an application is sent, underwritten, and its result read', async ({ page, scripted }, { project }) => {
  const name = `Ann ${project.name.replace(/\W+/g, ' ')}`

  // A visitor applies, misses one field, and loses nothing.
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: 'Get a quote' }).click()
  await expect(page).toHaveURL(/\/get-a-quote$/)
  await expect(page.getByLabel('Other Job Role')).toBeHidden()
  await expect(page.getByRole('group', { name: 'Is your spouse working?' })).toBeHidden()
  await fillApplication(page, name)
  await page.getByRole('button', { name: 'Send my application' }).click()
  const summary = page.getByRole('alert')
  await expect(summary.getByRole('link')).toHaveText(['You must agree to the terms and conditions'])
  await expect(page).toHaveTitle(/^Error: Get a quote/)
  if (scripted) await expect(summary).toBeFocused()
  await summary.getByRole('link').click()
  await expect(page.getByLabel(/^I agree to the terms/)).toBeFocused()
  await expect(page.getByLabel('Full name')).toHaveValue(name)
  await expect(page.getByLabel('Monthly income')).toHaveValue('$4,500')
  await expect(page.getByLabel('Job role', { exact: true })).toHaveValue('Other')
  await expect(page.getByLabel('Other Job Role')).toHaveValue('Diver')
  await expect(page.getByRole('group', { name: 'Housing status' }).getByLabel('Rent')).toBeChecked()

  await page.getByLabel(/^I agree to the terms/).check()
  await page.getByRole('button', { name: 'Send my application' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you. Your application is in.')
  await page.reload() // sends nothing again
  await expect(page.getByRole('button', { name: 'Stay on this page' })).toHaveCount(scripted ? 1 : 0)

  // An admin signs in, finds it once, and runs the engine on it.
  await signInWithForm(page)
  await page.getByLabel(/^Search by name/).fill(name)
  await page.getByRole('button', { name: 'Search' }).click()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toHaveCount(1)
  await row.getByRole('link', { name: /View/ }).click()
  await page.getByRole('link', { name: 'View Full Underwriting Details' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quote Underwriting Details')
  await expect(page.getByText('No underwriting results found for this quote.')).toBeVisible()
  await page.getByRole('button', { name: 'Run Underwriting for this Quote' }).click()

  // The result opens beside the application, with an explanation on a page of its own.
  const flash = page.locator('.flash')
  await expect(flash).toContainText('Underwriting completed successfully!')
  if (scripted) await expect(flash).toBeFocused()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quote Underwriting Details')
  await expect(page.locator('#result')).toContainText('Approved')
  await expect(page.getByText('In review', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: /^View Details/ })).toHaveCount(1)
  await flash.getByRole('link', { name: /^View result \d+$/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Underwriting result \d+$/)
  await expect(page.getByText('Approved', { exact: true })).toBeVisible()
  await expect(page.getByText('$8,000.00', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('img', { name: /From the base premium/ })).toBeVisible()
  await page.getByText(/^\d+ steps$/).click()
  const steps = page.getByRole('table', { name: 'Steps of the calculation, in order' })
  await expect(steps.getByRole('row').filter({ hasText: /Benefit/ })).toContainText('min(8000, 27000)')
  const json = page.getByText('"combined_risk_factor"').or(page.locator('pre'))
  await expect(json.first()).toBeHidden()

  // It is in the lists.
  await page.getByRole('link', { name: 'View Quote Details' }).click()
  if (scripted) {
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(name)
    await dialog.getByRole('link', { name: 'View Full Underwriting Details' }).click()
  }
  await expect(page.getByRole('link', { name: /View Details/ })).toHaveCount(1)
  await page
    .getByRole('navigation', { name: 'Back office' })
    .getByRole('link', { name: 'Underwriting' })
    .click()
  await expect(
    page
      .getByRole('table', { name: /Underwriting results/ })
      .getByRole('row')
      .nth(1),
  ).toContainText('Standard')
})

test('underwriting by number stays on its page, with the result in the list', async ({
  page,
  baseURL,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const response = await page.request.post(`${baseURL}/api/quote-submissions`, { data: application })
  const { id } = (await response.json()) as { id: number }
  await signIn(page)
  await page.goto('/admin/underwriting?tab=results')
  await page.getByLabel('Quote ID').fill(String(id))
  await page.getByRole('button', { name: 'Run underwriting' }).click()
  const flash = page.locator('.flash')
  await expect(flash).toContainText('Underwriting completed successfully!')
  await expect(flash).toBeFocused()
  await expect(page).toHaveURL(/\/admin\/underwriting\?tab=results$/)
  const row = page
    .getByRole('table', { name: /Underwriting results/ })
    .getByRole('row')
    .filter({ hasText: `Q-${id} ${application.name}` })
  await expect(row).toHaveCount(1)
  const result = await row.getByRole('rowheader').textContent()
  await flash.getByRole('link', { name: `View result ${result}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Underwriting result ${result}`)
})

test('underwriting by number shows the errors of the number', async ({ page, scripted }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await signIn(page)
  await page.goto('/admin/underwriting')
  const run = async (number: string) => {
    await page.getByLabel('Quote ID').fill(number)
    await page.getByRole('button', { name: 'Run underwriting' }).click()
  }
  await run('0')
  await expect(page.getByRole('alert')).toContainText('Quote ID must be a whole number, at least 1')
  await run('987654')
  await expect(page.getByRole('alert')).toContainText('Error: Quote submission 987654 not found')
  await expect(page.getByLabel('Quote ID')).toHaveValue('987654')
})

test('signing in shows errors, and signing out ends the session', async ({ page, scripted }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    'Email is required',
    'Password is required',
  ])
  await page.getByLabel('Email').fill('admin@example.com')
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('alert')).toContainText('Invalid email or password. Please try again.')
  await expect(page.getByLabel('Email')).toHaveValue('admin@example.com')
  if (!scripted) await expect(page.getByLabel('Password')).toHaveValue('') // the server sends none back

  await signIn(page)
  await page.goto('/dashboard')
  await page.getByRole('main').getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/login$/)
})

test('missing records show an error in the back office', async ({ page, scripted }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await signIn(page)
  for (const [path, message] of [
    ['/admin/underwriting/quote/abc', 'Error loading quote: Quote submission not found'],
    ['/admin/underwriting/quote/2000000000', 'Error loading quote: Quote submission not found'],
    ['/admin/underwriting/result/-1', 'Underwriting result not found.'],
    ['/admin/underwriting/result/99999999999', 'Underwriting result not found.'],
  ] as const) {
    expect((await page.goto(path))?.status(), path).toBe(404)
    await expect(page.getByText(message)).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Back office' })).toBeVisible()
  }
})

test('unknown URLs show an error', async ({ page, request, baseURL, scripted }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await page.goto('/no/such/page')
  await expect(page).toHaveTitle('404 - Page Not Found')
  await expect(page.getByText("The page you are looking for doesn't exist or has been moved.")).toBeVisible()
  expect((await request.get(`${baseURL}/no/such/page`)).status()).toBe(404)
  const likely = page.getByRole('navigation', { name: 'Perhaps you are looking for' })
  const [first, second] = await Promise.all(
    [0, 1].map((at) => likely.getByRole('listitem').nth(at).boundingBox()),
  )
  expect(second?.y).toBe(first?.y) // beside each other
  await likely.getByText('Contact').click()
  await expect(page).toHaveURL(/\/contact$/)
  await page.goto('/no/such/page')
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL(/\/$/)

  await signIn(page)
  await page.goto('/admin/underwriting/result/999999')
  await expect(page).toHaveTitle('Not found - Holdfast')
  await expect(page.getByText('Underwriting result not found.')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Back office' })).toBeVisible()
})
