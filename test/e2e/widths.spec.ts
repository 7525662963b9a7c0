import type { Page } from '@playwright/test'

import { application } from '../support/program'

import { expect, post, signIn, test } from './base'

/** How far a page is wider than its window. */
const beyond = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** The width that a page takes with its text at twice the size, and the values for which it leaves no room. */
function withLargeText(page: Page) {
  return page.evaluate(() => {
    const { style } = document.documentElement
    style.setProperty('font-size', '200%', 'important')
    const values = [...document.querySelectorAll<HTMLElement>('main :is(th, td, dd):not([data-phone=link])')]
    const squeezed = values
      .filter(({ innerText, offsetHeight }) => {
        const lines = offsetHeight / 48
        return innerText.length > 0 && lines > 6 && lines > innerText.length / 2
      })
      .map(({ innerText }) => innerText)
    const width = document.documentElement.scrollWidth
    style.removeProperty('font-size')
    return { width, squeezed }
  })
}

const fits = { width: 360, squeezed: [] }

test('no page of visitors and accounts is wider than a narrow phone, nor than one with text of twice the size', async ({
  page,
}) => {
  const open = async (path: string) => {
    await page.setViewportSize({ width: 320, height: 700 })
    await page.goto(path)
    expect.soft(await beyond(page), path).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 360, height: 740 })
    expect.soft(await withLargeText(page), path).toEqual(fits)
  }
  for (const path of [
    '/',
    '/?income=4200&industry=Information&years=3',
    '/how-it-works',
    '/coverage-tiers?pay=4000&household=3&reserve=1',
    '/coverage-tiers?income=4200&industry=Information&years=3',
    '/get-a-quote',
    '/get-a-quote?coverage_level=elite',
    '/faq',
    '/investor',
    '/pitch-deck',
    '/pitch-deck?step=request',
    '/pitch-deck?step=code',
    '/about-us',
    '/careers',
    '/contact',
    '/trust-and-fraud-prevention',
    '/terms-of-service',
    '/privacy-policy',
    '/login',
    '/signup',
    '/account-recovery',
    '/verify-email?token=nonsense',
    '/questions/nonsense',
    '/nothing-here',
  ])
    await open(path)
  await signIn(page)
  const { id } = await post(page, '/api/quote-submissions', application)
  const message =
    'Does the Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch Railway still employ you?'
  const question = await post(page, `/api/admin/quotes/${id}/questions`, { message })
  const { result } = (await post(page, '/api/admin/underwriting/quote', { quote_id: id })) as unknown as {
    result: { id: number }
  }
  await page.goto(`/admin/underwriting/offer/${result.id}`)
  await page.getByRole('button', { name: 'Send it' }).click()
  await expect(page.getByText('The result is on its way to its applicant.')).toBeVisible()
  for (const path of [
    `/dashboard/questions/${question.id}`,
    `/dashboard/quotes/${id}`,
    '/edit-profile',
    '/change-password',
    '/dashboard',
    '/delete-account',
    '/two-step-login',
  ])
    await open(path)
})

/** The address of each page of the office, with records of its own where it is about one. */
async function officePages(page: Page) {
  const posted = (path: string, data: object) => post(page, path, data)
  const email = `wide${crypto.randomUUID().slice(0, 8)}@example.com`
  const { id } = await posted('/api/quote-submissions', { ...application, email, quote_email: email })
  const run = await posted('/api/admin/underwriting/quote', { quote_id: id })
  const result = (run as unknown as { result: { id: number } }).result.id
  const question = await posted(`/api/admin/quotes/${id}/questions`, {
    message: 'Since when do you work there?',
  })
  const contact = await posted('/api/contact-submissions', {
    name: 'Ann Doe',
    email,
    inquiry_type: 'Other',
    message: 'Is it sold in Oregon?',
  })
  await posted('/api/pitch-deck/request-access', {
    name: 'Ann Doe',
    email,
    company: 'Northern Lights Capital',
  })
  await page.goto(`/admin/mail?q=${email}`)
  const mail = await page.getByRole('main').getByRole('link', { name: /^View/ }).first().getAttribute('href')
  await page.goto(`/pitch-deck-admin?q=${email}`)
  const reject = await page.getByRole('link', { name: /^Reject with a note/ }).getAttribute('href')
  const underwriting = '/admin/underwriting'
  return [
    ...['work', 'work/send', 'work/send/confirm?results=1-1', 'portfolio', 'search?q=ann', 'nothing-here'],
    ...['database', 'database?table=quote_submissions'],
    ...['session-info', 'accounts', 'accounts/1', 'audit', 'security', 'mail', 'run-import'],
    ...[
      'views?list=quotes&query=q%3DAnn',
      'submissions',
      'submissions?tab=contacts',
      'submissions?tab=waitlist',
      'submissions/status?change=Pending~Quoted~1.2',
    ],
    ...[`submissions/quotes/${id}`, `submissions/contacts/${contact.id}`],
    `submissions/contacts/${contact.id}/reply`,
  ]
    .map((path) => `/admin/${path}`)
    .concat(
      [
        '',
        ...['coverage-tiers', 'employer-risks', 'synergy-data'].map((tab) => `?tab=${tab}`),
        '?tab=coverage-tiers&add=coverage-tiers',
        ...['charts', 'simulation', 'portfolio-factor', 'impact', 'releases', 'referrals', 'results', 'code'],
        ...['tables', 'tables?table=limits', 'questions', 'state-rules', 'fairness', 'challenger'],
        ...['tests', `tests?case=A+nurse+of+eleven+years&quote=${id}`],
        ...['batches', 'compare', 'results?group=tier'],
        ...[
          `quote/${id}`,
          `ask/${id}`,
          `assign/${id}`,
          `correct/${id}`,
          `result/${result}`,
          `offer/${result}`,
        ],
        ...[`question/${question.id}`, 'delete/coverage-tiers/1'],
      ].map((path) =>
        path === '' || path.startsWith('?') ? underwriting + path : `${underwriting}/${path}`,
      ),
      ['/pitch-deck-admin', mail ?? '', reject ?? ''],
    )
}

