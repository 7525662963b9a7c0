import type { Locator } from '@playwright/test'

import { application } from '../support/program'

import { expect, holdRequests, hydrated, post, signIn, test, unfold } from './base'

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('the link of a row covers the row and shows no text', async ({ page }) => {
    await signIn(page)
    const { id } = await post(page, '/api/quote-submissions', application)
    await post(page, '/api/admin/underwriting/quote', { quote_id: id })
    for (const path of [
      '/admin/submissions',
      '/admin/mail',
      '/admin/underwriting',
      `/admin/underwriting/quote/${id}`,
    ]) {
      await page.goto(path)
      const link = page.locator('.table-brief [data-phone=link] a').first()
      await expect(link).toHaveAccessibleName(/^View/)
      const measured = await link.evaluate((element) => {
        const text = document.createRange()
        text.selectNodeContents(element.firstChild ?? element)
        const words = text.getBoundingClientRect()
        const row = element.closest('tr')?.getBoundingClientRect()
        const box = element.getBoundingClientRect()
        const isOutside = words.left >= box.right || words.width * words.height === 0
        return { isOutside, lacking: [(row?.width ?? NaN) - box.width, (row?.height ?? NaN) - box.height] }
      })
      expect.soft(measured.isOutside, path).toBe(true)
      for (const pixels of measured.lacking) expect.soft(pixels, path).toBeLessThan(3)
    }
  })

  test('a long name in the audit log is not printed over', async ({ page }) => {
    await signIn(page)
    const name = `A role with a name of several lines ${crypto.randomUUID()}`
    await post(page, '/api/admin/underwriting/job-roles', { role_name: name })
    await page.goto('/admin/audit')
    const entry = page.locator('.audit-entry').filter({ hasText: name })
    const [words, details] = await Promise.all(
      ['.audit-what a', 'summary'].map((place) =>
        entry.locator(place).evaluate((element) => {
          const text = document.createRange()
          text.selectNodeContents(element.firstChild ?? element)
          const { left, top, bottom } = text.getBoundingClientRect()
          return { left, top, bottom }
        }),
      ),
    )
    expect(details?.top).toBeGreaterThanOrEqual((words?.bottom ?? NaN) - 1)
    expect(words?.left).toBeLessThan(120) // the name begins beside its verb, and is cut within its text
    const isShown = await entry.locator('.audit-what a').evaluate((link) => {
      const { left, top, bottom } = link.getBoundingClientRect()
      return document.elementFromPoint(left + 15, (top + bottom) / 2) === link
    })
    expect(isShown).toBe(true)
    const height = await entry.evaluate((element) => element.getBoundingClientRect().height)
    expect(height).toBeLessThan(145) // when, what and the changes in up to two lines, and one that is 44 px high to be touched
  })

  test('the links of the footer are high enough for a finger, and its four lists are two by two', async ({
    page,
  }) => {
    await page.goto('/login')
    const footer = page.getByRole('contentinfo')
    for (const link of await footer.getByRole('link').all())
      expect.soft((await link.boundingBox())?.height, await link.innerText()).toBeGreaterThanOrEqual(44)
    const titles = await Promise.all(
      ['Cover', 'Company', 'Legal', 'Follow along'].map((title) =>
        footer.getByText(title, { exact: true }).boundingBox(),
      ),
    )
    const [cover, company, legal, profiles] = titles.map((box) => box ?? { x: NaN, y: NaN })
    expect([legal?.x, profiles?.x]).toEqual([cover?.x, company?.x])
    expect([company?.y, profiles?.y]).toEqual([cover?.y, legal?.y])
  })

  test('tables of figures have a line for each record, and fit', async ({ page }) => {
    for (const [path, name] of [
      ['/investor', 'Members at the end of the year; amounts in thousands of US dollars'],
      ['/coverage-tiers', 'Coverage tiers'],
    ] as const) {
      await page.goto(path)
      const table = page.getByRole('table', { name })
      await expect(table.getByRole('columnheader').first()).toBeVisible()
      const row = table.getByRole('row').nth(1)
      const tops = await row
        .locator(':scope > *')
        .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().top))
      expect.soft(new Set(tops).size, path).toBe(1)
      const beyond = await table.evaluate(
        ({ parentElement: box }) => (box?.scrollWidth ?? NaN) - (box?.clientWidth ?? NaN),
      )
      expect.soft(beyond, path).toBeLessThanOrEqual(0)
    }
  })

  test('the amount of a factor in the list of results is named', async ({ page }) => {
    await signIn(page)
    const { id } = await post(page, '/api/quote-submissions', application)
    await post(page, '/api/admin/underwriting/quote', { quote_id: id })
    await page.goto(`/admin/underwriting/results?quote=${id}`)
    await expect(page.locator('tbody .result-factor-name')).toBeVisible()
    await expect(page.locator('tbody .result-factor')).toHaveText(/^Employer \S+$/)
  })
})

