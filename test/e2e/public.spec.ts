import type { Page } from '@playwright/test'

import { expect, test, unfold } from './base'

const pages: [string, string][] = [
  ['/', 'Your paycheck, protected'],
  ['/how-it-works', 'How it works'],
  ['/coverage-tiers', 'Coverage tiers'],
  ['/get-a-quote', 'Get a quote'],
  ['/faq', 'Questions and answers'],
  ['/investor', 'Investor information'],
  ['/about-us', 'About us'],
  ['/careers', 'Careers'],
  ['/contact', 'Contact us'],
  ['/trust-and-fraud-prevention', 'Trust and fraud prevention'],
  ['/terms-of-service', 'Terms of Service'],
  ['/privacy-policy', 'Privacy Policy'],
]

test('every public page has its heading, the beta disclaimer, its keywords and the footer’s caveats', async ({
  page,
  scripted,
}) => {
  test.skip(scripted, 'a page is sent whole, before any script')
  const keywords = page.locator('meta[name="keywords"]')
  for (const [path, heading] of pages) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(
      page
        .getByRole('main')
        .getByText(/not (?:yet )?(?:available or )?active|no cover/i)
        .first(),
    ).toBeVisible()
    const footer = page.getByRole('contentinfo')
    await expect(footer).toContainText('subject to underwriting approval')
    await expect(footer).toContainText('may not be available in all states')
    await expect(footer).toContainText(`© ${new Date().getUTCFullYear()}`)
    await expect(keywords).toHaveAttribute('content', /\w+(?:, [\w -]+)+/)
    if (!['/get-a-quote', '/contact', '/careers'].includes(path)) continue
    await linksToLegalDocuments(page)
  }
  for (const path of ['/login', '/signup', '/account-recovery', '/pitch-deck']) {
    await page.goto(path)
    await expect(keywords).toHaveAttribute('content', /\w+(?:, [\w -]+)+/)
    if (path === '/signup') await linksToLegalDocuments(page)
  }
})

/** Expects the form of the page to open its legal documents in a new tab. */
async function linksToLegalDocuments(page: Page) {
  const form = page.locator('main form').first()
  await unfold(form)
  for (const name of ['terms of service', 'privacy policy']) {
    const link = form.getByRole('link', { name: `${name} (opens in a new tab)`, exact: true })
    await expect(link).toHaveAttribute('href', `/${name.replaceAll(' ', '-')}`)
    await expect(link).toHaveAttribute('target', '_blank')
  }
}

test('a visitor joins the waitlist on the home page', async ({ page, scripted }) => {
  await page.goto('/')
  const form = page.locator('#waitlist-form')
  await expect(form.getByLabel('How interested are you?', { exact: true })).toHaveValue('very-interested')
  await form.getByRole('button', { name: 'Join the waitlist' }).click()
  await expect(form.getByRole('alert').getByRole('link')).toHaveText([
    'Name is required',
    'Email is required',
  ])
  if (scripted) await expect(form.getByRole('alert')).toBeFocused()
  await form.getByLabel('Name').fill('Wanda Waiting')
  await form.getByLabel('Email').fill('wanda@')
  await form.getByLabel('How interested are you?').selectOption('interested')
  await form.getByRole('button', { name: 'Join the waitlist' }).click()
  await expect(form.getByRole('alert').getByRole('link')).toHaveText(['Please enter a valid email address'])
  await form.getByRole('alert').getByRole('link').click()
  await expect(form.getByLabel('Email')).toBeFocused()
  await expect(form.getByLabel('Name')).toHaveValue('Wanda Waiting')
  await expect(form.getByLabel('How interested are you?')).toHaveValue('interested')
  await form.getByLabel('Email').fill('wanda@example.com')
  await form.getByRole('button', { name: 'Join the waitlist' }).click()
  await expect(
    form.getByText("Thank you for joining our waitlist! We'll keep you updated on our progress."),
  ).toBeVisible()
  await expect(form.getByLabel('Name')).toHaveValue('')
  await page.reload() // sends nothing again
  await expect(form.getByText('Thank you for joining our waitlist!')).toBeVisible()
})

