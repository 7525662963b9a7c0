import type { Locator } from '@playwright/test'

import { expect, test } from './base'

test('three answers give a price, with mistakes and Back on the way', async ({ page, scripted }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  const estimate = page.locator('#estimate')
  await expect(estimate.getByLabel('Your pay before tax')).toBeInViewport({ ratio: 1 })
  await estimate.getByRole('button', { name: 'Show my price' }).click()
  await expect(estimate.locator('.error')).toHaveCount(3)
  if (scripted) await expect(estimate.getByLabel('Your pay before tax')).toBeFocused()
  await estimate.getByLabel('Your pay before tax').fill('$4,200')
  await estimate.getByLabel('Your industry').selectOption('Information')
  await estimate.getByLabel('Years with your employer').fill('-3')
  await estimate.getByRole('button', { name: 'Show my price' }).click()
  await expect(estimate.locator('.error')).toHaveCount(1)
  await expect(estimate.getByLabel('Your pay before tax')).toHaveValue('$4,200')
  await estimate.getByLabel('Years with your employer').fill('3')
  const status = estimate.getByRole('status')
  if (!scripted) await estimate.getByRole('button', { name: 'Show my price' }).click()
  await expect(status).toContainText(/\$\d+–\$\d+ a month for Premium/)
  await expect(page.locator('.hero .button-primary')).toHaveText(['Get a quote of your own'])
  if (scripted) await expect(estimate.getByLabel('Years with your employer')).toBeFocused()
  await estimate.getByRole('link', { name: 'Get a quote of your own' }).click()
  await expect(page).toHaveURL(/\/get-a-quote/)
  await expect(page.getByText('are filled in already')).toBeVisible()
  await expect(estimate.getByLabel('Your pay before tax')).toHaveValue('$4,200')
  await expect(status).toContainText('a month for Premium')
  await page.getByText('Answer all questions on one page').click()
  await expect(page.getByLabel('Monthly income')).toHaveValue('4200')
  await expect(page.getByLabel('Industry', { exact: true })).toHaveValue('Information')
  await expect(page.getByLabel('Employment length')).toHaveValue('3')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Your paycheck, protected' })).toBeVisible()
  await expect(status).toContainText(/\$\d+–\$\d+ a month/)
  await expect(estimate.getByLabel('Your pay before tax')).toHaveValue('$4,200')

  // A price does not stay beside an answer that is refused.
  await estimate.getByLabel('Years with your employer').fill('-3')
  await estimate.getByRole('button', { name: 'Show my price' }).click()
  await expect(estimate.locator('.error')).toHaveCount(1)
  await expect(status).toHaveText('Your price will be here.')
  await expect(estimate.locator('.estimate-details')).toHaveCount(0)
})

test('an answer that arrives late replaces no newer one, and a failure leaves the form', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'live answers need JavaScript')
  await page.goto('/coverage-tiers?income=4200&industry=Information&years=3')
  const estimate = page.locator('#estimate')
  const status = estimate.getByRole('status')
  await expect(status).toContainText('Premium')
  await page.route('**/api/estimate?income=1800*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2500))
    await route.continue().catch(() => {})
  })
  const pay = estimate.getByLabel('Your pay before tax')
  await pay.fill('1800')
  await page.waitForTimeout(800)
  await pay.fill('12000')
  await expect(status).toContainText('Ultra')
  const ultra = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Ultra' }) })
  await expect(ultra.getByText('Your estimate')).toBeVisible()
  await expect(ultra.getByRole('link')).toHaveAttribute('href', /income=12000/)
  await page.waitForTimeout(2500)
  await expect(status).toContainText('Ultra')
  await page.route('**/api/estimate?income=5000*', (route) => route.abort())
  await pay.fill('5000')
  await expect(status).toContainText('The server could not be reached')
  await expect(status).not.toContainText('Ultra')
  await expect(page.getByText('Your estimate', { exact: true })).toHaveCount(0)
  await expect(ultra.getByRole('link')).not.toHaveAttribute('href', /income/)
  await expect(pay).toHaveValue('5000')
  await page.route('**/api/estimate?income=6000*', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
  )
  await pay.fill('6000')
  await expect(status).toContainText('This did not work. Please try again.')
  await pay.fill('4200')
  await expect(status).toContainText('Premium')
})

test('an estimate keeps its fields and its button level beside errors', async ({ page, scripted }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/coverage-tiers')
  const estimate = page.locator('#estimate')
  const show = estimate.getByRole('button', { name: 'Show my price' })
  const tops = async () =>
    Promise.all(
      [
        estimate.getByLabel('Your pay before tax'),
        estimate.getByLabel('Your industry'),
        estimate.getByLabel('Years with your employer'),
        show,
      ].map(async (control) => Math.round((await control.boundingBox())?.y ?? 0)),
    )
  await show.click()
  await expect(estimate.locator('.error')).toHaveCount(3)
  const [first = 0, ...others] = await tops()
  for (const top of others) expect(Math.abs(top - first)).toBeLessThanOrEqual(2)
})