test('the contents of a long page are folded up on a phone, and open elsewhere', async ({ page }) => {
  for (const path of ['/privacy-policy', '/faq']) {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(path)
    const contents = page.getByRole('navigation', { name: 'On this page' })
    await expect(contents.getByRole('link').first()).toBeHidden()
    await contents.getByText('On this page').click()
    await contents.getByRole('link').first().click()
    await expect(page).toHaveURL(/#/)
    await page.goto(path)
    for (const width of [768, 1280]) {
      await page.setViewportSize({ width, height: 740 })
      await expect(contents.getByRole('link').first()).toBeVisible()
      await expect(contents.locator('summary')).toBeHidden()
    }
  }
})

test('nothing shifts while a page loads, nor when its fonts arrive late on a slow line', async ({ page }) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150, // milliseconds
    downloadThroughput: 200_000, // bytes a second
    uploadThroughput: 90_000,
  })
  await page.route('**/*.woff2', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700))
    await route.continue().catch(() => {}) // the page may be closed
  })
  const paths = ['/', '/how-it-works', '/careers', '/get-a-quote', '/faq', '/coverage-tiers']
  for (const [width, path] of [360, 412, 1280].flatMap((width) =>
    paths.map((path) => [width, path] as const),
  )) {
    await page.setViewportSize({ width, height: 823 })
    await page.goto(path)
    await page.waitForLoadState('networkidle') // the scripts have arrived too
    await page.evaluate(() => document.fonts.ready)
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value
          }).observe({ type: 'layout-shift', buffered: true })
          setTimeout(() => resolve(sum), 200)
        }),
    )
    expect.soft(shift, `${path} at ${width} pixels`).toBeLessThan(0.001)
  }
})

test('the bar of the office stays as it is when its script arrives', async ({ page }) => {
  await signIn(page)
  const release = await holdRequests(page, '**/*.js')
  await page.goto('/admin/work', { waitUntil: 'commit' })
  const search = page.locator('#office-search')
  await expect(search).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  const keys = page.getByRole('button', { name: 'Keys' })
  await expect(keys).toBeHidden()
  const before = await search.boundingBox()
  release()
  await expect(keys).toBeVisible()
  expect(await search.boundingBox()).toEqual(before)
})

test('the heading font is requested before any script', async ({ page }) => {
  await page.goto('/get-a-quote')
  const html = await (await page.request.get(page.url())).text()
  expect(html).toMatch(/<link[^>]* rel="preload"[^>]* as="font"/)
  expect(html.indexOf('as="font"')).toBeLessThan(html.indexOf('modulepreload'))
})

