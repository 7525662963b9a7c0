import type { Page } from '@playwright/test'

import { application } from '../support/program'
import { expect, signIn, test, violations } from './base'

const found = (page: Page) => page.getByRole('listbox', { name: 'Found' }).getByRole('option')
const search = (page: Page) => page.getByLabel('Find in the back office')

/** An application of somebody with a name of their own. */
async function createQuote(page: Page, name: string, employer = application.employer_name) {
  const email = `search${crypto.randomUUID().slice(0, 8)}@example.com`
  const data = { ...application, name, email, employer_name: employer }
  const response = await page.request.post('/api/quote-submissions', { data })
  return ((await response.json()) as { id: number }).id
}

test.beforeEach(async ({ page }) => signIn(page))

test('the bar finds an applicant without accents, by its form', async ({ page }) => {
  const id = await createQuote(page, 'Bea Vågsøyfjord')
  await page.goto('/admin/work')
  await search(page).fill('vagsoyfjord')
  await search(page).press('Enter')
  await expect(page).toHaveURL(new RegExp(`/admin/underwriting/quote/${id}$`)) // nobody else has the name
  await page.goto('/admin/search?q=vagsoyfjord')
  await page.getByRole('link', { name: `Q-${id} Bea Vågsøyfjord`, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/underwriting/quote/${id}$`))
})

test('the search page says what can be searched, and when nothing is found', async ({ page, scripted }) => {
  await page.goto('/admin/search')
  await expect(page.getByText('What are you looking for?')).toBeVisible()
  await page.getByLabel('People, applications, results, employers, pages').fill('nobodyhasthisname')
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('Nothing was found')).toBeVisible()
  await expect(page.getByText('Searched for')).toHaveCount(0)
  await page.getByLabel('People, applications, results, employers, pages').fill('<work>')
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('Searched for ‘work’: other signs do not count.')).toBeVisible()
  if (scripted) expect(await violations(page)).toEqual([])
  await page.getByLabel('People, applications, results, employers, pages').fill('a')
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('Type at least two letters to find people and records.')).toBeVisible()
  for (const sign of ['%', '_']) {
    await page.getByLabel('People, applications, results, employers, pages').fill(sign)
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
    await expect(page.getByLabel('People, applications, results, employers, pages')).toHaveValue(sign)
    await expect(page.getByText('Letters and digits are searched: other signs do not count.')).toBeVisible()
  }
})

test('the filter and the file of a list keep their page without a connection', async ({ page, scripted }) => {
  test.skip(!scripted, 'without a script the browser says so')
  await createQuote(page, 'Uma Falk')
  await page.goto('/admin/mail')
  await expect(page.getByRole('button', { name: 'Keys' })).toBeVisible() // the script listens
  const main = page.getByRole('main')
  const lost = main.getByText('The server could not be reached. Check your connection and try again.')
  await page.context().setOffline(true)
  await main.getByRole('button', { name: 'Search' }).click()
  await expect(lost).toBeVisible()
  await main.getByRole('link', { name: 'Download as CSV' }).click()
  await expect(lost).toHaveCount(2)
  expect(await violations(page)).toEqual([])
  await page.context().setOffline(false)
  const file = page.waitForEvent('download')
  await main.getByRole('link', { name: 'Download as CSV' }).click()
  expect((await file).suggestedFilename()).toMatch(/\.csv$/)
  await main.getByRole('button', { name: 'Search' }).click()
  await expect(lost).toHaveCount(0)
})

test('a search without a connection keeps its page and its words, and works again afterwards', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'without a script the browser says so')
  const id = await createQuote(page, 'Ulf Wegåsen')
  await page.goto('/admin/mail')
  await expect(page.getByRole('button', { name: 'Keys' })).toBeVisible() // the script listens
  const connection = (isOn: boolean) => page.context().setOffline(!isOn)
  const lost = 'The server could not be reached. Check your connection and try again.'
  await connection(false)
  await search(page).fill('wegasen')
  await search(page).press('Enter')
  await expect(page.getByRole('banner').getByText(lost)).toBeVisible()
  await expect(search(page)).toHaveValue('wegasen')
  await expect(page).toHaveURL(/\/admin\/mail$/)
  expect(await violations(page)).toEqual([])
  await connection(true)
  await search(page).press('Enter')
  await expect(page).toHaveURL(new RegExp(`/admin/underwriting/quote/${id}$`))

  await page.goto('/admin/search')
  const field = page.getByLabel('People, applications, results, employers, pages')
  await connection(false)
  await field.fill('wegasen')
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('main').getByText(lost)).toBeVisible()
  await expect(field).toHaveValue('wegasen')
  await connection(true)
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('link', { name: `Q-${id} Ulf Wegåsen`, exact: true })).toBeVisible()
})

test('on a screen without a keyboard, nothing in the bar is about keys', async ({ openPage }) => {
  const touch = await openPage({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } })
  await signIn(touch)
  await touch.goto('/admin/work')
  await touch.locator('label').filter({ hasText: 'Menu' }).first().click()
  await expect(search(touch)).toBeVisible()
  await expect(touch.getByRole('button', { name: 'Keys' })).toBeHidden()
})

test('on a phone, the menu closes over what was found', async ({ openPage }) => {
  const phone = await openPage({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } })
  await signIn(phone)
  await phone.goto('/admin/mail')
  await phone.locator('label').filter({ hasText: 'Menu' }).first().click()
  await search(phone).fill('nobodyhasthisname')
  await search(phone).press('Enter')
  await expect(phone.getByText('Nothing was found')).toBeVisible()
  await expect(search(phone)).toBeHidden()
  await phone.getByRole('main').getByRole('button', { name: 'Search' }).click({ trial: true })
})

test('while typing, the bar lists what is found, and keys choose from it', async ({ page, scripted }) => {
  test.skip(!scripted, 'needs a script')
  const id = await createQuote(page, 'Gro Ødegårdstuen')
  await page.goto('/admin/mail')
  await expect(page.getByRole('button', { name: 'Keys' })).toBeVisible() // the script listens
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('/')
  await expect(search(page)).toBeFocused()
  const start = page.getByRole('listbox', { name: 'Pages and acts' })
  await expect(start.getByRole('option', { name: /^Edit a tier/ })).toBeVisible()
  await page.keyboard.type(`run ${id}`)
  const option = found(page).filter({ hasText: `Run underwriting for Q-${id}` })
  await expect(option).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(option).toBeHidden()
  await search(page).fill('odegardstuen')
  await expect(found(page).first()).toContainText(`Q-${id} Gro Ødegårdstuen`)
  await expect(found(page).first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/admin/underwriting/quote/${id}$`))
  await expect(search(page)).toHaveValue('')
})