test('the contact page takes a message and, beside it, a place on the waitlist', async ({ page }) => {
  await page.goto('/contact')
  const message = page.locator('#contact-form')
  await message.getByRole('button', { name: 'Send my message' }).click()
  await expect(message.getByRole('alert').getByRole('link')).toHaveText([
    'Name is required',
    'Email is required',
    'Please select an inquiry type',
    'Message is required',
    'You must agree to the terms',
  ])
  await message.getByLabel('Name').fill('Mona Message')
  await message.getByLabel('Email').fill('mona@example.com')
  await message.getByLabel('What is it about?').selectOption('Coverage Information')
  await message.getByLabel('Message', { exact: true }).fill('Would a seasonal job count?')
  await message.getByLabel(/^I agree/).check()
  await message.getByRole('button', { name: 'Send my message' }).click()
  await expect(message.getByText("Thank you for contacting us! We'll be in touch soon.")).toBeVisible()

  await expect(page.getByRole('heading', { name: /waitlist|be there when it starts/i })).toHaveCount(1)
  const waitlist = page.locator('#waitlist-form')
  await expect(waitlist.getByLabel('How interested are you?', { exact: true })).toHaveValue('very-interested')
  await waitlist.getByLabel('Name').fill('Mona Message')
  await waitlist.getByRole('button', { name: 'Join the waitlist' }).click()
  await expect(waitlist.getByRole('alert').getByRole('link')).toHaveText(['Email is required'])
  await expect(message.getByRole('alert')).toHaveCount(0)
  await expect(waitlist.getByLabel('Name')).toHaveValue('Mona Message')
  await waitlist.getByLabel('Email').fill('mona@example.com')
  await waitlist.getByRole('button', { name: 'Join the waitlist' }).click()
  await expect(waitlist.getByText('Thank you for joining our waitlist!')).toBeVisible()
})

test('a link to the waitlist focuses its form', async ({ page, scripted }) => {
  await page.goto('/faq')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Join Waitlist' }).click()
  await expect(page).toHaveURL(/\/contact#waitlist-form$/)
  await expect(page.locator('#waitlist-form')).toBeInViewport()
  if (scripted) await expect(page.locator('#waitlist-name')).toBeFocused()

  // Its errors keep the focus, although the URL now has the hash of the form.
  await page.goto('/contact')
  await page.locator('#waitlist-form').getByLabel('Name').fill('Ann Doe')
  await page.getByRole('button', { name: 'Join the waitlist' }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toBeVisible()
  if (!scripted) return
  await page.waitForTimeout(700)
  await expect(alert).toBeFocused()
})

test('an application for a job is accepted with its resume, and a wrong file is rejected with a message', async ({
  page,
  scripted,
}) => {
  await page.goto('/careers?position=astronaut')
  await expect(page.getByLabel('Position')).toHaveValue('General Application')
  if (scripted) await page.getByLabel('Name').fill('Carl Career')
  await page.getByRole('link', { name: 'Apply as Beta Community Lead' }).click()
  await expect(page.getByLabel('Position')).toHaveValue('Beta Community Lead')
  if (!scripted) await page.getByLabel('Name').fill('Carl Career') // the link has loaded the page
  await expect(page.getByLabel('Name')).toHaveValue('Carl Career')
  await page.getByLabel('Email').fill('carl@example.com')
  await page.getByLabel('Experience').fill('Ten years of listening')
  await page.getByLabel('Why do you want to join?').fill('It is needed')
  await page.getByLabel(/^I agree/).check()
  const resume = (name: string, content: string) => ({
    name,
    mimeType: 'application/pdf',
    buffer: Buffer.from(content),
  })
  await page
    .getByLabel('Resume', { exact: true })
    .setInputFiles(resume('cv.pdf', '<html>not a resume</html>'))
  await page.getByRole('button', { name: 'Send my application' }).click()
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    'Resume must be a PDF, DOC or DOCX file',
  ])
  // Without JavaScript the page is a new one, whose file field is empty.
  await expect(page.getByText('Please choose your resume again')).toBeVisible({ visible: !scripted })
  await expect(page.getByLabel('Name')).toHaveValue('Carl Career')
  await expect(page.getByLabel('Position')).toHaveValue('Beta Community Lead')
  await page
    .getByLabel('Resume', { exact: true })
    .setInputFiles(resume('cv.pdf', '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n'))
  await page.getByRole('button', { name: 'Send my application' }).click()
  await expect(
    page.getByText("Thank you for your interest! We'll review your application soon."),
  ).toBeVisible()
  await expect(page.locator('#application-form').getByText('Your application is with us')).toBeVisible()
})