test('the menu does not slide over a page that becomes wider or narrower', async ({ page }) => {
  await page.goto('/faq')
  for (const width of [360, 1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    const moving = await page
      .locator('.menu-panel')
      .evaluate((panel) => panel.getAnimations().length + Number(panel.getBoundingClientRect().width === 0))
    expect(moving, `${width}`).toBe(0)
  }
})

test('tables of the office fit a tablet', async ({ page }) => {
  await signIn(page)
  const sent = await page.request.post('/api/quote-submissions', { data: application })
  const { id } = (await sent.json()) as { id: number }
  const run = await page.request.post('/api/admin/underwriting/quote', { data: { quote_id: id } })
  const { result } = (await run.json()) as { result: { id: number } }
  await page.setViewportSize({ width: 768, height: 900 })
  await page.goto('/admin/underwriting')
  await hydrated(page) // it would not take over a page that was changed before
  const newest = page.getByRole('table', { name: 'Underwriting results, newest first' })
  const wide = await newest.evaluate((table: HTMLTableElement) => {
    for (const { cells } of [...table.rows].slice(1)) {
      cells[0]!.textContent = '12345'
      for (const amount of [5, 6, 7]) cells[amount]!.textContent = '$12,345.67'
      const tier = cells[4]!.querySelector('.badge')
      if (tier) tier.textContent = 'Standard for contractors'
    }
    return table.clientWidth - table.parentElement!.clientWidth
  })
  expect.soft(wide, 'large amounts').toBeLessThanOrEqual(0)
  for (const path of [
    '/admin/work',
    '/admin/work/send',
    '/admin/underwriting',
    '/admin/underwriting/tests',
    '/admin/underwriting/tables?table=limits',
    `/admin/underwriting/result/${result.id}`,
    `/admin/underwriting/quote/${id}?tier=elite&years=7&employer=Granite+Quay+Builders`,
  ]) {
    await page.goto(path)
    const cut = await page
      .locator('main .table-scroll')
      .evaluateAll((boxes) =>
        boxes.filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.getAttribute('aria-label')),
      )
    expect.soft(cut, path).toEqual([])
  }
})