test('a field stays where it is while its error leaves, and the button takes a press that is on its way', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'without JavaScript a page does not change')
  await page.setViewportSize({ width: 360, height: 740 })
  const press = async (button: Locator) => {
    await button.scrollIntoViewIfNeeded()
    const place = await button.boundingBox()
    if (!place) throw new Error('The button is not shown.')
    await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2)
    await page.mouse.down()
    await page.waitForTimeout(100)
    await page.mouse.up()
  }
  const heightOf = (control: Locator) =>
    control.evaluate((element) => element.getBoundingClientRect().top + window.scrollY)

  await page.goto('/')
  const estimate = page.locator('#estimate')
  const show = estimate.getByRole('button', { name: 'Show my price' })
  const years = estimate.getByLabel('Years with your employer')
  const wrong = estimate.getByText('Enter your years with this employer')
  await estimate.getByLabel('Your pay before tax').fill('4200')
  await estimate.getByLabel('Your industry').selectOption('Information')
  await years.fill('-3')
  await page.waitForTimeout(1500) // the answer to what was typed
  await press(show)
  await expect(wrong).toBeVisible()
  await expect(years).toHaveAccessibleDescription(/Error: Enter your years/)
  const place = await heightOf(years)
  await years.fill('-2')
  await expect(wrong).toBeHidden()
  await expect(years).toHaveAccessibleDescription('Half a year is 0.5.')
  await page.waitForTimeout(1500)
  expect(await heightOf(years)).toBeCloseTo(place, -1)
  await press(show)
  await expect(wrong).toBeVisible()
  await years.fill('2')
  await expect(estimate.getByRole('status')).toContainText(/\$\d+–\$\d+ a month/)
  expect(await heightOf(years)).toBeCloseTo(place, -1)

  await page.goto('/contact')
  const form = page.locator('form:has([name="inquiry_type"])')
  const send = form.getByRole('button')
  await send.click()
  await expect(form.getByRole('alert')).toBeFocused()
  const sendPlace = await heightOf(send)
  await form.getByLabel('Name').fill('Ann Doe')
  await form.getByRole('textbox', { name: 'Message' }).fill('A question')
  await form.locator('select').selectOption({ index: 1 })
  await form.getByLabel('Email').fill('ann@example.com')
  await form.getByRole('checkbox').check()
  await expect(form.getByRole('alert')).toHaveCount(0)
  await expect(form.getByText('Message is required')).toHaveCount(0)
  await expect(page).not.toHaveTitle(/^Error/)
  expect(await heightOf(send)).toBeLessThan(sendPlace - 200)
})

test('answers outlive a broken connection and a reload, of the estimate and of the tier guide', async ({
  page,
  context,
  scripted,
}) => {
  test.skip(!scripted, 'a browser says so by itself')
  await page.goto('/coverage-tiers')
  const guide = page.locator('#which-tier')
  await guide.getByLabel('Your pay').fill('nothing')
  await guide.getByRole('button', { name: 'Show my tier' }).click()
  await expect(guide.getByRole('alert').getByRole('link')).toHaveCount(3)
  await guide.getByLabel('Your pay').fill('4,000')
  await guide.getByLabel('People in your household').fill('2')
  await guide.getByLabel('Your reserve').fill('1')
  const ask = () => guide.getByRole('button', { name: 'Show my tier' }).click()
  await context.setOffline(true)
  await ask()
  await expect(guide.getByRole('alert')).toHaveText(
    'The server could not be reached. Check your connection and try again.',
  )
  await expect(guide.getByLabel('Your pay')).toHaveValue('4,000')
  await context.setOffline(false)
  await ask()
  await expect(guide.getByRole('status')).toContainText('fits you best')
  await expect(guide.getByRole('alert')).toHaveCount(0)
  // The answer to other input does not stand beside the error.
  await guide.getByLabel('Your reserve').fill('6')
  await context.setOffline(true)
  await ask()
  await expect(guide.getByRole('alert')).toContainText('The server could not be reached')
  await expect(guide.getByRole('status')).toBeEmpty()
  await context.setOffline(false)
  await ask()
  await expect(guide.getByRole('status')).toContainText('You may not need a tier')

  const estimate = page.locator('#estimate')
  await estimate.getByLabel('Your pay before tax').fill('4,100')
  await estimate.getByLabel('Your industry').selectOption('Information')
  await context.setOffline(true)
  await estimate.getByLabel('Years with your employer').fill('3')
  await expect(estimate.getByRole('status')).toContainText('The server could not be reached')
  await context.setOffline(false)
  await page.route('**/api/estimate?**', async (route) => {
    await expect(estimate.getByRole('status')).toHaveText('Working it out...') // not the old failure
    await route.continue()
  })
  await estimate.getByLabel('Years with your employer').fill('4')
  await expect(estimate.getByRole('status')).toContainText(/\$\d+–\$\d+ a month/)
  await page.unrouteAll()
  await page.reload()
  await expect(estimate.getByLabel('Your pay before tax')).toHaveValue('4,100')
  await expect(estimate.getByRole('status')).toContainText(/\$\d+–\$\d+ a month/)
})

test('after an estimate, a tier is asked for with its answers', async ({ page, scripted }) => {
  await page.goto('/coverage-tiers')
  const ask = page.getByRole('link', { name: 'Ask for Elite' })
  await expect(ask).toHaveAttribute('href', '/get-a-quote?coverage_level=elite')
  const estimate = page.locator('#estimate')
  await estimate.getByLabel('Your pay before tax').fill('4200')
  await estimate.getByLabel('Your industry').selectOption('Information')
  await estimate.getByLabel('Years with your employer').fill('3')
  if (!scripted) await estimate.getByRole('button', { name: 'Show my price' }).click()
  await expect(ask).toHaveAttribute('href', /income=4200&industry=Information&years=3&coverage_level=elite$/)
  await ask.click()
  await expect(page.getByText('Your pay, your industry and your years there are filled in')).toBeVisible()
  await expect(page.getByText('You ask for the tier Elite.')).toBeVisible()
})