test('a tier asked for on its card is chosen in the application', async ({ page, scripted }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await page.goto('/coverage-tiers')
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Elite', exact: true }) })
  await expect(card).toContainText('$80 a month')
  await expect(page.getByText('Base prices: yours can be lower or higher.')).toBeVisible()
  await expect(card).toContainText('Up to $18,000, once')
  await expect(card.locator('dl > div')).toHaveText([
    'Paid yearly$912',
    'Vesting6 months',
    'Job tenure12 months',
  ])
  await expect(page.getByRole('heading', { name: 'Does not pay for' })).toBeVisible()
  await card.getByRole('link', { name: 'Ask for Elite' }).click()
  await expect(page.getByText('You ask for the tier Elite.')).toBeVisible()
  const level = page.getByLabel('Coverage level', { exact: true })
  await expect(level).toBeHidden()
  await page.getByLabel('Full name', { exact: true }).fill('Ann Walker')
  await page.getByLabel('Email', { exact: true }).fill('ann@example.com')
  await page.getByLabel('Date of birth', { exact: true }).fill('03/14/1988')
  await page.getByRole('radio', { name: 'Female', exact: true }).check()
  await page.getByLabel('Address', { exact: true }).fill('1 Main Street')
  await page.getByLabel('State', { exact: true }).selectOption('NY')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/step=household/)
  await page.goto(page.url().replace('household', 'finalize'))
  await expect(level).toHaveValue('elite')

  await page.goto('/get-a-quote?coverage_level=nonsense')
  await expect(page.getByText('You ask for the tier')).toBeHidden()
})

test('the tiers are compared, and the guide finds one', async ({ page, scripted }) => {
  await page.goto('/coverage-tiers')
  const table = page.getByRole('table', { name: 'Coverage tiers' })
  await expect(table.getByRole('columnheader')).toHaveText([
    'Tier Name',
    'Base Premium',
    'Vesting Months',
    'Max Claim Coverage',
    'Min Job Tenure',
  ])
  await expect(table.getByRole('rowheader')).toHaveText(['Basic', 'Standard', 'Premium', 'Elite', 'Ultra'])
  await expect(table.getByRole('row').nth(1)).toContainText('$25.00 a month')
  await expect(page.getByText(/^Last updated \w+ \d+, \d{4}$/)).toBeVisible()

  await page.getByRole('button', { name: 'Show my tier' }).click()
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    'Monthly pay is required',
    'Household size is required',
    'Months of reserve is required',
  ])
  await page.getByLabel('Your pay', { exact: true }).fill('$4,000')
  await page.getByLabel('People in your household').fill('3')
  await page.getByLabel('Your reserve').fill('1')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Show my tier' }).click()
  const recommendation = page.getByRole('heading', { name: 'Standard fits you best' })
  await expect(page.getByText('The price above can be for another tier')).toBeVisible()
  await expect(recommendation).toBeVisible()
  await expect(page.getByLabel('Your pay', { exact: true })).toHaveValue('$4,000')
  await expect(page).toHaveURL(/\/coverage-tiers\?pay=%244%2C000&household=3&reserve=1#which-tier$/)
  if (!scripted) {
    await page.goto('/coverage-tiers?pay=4000&household=1&reserve=24')
    await expect(page.getByRole('heading', { name: 'You may not need a tier' })).toBeVisible()
    await page.goto('/coverage-tiers?pay=20000&household=5&reserve=0')
    await expect(page.getByRole('heading', { name: 'Ultra comes closest' })).toBeVisible()
    await expect(page.getByText('No tier reaches it: Ultra is the largest.')).toBeVisible()
    return
  }
  await expect(page.locator('.tier-guide')).toBeFocused()
  await expect(recommendation).toBeInViewport({ ratio: 1 })
  await page.getByLabel('Your pay', { exact: true }).fill('20,000')
  await page.getByRole('button', { name: 'Show my tier' }).click()
  await expect(page).toHaveURL(/pay=20%2C000/)
  await page.goBack()
  await expect(page.getByLabel('Your pay', { exact: true })).toHaveValue('$4,000')
})

