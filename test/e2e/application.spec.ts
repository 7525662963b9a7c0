import type { Locator, Page } from '@playwright/test'

import { application } from '../support/program'

import { expect, signIn, test, violations } from './base'

const answers: Record<string, string | number> = { ...application, income: '$4,500', salary: '54,000' }

/** Answers the questions of the open step. */
async function answer(page: Page, changes: Record<string, string> = {}) {
  const form = page.locator('main form:has(fieldset.form-section)')
  const section = form.locator('fieldset.form-section').first()
  for (const [name, value] of Object.entries({ ...answers, ...changes })) {
    const field = section.locator(`[name="${name}"]`)
    if ((await field.count()) === 0) continue
    const kind = await field.first().evaluate((element: HTMLInputElement) => element.type)
    if (kind === 'radio') await section.locator(`[name="${name}"][value="${value}"]`).check()
    else if (kind === 'select-one') await field.selectOption(String(value))
    else await field.fill(String(value))
  }
}

const step = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const title = (page: Page) => page.getByRole('heading', { level: 1 })
const go = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true }).click()

/** Begins an application and returns the address of its draft. */
async function begin(page: Page, changes: Record<string, string> = {}) {
  await page.goto('/get-a-quote')
  await answer(page, changes)
  await go(page)
  await expect(step(page, 'Household')).toBeVisible()
  return page.url().replace(/\?.*/, '')
}