test('the buttons of a dialog are as high as elsewhere, also where it opens from a dense table', async ({
  page,
}) => {
  await signIn(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/admin/underwriting?tab=coverage-tiers')
  await page
    .getByRole('link', { name: /^Delete coverage tier/ })
    .first()
    .click()
  for (const name of ['Delete', 'Cancel']) {
    const button = await page.getByRole('dialog').getByRole('button', { name }).boundingBox()
    expect(button?.height, name).toBeGreaterThanOrEqual(40)
  }
})

test('a summary lists the errors in the order of the fields', async ({ page }) => {
  await signIn(page)
  for (const path of ['simulation', 'portfolio-factor', 'state-rules']) {
    await page.goto(`/admin/underwriting/${path}`)
    const form = page.getByRole('main').locator('form').last()
    for (const box of await form.getByRole('textbox').all()) await box.fill('')
    await form.evaluate((element: HTMLFormElement) => (element.noValidate = true))
    await form.getByRole('button').first().click()
    const links = page.getByRole('alert').getByRole('link')
    await expect(links.first(), path).toBeVisible()
    const named = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')?.slice(1)))
    const fields = await form
      .locator('[name]:not([type=hidden])')
      .evaluateAll((all) => all.map((field) => field.getAttribute('name')))
    expect.soft(named, path).toEqual(fields.filter((name) => named.includes(name ?? '')))
  }
})

test('the page of a quote has two columns on a wide screen and one on a phone, and never scrolls sideways', async ({
  page,
}) => {
  await signIn(page)
  const sent = await page.request.post('/api/quote-submissions', { data: application })
  const { id } = (await sent.json()) as { id: number }
  await page.request.post('/api/admin/underwriting/quote', { data: { quote_id: id } })
  const panel = page.locator('#result')
  const card = page.locator('.card').filter({ hasText: `Quote Q-${id}` })
  await page.goto(`/admin/underwriting/quote/${id}?tier=elite&years=7&employer=Granite+Quay+Builders`)
  for (const width of [320, 360, 768, 1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    const [right, left] = [await panel.boundingBox(), await card.boundingBox()]
    if (!right || !left) throw new Error('the cards are not shown')
    if (width >= 1024) expect.soft(right.x, `${width}`).toBeGreaterThan(left.x + left.width)
    else expect.soft(right.y + right.height, `${width}`).toBeLessThanOrEqual(left.y)
    await expect
      .soft(panel.getByRole('link', { name: 'See how it was reached' }))
      .toBeVisible({ visible: width >= 1024 })
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect.soft(wide, `${width}`).toBeLessThanOrEqual(width)
  }
  // The result stays in view while the application is read.
  await page.setViewportSize({ width: 1280, height: 700 })
  await page.getByRole('heading', { name: 'Financial' }).scrollIntoViewIfNeeded()
  await expect(panel).toBeInViewport()
})

/** What the office itself writes into a list of submissions, at its widest. */
const widest = {
  '#': '123456',
  Level: 'Standard for contractors',
  Tier: 'Standard for contractors <span class="cell-note">Referred</span>',
  Income: '$10,000,000.00',
  Status: '<span class="badge badge-blue">Withdrawn</span>',
}

function fillWithWidest(rows: Element[], texts: Record<string, string>) {
  for (const cell of rows[0]?.children ?? []) {
    const text = texts[cell.getAttribute('data-label') ?? '']
    if (text !== undefined) cell.innerHTML = text
  }
}

test('no table of the daily pages is wider than its box at 1024 pixels, nor the results to send at 768', async ({
  page,
}) => {
  test.slow()
  await signIn(page)
  const decided = await post(page, '/api/quote-submissions', application)
  await post(page, '/api/admin/underwriting/quote', { quote_id: decided.id })
  await post(page, '/api/admin/underwriting/quote', { quote_id: decided.id })
  const referred = { ...application, children_count: 3, family_size: 3 }
  const { id } = await post(page, '/api/quote-submissions', referred)
  await post(page, '/api/admin/underwriting/quote', { quote_id: id })
  await post(page, '/api/quote-submissions', application)
  const long = 'Standard for contractors and their families'
  const oneLine = (classes: string) => `<span class="one-line ${classes}">${long}</span>`
  const amounts = [
    'Premium',
    'Rated premium',
    'Premium of sent offers',
    'Max Coverage',
    'Monthly Premium',
    'Annual Premium',
  ]
  const means = ['Mean rated premium a month', 'Rated premiums a month', 'Final premiums a month']
  const texts = {
    ...Object.fromEntries([...amounts, ...means].map((label) => [label, '$123,456.78'])),
    Quote: '<a href="#">Q-123456</a>',
    Applicant: oneLine(''),
    Employer: oneLine('one-line-second'),
    'Answer by': '11/26/26 <span class="badge badge-red">Late</span>',
    Why: oneLine('one-line-rest'),
    Level: long,
    Tier: oneLine('one-line-short'),
    With: oneLine('one-line-short'),
    Next: '<a href="#">Confirm</a><span class="cell-note">Waits for a senior</span>',
    Decision: 'Accepted with changes',
    'Coverage Tier':
      '<span class="badge badge-success">Contractors</span><span class="cell-note">rated Standard</span>',
    Applications: '12,345',
    'Expected loss ratio': '123.4%',
    'Rated industry': 'Arts, Entertainment, and Recreation',
    'Coverage tier': 'Standard for contractors',
  }
  const paths = [
    '/admin/work',
    '/admin/work/send',
    '/admin/portfolio',
    '/admin/submissions',
    `/admin/underwriting/quote/${decided.id}`,
    '/admin/underwriting/results',
    ...['employer', 'tier'].map((group) => `/admin/underwriting/results?group=${group}`),
  ]
  for (const [path, width] of [
    ['/admin/work/send', 768] as const,
    ...paths.map((daily) => [daily, 1024] as const),
  ]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(path)
    const tables = page.locator('main table')
    await expect(tables.first(), path).toBeVisible()
    await hydrated(page) // it would not take over a page that was changed before
    for (const table of await tables.all()) {
      await table.locator('tbody tr').evaluateAll(fillWithWidest, texts)
      const { name, beyond } = await table.evaluate((element) => ({
        name: element.querySelector('caption')?.textContent,
        beyond: element.scrollWidth - (element.parentElement?.clientWidth ?? NaN),
      }))
      expect.soft(beyond, `${path} at ${width}: ${name}`).toBeLessThanOrEqual(0)
    }
  }
})

test('a table that is wider than its box has a shadow where it is cut', async ({ page }) => {
  await signIn(page)
  await page.setViewportSize({ width: 1024, height: 800 })
  await page.goto('/admin/portfolio')
  const box = page.locator('main .table-scroll').last()
  const shadows = () =>
    box.evaluate((element) =>
      ['::before', '::after'].map((edge) => Number(getComputedStyle(element, edge).opacity)),
    )
  expect(await shadows()).toEqual([0, 0])
  await box.locator('table').evaluate((table) => (table.style.width = '2000px'))
  await expect.poll(shadows).toEqual([0, 1])
  await box.evaluate((element) => (element.scrollLeft = element.scrollWidth))
  await expect.poll(shadows).toEqual([1, 0])
})

test('the longest texts of visitors widen no page of the office', async ({ page, baseURL }) => {
  test.slow()
  const word = (letter: string, length: number) => letter.repeat(length)
  const key = crypto.randomUUID().replaceAll('-', '').slice(0, 12)
  const email = `${key}${word('m', 52)}@${word('w', 60)}.${word('w', 60)}.${word('w', 50)}.com`
  const name = key + word('W', 37)
  const posted = async (path: string, data: object) => {
    const answer = await page.request.post(`${baseURL}${path}`, { data })
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
    return (await answer.json()) as { id: number }
  }
  const address = { full_address: name, region_state: 'NY', occupation: word('W', 50) }
  await posted('/api/auth/register', { username: name, password: 'a diver under water', email, ...address })
  await posted('/api/pitch-deck/request-access', { name, email, company: name, reason: word('W', 300) })
  await posted('/api/waitlist-submissions', { name, email, consent: 'on' })
  const contact = { name, email, inquiry_type: 'Other', message: word('W', 900) }
  const { id: contactId } = await posted('/api/contact-submissions', contact)
  const long = { employer_name: word('W', 60), occupation: word('W', 50), other_job_role: word('W', 50) }
  const { id } = await posted('/api/quote-submissions', { ...application, ...long, name, email })
  await signIn(page)
  await page.request.post('/api/admin/underwriting/quote', { data: { quote_id: id } })
  const linkOn = async (path: string, link: RegExp) => {
    await page.goto(path)
    return (await page.getByRole('main').getByRole('link', { name: link }).getAttribute('href')) ?? ''
  }
  const account = await linkOn(`/admin/accounts?q=${key}`, new RegExp(name))
  const request = await linkOn(`/pitch-deck-admin?q=${key}`, /^Reject with a note/)
  for (const path of [
    '/admin/submissions',
    '/admin/submissions?tab=contacts',
    '/admin/submissions?tab=waitlist',
    `/admin/submissions/contacts/${contactId}`,
    `/admin/submissions/contacts/${contactId}/reply`,
    `/admin/submissions/quotes/${id}`,
    `/admin/underwriting/quote/${id}`,
    `/admin/underwriting/results?quote=${id}`,
    `/admin/mail?q=${key}`,
    '/admin/security',
    '/admin/accounts',
    account,
    `/admin/search?q=${key}`,
    `/pitch-deck-admin?q=${key}`,
    request,
    request.replace('reject', 'delete'),
  ]) {
    const answer = await page.goto(path)
    expect.soft(answer?.status(), path).toBe(200)
    await hydrated(page) // it would not take over a page that was changed before
    await page.locator('main tbody tr').evaluateAll(fillWithWidest, widest)
    for (const width of [360, 768, 1024, 1280, 1620, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      const beyond = await page
        .locator('html')
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
      expect.soft(beyond, `${path} at ${width}`).toBeLessThanOrEqual(0)
    }
  }
})

test('the tasks of the engine and the figures of the portfolio stand in one line on a tablet', async ({
  page,
}) => {
  await signIn(page)
  await page.setViewportSize({ width: 1024, height: 768 })
  const tops = async (boxes: Locator) =>
    new Set(await boxes.evaluateAll((all) => all.map((box) => Math.round(box.getBoundingClientRect().top))))
  await page.goto('/admin/underwriting')
  expect((await tops(page.locator('.underwriting-cards > .card'))).size).toBe(1)
  const roles = page.getByRole('region', { name: 'Job roles' })
  expect(await roles.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThan(
    2,
  )
  await page.request.post('/api/quote-submissions', { data: application })
  await page.goto('/admin/portfolio')
  const figures = page.locator('.stat-grid').first().locator('.stat')
  await expect(figures).toHaveCount(5)
  expect((await tops(figures)).size).toBe(1)
  await page.getByText('Each day in figures').click()
  await expect(page.getByRole('table', { name: 'Applications by day, newest first' })).toBeVisible()
})

test('applications show decision and premium, and say which columns a width leaves out', async ({ page }) => {
  await signIn(page)
  const sent = await page.request.post('/api/quote-submissions', {
    data: { ...application, name: 'Decided Dora' },
  })
  const { id } = (await sent.json()) as { id: number }
  await page.request.post('/api/admin/underwriting/quote', { data: { quote_id: id } })
  await page.goto(`/admin/submissions?q=${id}`)
  const row = page.getByRole('row', { name: /Decided Dora/ })
  for (const [width, shown, left] of [
    [1024, true, 'Level, Employer'],
    [768, false, 'Level, Employer, Email, Premium'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect(row.locator('[data-label=Decision] .badge')).toBeVisible()
    await expect(row.locator('[data-label=Premium]')).toBeVisible({ visible: shown })
    await expect(page.locator('.table-left-out')).toHaveText(/Left out/)
    expect((await page.locator('.table-left-out').innerText()).trim()).toBe(`Left out at this width: ${left}`)
    const label = page.locator('label', { hasText: /^Search by/ })
    expect((await label.boundingBox())!.height).toBeLessThan(50)
  }
  for (const width of [1280, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(row.locator('[data-label=Employer]')).toBeVisible()
    await expect(page.locator('.table-left-out')).toBeHidden()
  }
})

test('a submission shows whom it is from and what it is about whole on a laptop', async ({ page }) => {
  await signIn(page)
  const name = `Katharina ${crypto.randomUUID().slice(0, 8)}`
  const sender = { name, email: 'katharina.featherstonehaugh@example.com' }
  const words = 'The message, which is longer than its column, is what is cut. '.repeat(4)
  await post(page, '/api/quote-submissions', { ...application, ...sender })
  await post(page, '/api/contact-submissions', {
    ...sender,
    inquiry_type: 'Coverage Information',
    message: words,
  })
  await post(page, '/api/waitlist-submissions', { ...sender, consent: 'on' })
  const position = 'Growth & Marketing Intern'
  const resume = { name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') }
  const career = { ...sender, position, experience: 'Ten years', why_join: words, consent: 'on', resume }
  const applied = await page.request.post('/api/career-submissions', { multipart: career })
  expect(applied.status()).toBe(201)
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const tab of ['quotes', 'contacts', 'waitlist', 'careers']) {
    await page.goto(`/admin/submissions?tab=${tab}&q=${encodeURIComponent(name)}`)
    const row = page.getByRole('row', { name })
    const cut = await row
      .locator('[title]')
      .evaluateAll((cells) =>
        cells
          .filter((cell) => cell.scrollWidth > cell.clientWidth)
          .map((cell) => cell.getAttribute('data-label')),
      )
    expect
      .soft(
        cut.filter((label) => !/^(?:Message|Interest reason)$/.test(label!)),
        tab,
      )
      .toEqual([])
    const beyond = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
    expect.soft(beyond, tab).toBeLessThanOrEqual(0)
  }
})

test('the fields of a row stand on one line, and so do their labels', async ({ page }) => {
  await signIn(page)
  const { id } = await post(page, '/api/quote-submissions', application)
  for (const [path, width, labels] of [
    ['/admin/underwriting/simulation', 1280, ['Scenario', 'Start month']],
    ['', 1280, ['Months', 'Paths']],
    [`/admin/underwriting/quote/${id}`, 768, ['Tier', 'Years with the employer']],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    if (path !== '') await page.goto(path)
    await unfold(page.locator('#what-if'))
    const fields = labels.map((label) => page.locator('main').getByLabel(label, { exact: true }))
    const tops = await Promise.all(
      fields.map((field) =>
        field.evaluate((control) => [
          control.getBoundingClientRect().top,
          (control as HTMLInputElement).labels![0]!.getBoundingClientRect().top,
        ]),
      ),
    )
    expect.soft(tops[0], labels.join()).toEqual(tops[1])
  }
})

test('with a mouse, the actions of a record are words in the row that is pointed at or has the focus', async ({
  page,
}) => {
  await signIn(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/admin/underwriting?tab=industry-fallbacks')
  const row = page.getByRole('row', { name: /Construction/ })
  const edit = row.getByText('Edit', { exact: true })
  const link = row.getByRole('link', { name: 'Edit industry fallback Construction in its row' })
  await expect(edit).toBeHidden()
  await link.focus()
  await expect(edit).toBeVisible()
  await page.getByRole('row', { name: /Manufacturing/ }).hover()
  await expect(
    page.getByRole('row', { name: /Manufacturing/ }).getByText('Edit', { exact: true }),
  ).toBeVisible()
})

test('the figures of two compared results start below their heads, in the same place in each table', async ({
  page,
}) => {
  await signIn(page)
  const { id } = await post(page, '/api/quote-submissions', application)
  const results = []
  for (let run = 0; run < 2; run++) {
    const answer = await post(page, '/api/admin/underwriting/quote', { quote_id: id })
    results.push((answer as unknown as { result: { id: number } }).result.id)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/admin/underwriting/compare?a=${results[0]}&b=${results[1]}&all=yes`)
  const starts = await page.locator('main tr').evaluateAll((rows) =>
    rows.map((row) =>
      [...row.children].slice(-3, -1).map((cell) => {
        const range = document.createRange()
        range.selectNodeContents(cell)
        return Math.round(range.getBoundingClientRect().left)
      }),
    ),
  )
  expect(starts.length).toBeGreaterThan(20)
  for (const start of starts) expect.soft(start).toEqual(starts[0])
})

test('the month of a simulation stays in view while its table scrolls sideways', async ({ page }) => {
  await signIn(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/admin/underwriting?tab=synergy-data')
  const table = page.getByRole('region', { name: 'Synergy data' })
  await table.evaluate((box) => box.scrollTo(900, 0))
  const [box, month] = [await table.boundingBox(), table.locator('tbody .table-kept').first()]
  const { x, width } = (await month.boundingBox())!
  expect(x).toBeGreaterThanOrEqual(box!.x)
  expect(x + width).toBeLessThan(box!.x + 200)
})

test('the portfolio by industry fits a laptop whole', async ({ page }) => {
  await signIn(page)
  await page.request.post('/api/quote-submissions', {
    data: { ...application, industry: 'Professional and Business Services' },
  })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/admin/portfolio')
  const table = page.getByRole('region', { name: 'Applications by rated industry' })
  expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0)
})

test('applications fit a tablet whole, and one without a level takes one line on a laptop', async ({
  page,
}) => {
  await signIn(page)
  const data = { ...application, name: 'Uncertain Ursula', coverage_level: 'unsure' }
  await page.request.post('/api/quote-submissions', { data })
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto('/admin/submissions?q=Ursula')
  const list = page.getByRole('region', { name: /^Quote Requests/ })
  expect(await list.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0)
  await expect(page.getByRole('columnheader', { name: 'Status' })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  const row = page.getByRole('row', { name: /Uncertain Ursula/ }).first()
  expect((await row.boundingBox())!.height).toBeLessThan(45)
})

test('the heads of the work list stay below the bar while its rows scroll', async ({ page }) => {
  await signIn(page)
  await post(page, '/api/quote-submissions', application)
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.goto('/admin/work')
  await hydrated(page) // it would not take over a page that was changed before
  const table = page.locator('.work-lists table').first()
  const top = await table.evaluate((element) => {
    const row = element.querySelector<HTMLElement>('tbody tr')
    if (row) row.style.height = '1500px'
    scrollTo(0, element.getBoundingClientRect().top + 700)
    return element.querySelector('thead th')?.getBoundingClientRect().top
  })
  expect(top).toBe(48)
})