test('a search of the questions opens the answers that have its words, and says when none has', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await page.goto('/faq')
  const main = page.getByRole('main')
  const answers = main.locator('.accordion details')
  const all = await answers.count()
  await page.getByLabel('Search the questions and answers').fill('Yahoo')
  await main.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/\/faq\?q=Yahoo#found$/)
  await expect(page.getByLabel('Search the questions and answers')).toHaveValue('Yahoo')
  const found = await answers.count()
  expect(found).toBeGreaterThan(0)
  expect(found).toBeLessThan(all)
  for (const answer of await answers.all()) {
    await expect(answer).toHaveAttribute('open')
    await expect(answer).toContainText(/yahoo/i)
  }

  await page.getByLabel('Search the questions and answers').fill('<b>zeppelin</b>')
  await main.getByRole('button', { name: 'Search' }).click()
  await expect(main.getByRole('status')).toContainText('No answer fits “<b>zeppelin</b>”. Write to us')
  await expect(answers).toHaveCount(0)
  await main.getByRole('link', { name: 'Show all questions' }).click()
  await expect(answers).toHaveCount(all)

  // Back shows the words that the answers are for.
  await page.goto('/faq?q=refund')
  await page.getByLabel('Search the questions and answers').fill('vesting')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/q=vesting#found$/)
  await page.goBack()
  await expect(page.getByLabel('Search the questions and answers')).toHaveValue('refund')
})

test('answers open one at a time on the home page, and by their own URL on the FAQ page', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'a browser does so by itself')
  await page.goto('/')
  const open = page.locator('.accordion details[open]')
  await expect(open).toHaveCount(1)
  await page.locator('.accordion details').nth(2).locator('summary').click()
  await expect(open).toHaveCount(1)
  await expect(page.locator('.accordion details').nth(2)).toHaveAttribute('open', '')

  await page.goto('/faq')
  await expect(open).toHaveCount(0)
  const id = await page.locator('.accordion [id]').nth(3).getAttribute('id')
  await page.goto(`/faq#${id}`)
  await expect(page.locator(`[id="${id}"]`)).toBeVisible()
})

test('a link to the current page reloads it', async ({ page, request, baseURL, scripted }) => {
  test.skip(!scripted, 'a browser does so by itself')
  await page.goto('/faq')
  const seen: string[] = []
  page.on('request', (pageRequest) => seen.push(new URL(pageRequest.url()).pathname))
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ', exact: true }).click()
  await expect.poll(() => seen).toContain('/faq')
  if (scripted) expect(seen).toContain('/temp-redirect')
  await expect(page).toHaveURL(/\/faq$/)

  for (const [referer, target] of [
    [`${baseURL}/careers?a=b`, '/careers?a=b'],
    ['https://evil.example/careers', '/'],
    [`${baseURL}/temp-redirect`, '/'],
    ['nonsense', '/'],
  ] as const) {
    const response = await request.get(`${baseURL}/temp-redirect`, {
      maxRedirects: 0,
      headers: { Referer: referer },
    })
    expect([response.status(), response.headers().location]).toEqual([302, target])
  }
})