test('an application that was started is offered to its browser alone, until it is deleted', async ({
  page,
  browser,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const started = page.getByText('You have started an application')
  await page.goto('/get-a-quote')
  await expect(started).toHaveCount(0)
  const draft = await begin(page)
  await page.goto('/')
  await page.getByRole('link', { name: 'Get a quote' }).first().click()
  await page.getByRole('link', { name: 'Continue it' }).click()
  await expect(title(page)).toHaveText('Your application')
  expect(page.url()).toBe(draft)

  const other = await browser.newContext()
  const elsewhere = await (await other.request.get(new URL('/get-a-quote', draft).href)).text()
  expect(elsewhere).not.toContain('You have started an application')
  await other.close()

  await page.getByText('Delete my answers').click()
  await page.getByRole('button', { name: 'Delete them now' }).click()
  await expect(page.getByText('Your answers are deleted')).toBeVisible()
  await page.goto('/get-a-quote')
  await expect(started).toHaveCount(0)
})

test('a step that another window has saved meanwhile is not overwritten unasked', async ({
  page,
  openPage,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const draft = await begin(page)
  const household = page.getByLabel('Family size')
  const other = await openPage()
  for (const one of [page, other]) await one.goto(`${draft}?step=household`)
  await answer(other, { family_size: '5' })
  await other.getByRole('button', { name: 'Save and come back later' }).click()
  await expect(other).toHaveURL(/saved=yes/)
  await answer(page, { family_size: '4' })
  await go(page)
  await expect(page.getByRole('alert')).toContainText(
    /other answers were saved, as in another window: .*Family size/,
  )
  await expect(household).toHaveValue('4')
  await go(page)
  await expect(step(page, 'Household')).toHaveCount(0)
  await page.goto(`${draft}?step=household`)
  await expect(household).toHaveValue('4')
  // What was changed by oneself is not told as saved elsewhere.
  for (const one of [page, other]) await one.goto(`${draft}?step=household`)
  await answer(other, { family_size: '6' })
  await other.getByRole('button', { name: 'Save and come back later' }).click()
  await expect(other).toHaveURL(/saved=yes/)
  await answer(page, { children_count: '0', family_size: '4' })
  await go(page)
  await expect(page.getByRole('alert')).toContainText('as in another window: Family size. Continue')
  await page.goto(`${draft}?step=household`)
  await answer(page, { family_size: '4' })
  await go(page)
  await expect(step(page, 'Household')).toHaveCount(0)
  await page.goto(`${draft}?step=household`)
  // The step with the same answers again is nothing new.
  await go(page)
  await expect(step(page, 'Household')).toHaveCount(0)
})

test('answers that another window has saved are read again before they are sent', async ({
  page,
  openPage,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const draft = await begin(page)
  for (const name of ['Household', 'Employment', 'Finalize']) {
    await expect(step(page, name)).toBeVisible()
    await answer(page)
    await go(page)
  }
  await expect(title(page)).toHaveText('Check your answers')
  const other = await openPage()
  await other.goto(`${draft}?step=employment`)
  await answer(other, { income: '9,000', salary: '108,000' })
  await go(other)
  await expect(title(other)).toHaveText('Check your answers')

  const send = async () => {
    await page.getByLabel(/^I agree to the terms/).check()
    await page.getByRole('button', { name: 'Send my application' }).click()
  }
  await send()
  const notice = page.locator('#changed')
  await expect(notice).toContainText('as in another window: Monthly income, Annual salary. Read them again')
  await expect(notice).toBeInViewport()
  await expect(page.getByRole('main')).toContainText('$9,000 a month')
  await send()
  await expect(page).toHaveURL(/submitted=yes/)
})

test('an application is made step by step on a phone, with mistakes, Back and reload, and sent once', async ({
  page,
  scripted,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/get-a-quote')
  await expect(page.getByLabel('Full name')).toBeInViewport()

  // A mistake is shown at its step, and nothing is lost.
  await answer(page, { date_of_birth: '3/14/2090' })
  await go(page)
  const alert = page.getByRole('alert')
  await expect(alert.getByRole('link')).toHaveText(['Enter your real date of birth as MM/DD/YYYY'])
  await expect(alert).toBeInViewport({ ratio: 1 })
  await expect(page.getByLabel('Full name')).toHaveValue('Ann Doe')
  await expect(page.getByLabel('Date of birth')).toHaveAttribute('inputmode', 'numeric')
  await page.getByLabel('Date of birth').fill('31488')
  await go(page)
  await expect(step(page, 'Household')).toBeVisible()
  if (scripted) await expect(step(page, 'Household')).toBeFocused()
  await expect(page).toHaveTitle(/^Household, your application/)

  if (scripted) {
    await page.getByLabel('Family size').click()
    await page.keyboard.type('3') // in place of the 1 that stands there
    await expect(page.getByLabel('Family size')).toHaveValue('3')
  }
  await answer(page)
  await go(page)
  await expect(step(page, 'Employment')).toBeVisible()
  await page.goBack()
  await expect(step(page, 'Household')).toBeVisible()
  await expect(page.getByLabel('Family size')).toHaveValue('3')
  await page.reload()
  await expect(page.getByLabel('Family size')).toHaveValue('3')
  await page.getByLabel('Family size').fill('many')
  await go(page)
  await expect(alert).toBeFocused()
  await page.getByLabel('Family size').fill('3')
  await page
    .getByRole('navigation', { name: 'Steps' })
    .getByRole('link', { name: /Personal Info/ })
    .click()
  await expect(page.getByLabel('Date of birth')).toHaveValue('31488')
  await go(page)

  await expect(step(page, 'Employment')).toBeVisible()
  await answer(page)
  await go(page)
  await expect(step(page, 'Finalize')).toBeVisible()
  await answer(page)
  await go(page)

  // The answers are read back; one is changed, which leads here again.
  await expect(title(page)).toHaveText('Check your answers')
  const read = page.getByRole('main')
  await expect(read).toContainText('March 14, 1988')
  await expect(read).toContainText('$4,500 a month')
  const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const label = await boxOf(page.getByRole('term').filter({ hasText: 'Monthly income' }))
  const value = await boxOf(page.getByText('$4,500 a month', { exact: true }))
  expect(value.x).toBe(label.x)
  expect(value.y).toBeGreaterThanOrEqual(label.y + label.height)
  expect(
    (await boxOf(page.getByRole('link', { name: 'Change Monthly income' }))).height,
  ).toBeGreaterThanOrEqual(44)
  await expect(page.getByRole('region', { name: 'Your price', exact: true })).toContainText('a month for')
  await page.getByRole('link', { name: 'Change Monthly income' }).click()
  await expect(page.getByLabel('Monthly income')).toBeFocused()
  await page.getByLabel('Monthly income').fill('$4,600')
  await go(page)
  await expect(title(page)).toHaveText('Check your answers')
  await expect(read).toContainText('$4,600 a month')

  await page.getByRole('button', { name: 'Send my application' }).click()
  await expect(alert.getByRole('link')).toHaveText(['You must agree to the terms and conditions'])
  await page.getByLabel(/^I agree to the terms/).check()
  const draft = page.url().replace(/\?.*/, '')
  if (scripted) {
    await page.route('**/get-a-quote/**', (route) => route.abort(), { times: 1 })
    await page.getByRole('button', { name: 'Send my application' }).click()
    await expect(alert).toContainText('There was an error submitting your quote request. Please try again.')
    await expect(alert).toContainText('it counts once')
  }
  await page.getByRole('button', { name: 'Send my application' }).click()
  await expect(title(page)).toHaveText('Thank you. Your application is in.')
  await expect(read).toContainText(/Your reference\s*Q-\d+/)
  await expect(read.getByRole('listitem').filter({ hasText: 'Review' }).first()).toContainText(/By \w+day, /)

  const number = /Q-\d+/.exec(await read.innerText())?.[0]
  await page.goto(draft)
  await expect(title(page)).toHaveText('This application has been sent')
  await expect(title(page)).toBeInViewport()
  await expect(read).toContainText(String(number))
  await expect(read).not.toContainText('Ann Doe')
})

test('an application can be left, mailed to oneself, opened on another device, and deleted', async ({
  page,
  openPage,
  scripted,
  mailbox,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const email = `left-${crypto.randomUUID()}@example.com`
  const draft = await begin(page, { email })
  await page.goBack()
  await expect(page.getByLabel('Full name')).toHaveValue('Ann Doe')
  await page.goForward()
  await page.getByLabel('Family size').fill('many')
  await page.getByRole('button', { name: 'Save and come back later' }).click()
  await expect(page.getByText('Your answers are saved')).toBeInViewport()
  await expect(page.getByLabel('Family size')).toHaveValue('many')
  await expect(page.getByLabel('Your private link')).toHaveValue(
    new RegExp(`${draft.replace(/^.*?\/get-a-quote/, '/get-a-quote')}$`),
  )
  await page.getByLabel('Family size').fill('very many')
  await page.getByRole('button', { name: 'Back to Personal Info' }).click()
  await expect(page.getByLabel('Full name')).toHaveValue('Ann Doe')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Family size')).toHaveValue('very many')
  await page.getByLabel('Family size').fill('many more')
  await page.getByRole('button', { name: 'Email me this link' }).click()
  await expect(page.getByText('The link is on its way')).toBeInViewport()
  await expect(page.getByLabel('Family size')).toHaveValue('many more')
  const mail = await mailbox.next(email, /^Your application is saved$/)
  const path = /\/get-a-quote\/[\w-]{43}/.exec(mail)?.[0] ?? ''
  expect(draft.endsWith(path)).toBe(true)

  const device = await openPage({ javaScriptEnabled: true })
  await device.goto(path)
  await expect(device.getByLabel('Family size')).toHaveValue('many more')
  await device.getByLabel('Family size').fill('not saved')
  const kept = () => device.evaluate(() => JSON.stringify({ ...sessionStorage }))
  if (scripted) await expect.poll(kept).toContain('not saved')
  await device.getByText('Delete my answers').click()
  await device.getByRole('button', { name: 'Delete them now' }).click()
  await expect(device.getByText('Your answers are deleted')).toBeVisible()
  await expect.poll(kept).not.toContain('not saved')
  const answer = await device.request.get(path)
  expect(answer.status()).toBe(404)
  expect(await answer.text()).not.toContain(email)
})

test('the price beside the application follows the answers, and stays while a call fails', async ({
  page,
  scripted,
}) => {
  const draft = await begin(page)
  const aside = page.getByRole('complementary', { name: 'About your application' })
  await expect(aside.getByText('Your price will be here once you have answered: Industry, ')).toBeVisible()
  await aside.getByRole('link', { name: 'Employment length' }).click()
  await expect(page).toHaveURL(`${draft}?step=employment#employment_length`)
  // What the form itself asks is asked once; the price waits for what is missing.
  await expect(aside.getByRole('textbox')).toHaveCount(0)
  await page.getByLabel('Employment length').fill('3')
  await page.getByLabel('Industry', { exact: true }).selectOption('Information')
  if (!scripted) await page.getByRole('button', { name: 'Save and come back later' }).click()
  await expect(aside.locator('.estimate-before')).toHaveText(
    'Your price will be here once you have answered: Monthly income.',
  )
  if (scripted) {
    await page.reload()
    await aside.getByRole('link', { name: 'Monthly income' }).click()
    await expect(page.getByLabel('Monthly income')).toBeFocused()
  }
  await answer(page)
  if (!scripted) await go(page)
  const price = aside.locator('.estimate-price strong')
  await expect(aside.getByRole('heading', { name: 'Your price so far' })).toBeVisible()
  await expect(price).toHaveText(/^\$\d+(–\$\d+)?$/)
  if (!scripted) return

  const before = await price.innerText()
  await page.route('**/api/estimate?*', (route) => route.abort())
  await page.getByLabel('Employment length').fill('12')
  await page.waitForTimeout(1500)
  await expect(price).toHaveText(before)
  // It is marked as out of date, until the connection is back.
  await expect(aside.locator('.estimate-result')).toHaveAttribute('aria-busy', 'true')
  await page.unroute('**/api/estimate?*')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(price).not.toHaveText(before)
  await expect(aside.locator('.estimate-result')).toHaveAttribute('aria-busy', 'false')
  await page.getByLabel('Employment length').fill('11')
  await expect(page.getByLabel('Employment length')).toBeFocused()
  const steady = await price.innerText()
  await page.getByLabel('Monthly income').fill('')
  await page.getByLabel('Employment length').fill('many')
  await page.waitForTimeout(1500)
  await expect(price).toHaveText(steady)
})

for (const width of [360, 1280])
  test(`a corrected error leaves with its space at ${width} pixels, and its field keeps its place`, async ({
    page,
    scripted,
  }) => {
    test.skip(!scripted, 'without scripts errors stay')
    await page.setViewportSize({ width, height: 740 })
    await page.goto('/get-a-quote')
    await go(page)
    const links = page.getByRole('alert').getByRole('link')
    await expect(links).toHaveCount(6)
    const address = page.getByLabel('Address', { exact: true })
    const boxOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().toJSON())
    expect((await boxOf(address)).x, 'aligned').toBe((await boxOf(page.getByLabel('Phone'))).x)
    await links.filter({ hasText: 'Address' }).click()
    await expect(address).toBeFocused()
    const question = page.locator('.field', { has: address })
    const before = { field: await boxOf(address), question: await boxOf(question) }
    await page.keyboard.type('1')
    await expect(links).toHaveCount(5)
    await expect(question).not.toContainText('required')
    expect((await boxOf(question)).height).toBeLessThan(before.question.height - 20)
    expect(Math.abs((await boxOf(address)).y - before.field.y)).toBeLessThanOrEqual(1)
  })

for (const path of ['/login', '/signup', '/contact', '/account-recovery', '/get-a-quote'])
  test(`at the top of ${path}, a field keeps its place while the errors above it leave`, async ({
    page,
    scripted,
  }) => {
    test.skip(!scripted, 'without scripts errors stay')
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(path)
    const form = page.locator('main form[method=post]:visible').first()
    const room = () => form.evaluate((element) => parseFloat(getComputedStyle(element).paddingTop))
    const initial = await room()
    await form.locator('button[type=submit]:not([name=intent])').first().click()
    const summary = form.getByRole('alert')
    await expect(summary).toBeFocused()
    const wrong = form.locator('[aria-invalid]')
    await expect(wrong.first()).toBeAttached()
    const links = summary.getByRole('link')
    let left = await links.count()
    for (const id of await wrong.evaluateAll((fields) => fields.map((field) => field.id))) {
      const field = page.locator(`#${id}`)
      const top = () => field.evaluate((element) => element.getBoundingClientRect().top)
      await field.evaluate((element) => element.focus({ preventScroll: true }))
      await page.evaluate(() => window.scrollTo(0, 0))
      const before = await top()
      await field.evaluate((element) => element.dispatchEvent(new Event('input', { bubbles: true })))
      await expect(links).toHaveCount(--left)
      expect.soft(Math.abs((await top()) - before), id).toBeLessThanOrEqual(1)
    }
    // The space is not added to that of the next errors.
    expect(await room()).toBeGreaterThan(initial + 60)
    await form.locator('button[type=submit]:not([name=intent])').first().click()
    await expect(summary).toBeVisible()
    await expect.poll(room).toBe(initial)
  })

test('an error leaves with the question that another answer hides', async ({ page, scripted }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const draft = await begin(page)
  await page.goto(`${draft}?step=employment`)
  await answer(page, { job_role: 'Other', other_job_role: '', income: 'unknown' })
  await go(page)
  const links = page.getByRole('alert').getByRole('link')
  await expect(links.first()).toHaveText('Please specify your job role')
  await expect(links).toHaveCount(2)
  await page.getByLabel('Job role', { exact: true }).selectOption({ index: 1 })
  await expect(page.getByLabel('Other Job Role')).toBeHidden()
  await expect(links).toHaveText([/^Monthly income/])
  await go(page)
  await expect(links).toHaveText([/^Monthly income/])
})

test('answers that hardly fit together are asked back, and stop nobody', async ({ page, scripted }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const draft = await begin(page, { date_of_birth: '3/14/2001' })
  const question = page.locator('#warnings')

  // Beside mistakes it is asked at once, and not a second time.
  const family = { children_count: '2', family_size: '2' }
  for (const [name, value] of Object.entries(family)) await page.locator(`[name="${name}"]`).fill(value)
  await go(page)
  await expect(page.getByRole('alert')).toContainText('Housing status is required')
  await expect(question).toContainText(
    'You have 2 children, and your family of 2 includes you. Are both right?',
  )
  expect(await violations(page)).toEqual([])
  await answer(page, family)
  await go(page)
  await expect(step(page, 'Employment')).toBeVisible()

  await page.goto(`${draft}?step=household`)
  await answer(page, { children_count: '3', family_size: '3' })
  await go(page)
  await expect(question).toBeFocused()
  await expect(question).toContainText('You have 3 children, and your family of 3 includes you.')
  await expect(step(page, 'Household')).toBeVisible()
  await answer(page)
  await go(page)
  await expect(step(page, 'Employment')).toBeVisible()
  await answer(page, { employment_length: '20', income: '62000', salary: '62000' })
  await go(page)
  await expect(question).toContainText('and have worked there for 20 years. Are both right?')
  await expect(question).toContainText(
    '$62,000 a month is $744,000 a year, and your salary is $62,000 a year. Are both right?',
  )
  await question.getByRole('link', { name: 'Change monthly income' }).click()
  await expect(page.getByLabel('Monthly income')).toBeFocused()
  await question.getByRole('link', { name: 'Change annual salary' }).click()
  await expect(page.getByLabel('Annual salary')).toBeFocused()
  await expect(page.getByLabel('Annual salary')).toHaveValue('62000')
  await page.getByLabel('Annual salary').fill('744000')
  await go(page)
  await expect(step(page, 'Finalize')).toBeVisible()
  await answer(page, { coverage_level: 'ultra' })
  await go(page)
  await expect(title(page)).toHaveText('Check your answers')
  await expect(question).toHaveCount(0)
  await page.goto(`${draft}?step=employment`)
  await expect(page.getByLabel('Employment length')).toHaveValue('20')
  await expect(question).toHaveCount(0)

  // Another answer of an earlier step is asked back before the application is sent, and once.
  await page.goto(`${draft}?step=personal`)
  await page.getByLabel('Date of birth').fill('3/14/2002')
  await go(page)
  await expect(title(page)).toHaveText('Check your answers')
  await expect(question).toContainText('and have worked there for 20 years. Are both right?')
  await expect(question).not.toContainText('$62,000')
  expect(await violations(page)).toEqual([])
  await question.getByRole('link', { name: 'Change date of birth' }).click()
  await expect(page.getByLabel('Date of birth')).toBeFocused()
  await page.goto(`${draft}?step=check`)
  await question.getByRole('link', { name: 'Change employment length' }).click()
  await expect(page.getByLabel('Employment length')).toHaveValue('20')
  await expect(page.getByLabel('Employment length')).toBeFocused()
  await go(page)
  await expect(title(page)).toHaveText('Check your answers')
  await expect(question).toHaveCount(0)
  await page.getByLabel(/^I agree to the terms/).check()
  await page.getByRole('button', { name: 'Send my application' }).click()
  await expect(title(page)).toHaveText('Thank you. Your application is in.')
  await expect(
    page.getByText('With Ultra, the tier that you ask for. A quote can name a smaller one'),
  ).toBeVisible()
  await expect(page.getByText('6 vesting months')).toBeVisible()
})

test('the steps of an application pass axe and stay within a narrow screen', async ({ page, scripted }) => {
  test.skip(!scripted, 'axe is a script')
  await page.setViewportSize({ width: 320, height: 740 })
  const draft = await begin(page)
  for (const name of ['personal', 'household', 'employment', 'finalize']) {
    await page.goto(`${draft}?step=${name}`)
    expect.soft(await violations(page), name).toEqual([])
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  }
  await page.goto(`${draft}?step=household`)
  await page.getByLabel('Family size').fill('many')
  await go(page)
  await expect(page.getByRole('alert')).toBeVisible()
  expect.soft(await violations(page), 'refused').toEqual([])
})

test('a step that does not reach the program keeps what was typed, and can be sent again', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'a browser shows its own page, and keeps the form behind it')
  await begin(page)
  await answer(page)
  await page.getByRole('button', { name: 'Save and come back later' }).click()
  await expect(page.getByText('Your answers are saved')).toBeVisible()
  let sends = 0
  await page.route(
    (url) => url.pathname.startsWith('/get-a-quote/'),
    (route) => (route.request().method() === 'POST' && sends++ === 0 ? route.abort() : route.continue()),
  )
  await go(page)
  await expect(page.getByRole('alert')).toContainText('Your answers could not be saved just now')
  await expect(page.getByText('Your answers are saved')).toHaveCount(0)
  await expect(page.getByLabel('Family size')).toHaveValue('3')
  await page.reload()
  await expect(page.getByLabel('Family size')).toHaveValue('3')
  await go(page)
  await expect(step(page, 'Employment')).toBeVisible()
})

test('the link of a draft is not shown to the office', async ({ page, scripted }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const draft = await begin(page)
  await signIn(page)
  await page.goto('/admin/database?table=quote_drafts')
  await expect(page.getByRole('main')).toContainText('quote_submission_id')
  await expect(page.getByRole('main')).not.toContainText(draft.slice(-43))
})