test('keys lead to places and rows, and can be switched off', async ({ page, scripted }) => {
  test.skip(!scripted, 'needs a script')
  const name = `Keys${crypto.randomUUID().replaceAll(/[^a-z]/g, '')}`
  const first = await createQuote(page, `Ann ${name}`, name)
  const second = await createQuote(page, `Bob ${name}`, name)
  await page.goto('/admin/mail')
  await expect(page.getByRole('button', { name: 'Keys' })).toBeVisible() // the script listens
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Form Submissions')

  await page.goto(`/admin/submissions?q=${name}`) // other tests apply meanwhile
  await expect(page.getByRole('button', { name: 'Keys' })).toBeVisible()
  const row = (id: number) => page.getByRole('link', { name: `View quote submission ${id}` })
  await page.keyboard.press('j')
  await expect(row(second)).toBeFocused()
  await page.keyboard.press('j')
  await expect(row(first)).toBeFocused()
  await page.keyboard.press('k')
  await expect(row(second)).toBeFocused()

  await page.goto('/admin/work')
  await expect(page.getByRole('button', { name: 'Keys' })).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.locator('main tbody th a:focus')).toHaveCount(1)

  await page.request.post('/api/admin/underwriting/quote', { data: { quote_id: first } })
  await page.goto(`/admin/underwriting/results?employer=${name}`)
  const result = page.locator('main tbody').getByRole('link').first()
  await expect(page.getByRole('button', { name: 'Keys' })).toBeVisible()
  await page.keyboard.press('j')
  await expect(result).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/underwriting\/result\/\d+/)
  await page.goBack()
  await expect(result).toBeFocused()
  await page.goto(`/admin/submissions?q=${name}`)
  await expect(page.getByRole('button', { name: 'Keys' })).toBeVisible()

  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keys' })
  await expect(sheet.getByRole('heading', { name: 'Keys' })).toBeFocused()
  await expect(sheet).toContainText('j or kNext and previous row')
  expect(await violations(page)).toEqual([])
  await sheet.getByLabel('Keys of one letter are on').uncheck()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await page.keyboard.press('j')
  await page.keyboard.press('/')
  await expect(row(first)).not.toBeFocused()
  await expect(search(page)).not.toBeFocused()
  await page.reload()
  await page.getByRole('button', { name: 'Keys' }).click()
  await expect(sheet.getByLabel('Keys of one letter are on')).not.toBeChecked()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await expect(search(page)).toBeFocused()
})

test('a call that fails leaves the form, which still searches', async ({ page, scripted }) => {
  test.skip(!scripted, 'needs a script')
  await page.goto('/admin/mail')
  await page.route('**/api/admin/search?*', (route) => route.abort())
  await search(page).fill('work')
  await page.waitForTimeout(500)
  await expect(found(page)).toHaveCount(0)
  await search(page).press('Enter')
  await expect(page.getByRole('link', { name: 'Work', exact: true }).last()).toBeVisible()
})