test('the menu of a phone is a panel over the page', async ({ page, scripted }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/faq')
  const panel = page.locator('.menu-panel')
  const openMenu = () => page.locator('label.menu-toggle').first().click()
  const place = () => page.evaluate(() => window.scrollY)
  await page.evaluate(() => window.scrollTo({ top: 700, behavior: 'instant' }))
  await openMenu()
  await expect(panel).toBeVisible()
  await expect.poll(async () => (await panel.boundingBox())?.width).toBeCloseTo(270, 1) // three quarters
  await expect(page.locator('body')).toHaveCSS('overflow', 'hidden')
  await page.getByText('Close menu').click()
  await expect(panel).toBeHidden()
  expect(await place()).toBe(700)
  await openMenu()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About Us' }).click()
  await expect(page).toHaveURL(/\/about-us$/)
  await expect(panel).toBeHidden()
  await openMenu()
  await page.mouse.click(20, 400)
  await expect(panel).toBeHidden()
  if (!scripted) return
  const toggle = page.getByRole('checkbox', { name: 'Main menu' })
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await toggle.focus()
  await page.keyboard.press('Space')
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await page.setViewportSize({ width: 700, height: 740 })
  await openMenu()
  await expect(panel).toBeVisible()
  await expect.poll(async () => (await panel.boundingBox())?.width).toBeCloseTo(280, 1)
})

test('the header marks the current page, and shrinks when the page is scrolled', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'the style sheets are the same without scripts')
  await page.setViewportSize({ width: 1280, height: 700 })
  await page.goto('/how-it-works')
  const current = page.getByRole('banner').locator('[aria-current=page]')
  await expect(current).toHaveText('How it works')
  await page.goto('/get-a-quote')
  const [text, ground] = await current.evaluate((link) => {
    const { color, backgroundColor } = getComputedStyle(link)
    return [color, backgroundColor]
  })
  expect(text).not.toBe(ground)
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 700 })
    await page.goto('/how-it-works')
    const height = () =>
      page
        .getByRole('banner')
        .boundingBox()
        .then((box) => box?.height ?? 0)
    const scrolled = () => page.evaluate(() => scrollY)
    const before = await height()
    await page.mouse.move(width / 2, 400)
    // In small steps, none of which may be taken back.
    for (const y of [4, 8, 12, 16, 20]) {
      await page.mouse.wheel(0, 4)
      await expect.poll(scrolled).toBe(y)
    }
    await expect.poll(height).toBe(before - 16)
    await page.mouse.wheel(0, -12)
    await expect.poll(scrolled).toBe(8)
    await expect.poll(height).toBe(before)
  }
})

test('a page starts at its top, and Back restores the scroll position', async ({ page, scripted }) => {
  test.skip(!scripted, 'a browser does so by itself')
  await page.setViewportSize({ width: 360, height: 740 })
  // Pages with and without scripts link to each other.
  for (const [from, link, to] of [
    ['/', 'How it works', '/how-it-works'],
    ['/contact', 'Privacy policy', '/privacy-policy'],
    ['/how-it-works', 'FAQ', '/faq'],
    ['/faq', 'Contact', '/contact'],
    ['/careers', 'Contact', '/contact'],
  ] as const) {
    await page.goto(from)
    const place = page.getByRole('contentinfo').getByRole('link', { name: link, exact: true })
    await place.scrollIntoViewIfNeeded()
    const left = await page.evaluate(() => scrollY)
    expect(left).toBeGreaterThan(500)
    await place.click()
    await expect(page).toHaveURL((url) => url.pathname === to)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await expect(page).toHaveURL((url) => url.pathname === from)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(left)
  }
})

test('a link to a form shows the heading above it, below the header', async ({ page, scripted }) => {
  test.skip(!scripted, 'the style sheets are the same without scripts')
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 740, height: 360 },
  ]) {
    await page.setViewportSize(viewport)
    for (const [path, name] of [
      ['/careers#application-form', 'Apply'],
      ['/contact#contact-form', 'Send us a message'],
      ['/contact#waitlist-form', 'Join the waitlist'],
    ] as const) {
      await page.goto('/faq')
      await page.goto(path)
      const heading = page.getByRole('heading', { level: 2, name, exact: true })
      await expect(heading).toBeInViewport({ ratio: 1 })
      const topOf = async () => (await heading.boundingBox())?.y
      await expect.poll(topOf, path).toBeGreaterThan(48)
    }
  }
})