/** What of the page a finger presses and is less than 44 pixels high, except in a sentence. */
const tooLow = (page: Page) =>
  page.locator('body').evaluate((body) => {
    const low = [...body.querySelectorAll<HTMLElement>('a[href], button, summary, select, input, textarea')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => !element.closest('.skip-link, svg, .visually-hidden'))
      .filter((element) => {
        const { display } = getComputedStyle(element)
        const inSentence = display === 'inline' && (element.parentElement?.textContent ?? '').length > 30
        const covers = getComputedStyle(element, '::after').position === 'absolute'
        const label = (element as Partial<HTMLInputElement>).labels?.[0]
        const { height, width } = (label ?? element).getBoundingClientRect()
        const ownHeight = element.getBoundingClientRect().height
        return width > 1 && Math.max(height, ownHeight) < 43.5 && !inSentence && !covers
      })
      .map((element) => `${element.tagName} ${element.textContent.trim() || element.getAttribute('name')}`)
    return [...new Set(low)]
  })

test('no page of the office is wider than a window of 320 to 1920 pixels, and a phone takes text of twice the size and a finger', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'the style sheets are the same without scripts')
  test.slow()
  await signIn(page)
  const devtools = await page.context().newCDPSession(page)
  const resize = (width: number) =>
    devtools.send('Emulation.setDeviceMetricsOverride', {
      width,
      height: 800,
      deviceScaleFactor: 1,
      mobile: false,
    })
  for (const path of await officePages(page)) {
    await page.goto(path)
    for (const width of [1920, 1280, 1024, 640, 320]) {
      await resize(width)
      expect.soft(await beyond(page), `${path} at ${width}`).toBeLessThanOrEqual(0)
    }
    await resize(360)
    expect.soft(await withLargeText(page), path).toEqual(fits)
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true)
    expect.soft(await tooLow(page), path).toEqual([])
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: false })
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('the menu of the office shows every page at once, marks the current one and counts the work', async ({
    page,
    baseURL,
  }) => {
    await page.request.post(`${baseURL}/api/quote-submissions`, { data: application })
    await signIn(page)
    await page.goto('/admin/audit')
    await page.getByText('Menu', { exact: true }).click()
    const office = page.getByRole('navigation', { name: 'Back office' })
    await expect(office.getByRole('link')).toHaveText([
      /^Work ?\d+\+? without an answer$/,
      ...['Submissions', 'Results', 'Portfolio', 'Underwriting', 'Database', 'Session Info'],
      ...['Pitch Deck Admin', 'Engine code', 'Import', 'Accounts', 'Mail', 'Audit', 'Security'],
      ...['My Dashboard', 'Public site'],
    ])
    for (const link of [
      ...(await office.getByRole('link').all()),
      office.getByRole('button', { name: 'Logout' }),
    ]) {
      await expect(link).toBeInViewport({ ratio: 1 })
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
    await expect(office.locator('[aria-current=page]')).toHaveText('Audit')
    await office.getByRole('link', { name: 'Engine code' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Underwriting engine code')
    await expect(office).toBeHidden()
  })
})
