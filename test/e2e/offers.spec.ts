import type { Page } from '@playwright/test'

import { application } from '../support/program'

import { expect, logIn, loseAnswers, sendInVain, signIn, test, unfold, violations } from './base'

const api = '/api/admin/underwriting'

/** Creates an application with a name of its own, and the number of results requested. The page is an admin's. */
async function createResults(page: Page, runs = 1, changes: object = {}) {
  const email = `offer${crypto.randomUUID().slice(0, 8)}@example.com`
  const response = await page.request.post('/api/quote-submissions', {
    data: { ...application, email, quote_email: email, ...changes },
  })
  expect(response.status()).toBe(201)
  const { id: quote } = (await response.json()) as { id: number }
  const results: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const runResponse = await page.request.post(`${api}/quote`, { data: { quote_id: quote } })
    expect(runResponse.status()).toBe(201)
    results.push(((await runResponse.json()) as { result: { id: number } }).result.id)
  }
  return { email, quote, results, result: results[0]! }
}

/** Opens a confirmation and accepts it: a dialog, or a page of its own. */
async function confirm(page: Page, scripted: boolean, ask: string, yes: string) {
  await page.getByRole('link', { name: ask }).click()
  const place = scripted ? page.getByRole('dialog') : page.getByRole('main')
  await place.getByRole('button', { name: yes }).click()
}

const linkIn = (text: string) => /\/quote\/[\w-]{43}/.exec(text)?.[0] ?? ''
const send = (page: Page, scripted: boolean) =>
  confirm(page, scripted, 'Send this result to the applicant', 'Send it')

test.beforeEach(async ({ page }) => signIn(page))

test('a result is sent, read without an account, and withdrawn', async ({
  page,
  openPage,
  scripted,
  mailbox,
}) => {
  const { email, quote, result } = await createResults(page)
  await page.goto(`/admin/underwriting/result/${result}`)
  await page.getByRole('link', { name: 'Send this result to the applicant' }).click()
  const confirmation = scripted ? page.getByRole('dialog') : page.getByRole('main')
  await expect(confirmation).toContainText(`Send this quote to the applicant of Q-${quote} by email?`)
  if (scripted) {
    expect(await violations(page)).toEqual([])
    const preview = page.getByRole('link', { name: 'Read the email first' })
    await expect(preview).toHaveAttribute('href', `/admin/underwriting/offer/${result}`)
  } else {
    const mail = confirmation.getByRole('article', { name: `Your Holdfast quote is ready: Q-${quote}` })
    await expect(mail).toContainText(email)
    await expect(mail).toContainText('Your cover is not active')
    await expect(mail.getByRole('rowheader', { name: 'Your monthly premium' })).toBeVisible()
  }
  await confirmation.getByRole(scripted ? 'button' : 'link', { name: 'Cancel' }).click()
  await send(page, scripted)
  await expect(page.getByText('The result is on its way to its applicant.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Withdraw this result' })).toBeVisible()
  if (scripted) expect(await violations(page)).toEqual([])

  const text = await mailbox.next(email, /quote is ready/)
  expect(text).toContain('Your cover is not active')
  const reader = await openPage()
  const response = await reader.goto(linkIn(text))
  expect(response?.status()).toBe(200)
  const headers = response?.headers() ?? {}
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['referrer-policy']).toBe('same-origin')
  await expect(reader.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(reader.getByRole('heading', { name: 'Your quote', level: 1 })).toBeVisible()
  await expect(reader).toHaveTitle('Your quote - Holdfast')
  await expect(reader.getByText('Your cover is not active')).toBeVisible()
  await expect(reader.getByText('Day of job loss')).toBeVisible()
  await expect(reader.getByRole('heading', { name: 'What would change it' })).toBeVisible()
  await expect(
    reader.getByText(/^The next lower tier: \w+, \$[\d,.]+ at most for \$[\d.]+ a month\.$/),
  ).toBeVisible()
  await expect(reader.getByText('Your name, gender, address and marital status were not used.')).toBeVisible()
  await expect(reader.getByRole('main')).not.toContainText(/(?<!credit )score|factor/i)
  if (scripted) expect(await violations(reader)).toEqual([])

  await confirm(page, scripted, 'Withdraw this result', 'Withdraw it')
  await expect(
    page.getByText('The result was withdrawn: its link says that it was taken back.'),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Send this result to the applicant' })).toBeVisible()
  expect((await reader.reload())?.status()).toBe(404)
  await expect(reader.getByRole('heading', { name: 'We have taken this quote back' })).toBeVisible()
  await expect(reader).toHaveTitle('We have taken this quote back - Holdfast')
  expect((await reader.goto(`/quote/${'a'.repeat(43)}`))?.status()).toBe(404)
  await expect(reader.getByRole('heading', { name: 'We do not know this link' })).toBeVisible()
  if (scripted) expect(await violations(reader)).toEqual([])
})

test('the page of a private link stays, with what was typed, while a proxy answers or nobody does', async ({
  page,
  scripted,
  mailbox,
}) => {
  test.skip(!scripted, 'a browser says so by itself')
  const { email, result } = await createResults(page)
  await page.goto(`/admin/underwriting/result/${result}`)
  await send(page, scripted)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(linkIn(await mailbox.next(email, /quote is ready/)))
  const { pathname } = new URL(page.url())
  const question = page.getByLabel('Your question')
  await page.getByText('Ask us about it').click()
  await question.fill('What if I move?')
  const ask = () => page.getByRole('button', { name: 'Send my question' }).click()
  const interest = () => page.getByRole('button', { name: 'I am interested' }).click()
  const failure = 'This could not be saved just now. Please try again.'
  await sendInVain(page, ask, `${failure} Check your connection. It may have arrived all the same.`)
  await page.route('**/quote/**', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  for (const press of [ask, interest]) {
    await press()
    await expect(page.getByRole('alert').filter({ hasText: failure })).toBeFocused()
    expect(new URL(page.url()).pathname).toBe(pathname)
    await expect(question).toHaveValue('What if I move?')
  }
  expect(await violations(page)).toEqual([])
  await page.unrouteAll()
  await page.getByRole('link', { name: 'How our cover works' }).click()
  await expect(page).toHaveURL(/\/how-it-works$/)
  await page.goBack()
  await expect(question).toBeVisible()
  await expect(question).toHaveValue('What if I move?')
  await page.getByRole('button', { name: 'Send my question' }).click()
  await expect(page.getByText('Your question has arrived')).toBeVisible()
  await page.getByRole('link', { name: 'How our cover works' }).click()
  await expect(page).toHaveURL(/\/how-it-works$/)
})

test('a rejection is worded kindly', async ({ page, scripted, mailbox }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const { email, result } = await createResults(page, 1, { employment_length: 0 })
  await page.goto(`/admin/underwriting/result/${result}`)
  await send(page, scripted)
  await expect(page.getByText('The result is on its way to its applicant.')).toBeVisible()
  const text = await mailbox.next(email, /^About your/)
  await page.goto(linkIn(text))
  await expect(page.getByText('We are sorry: we cannot offer you cover at this time')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('$')
})

test('when two admins send an offer at once, the second sees that it was sent', async ({
  page,
  context,
  scripted,
}) => {
  const { result } = await createResults(page)
  const other = await context.newPage()
  const third = await context.newPage()
  for (const openPage of [page, other]) await openPage.goto(`/admin/underwriting/result/${result}`)
  await third.goto(`/admin/underwriting/offer/${result}`)
  await send(page, scripted)
  await expect(page.getByText('The result is on its way to its applicant.')).toBeVisible()
  await third.getByRole('button', { name: 'Send it' }).click()
  if (scripted)
    await expect(
      third.getByRole('alert').filter({ hasText: /^You have sent this result, .* UTC\./ }),
    ).toBeFocused()
  else await expect(third.getByRole('alert')).toContainText('This result has been sent already.')
  await expect(third.getByRole('button', { name: 'Withdraw it' })).toHaveCount(0)
  if (scripted) {
    await send(other, scripted)
    await expect(other.getByRole('alert')).toContainText('This result has been sent already.')
    await expect(other.getByRole('link', { name: 'Withdraw this result' })).toBeVisible()
  } else {
    // The confirmation page is rendered when opened: it says that the result was sent, and withdraws nothing.
    await other.getByRole('link', { name: 'Send this result to the applicant' }).click()
    await expect(other.getByRole('alert')).toContainText('This result was sent already,')
    await expect(other.getByRole('main').getByRole('button')).toHaveCount(0)
  }
})

test('an account sees its own quotes on the dashboard', async ({ page, scripted }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const { quote, result } = await createResults(page)
  await page.goto(`/admin/underwriting/result/${result}`)
  await send(page, scripted)
  await expect(page.getByText('The result is on its way to its applicant.')).toBeVisible()
  await page.goto('/dashboard')
  const own = page.locator('#quotes')
  await unfold(own) // other tests apply with this account too, perhaps meanwhile
  await expect(own.getByRole('heading', { name: `Quote Q-${quote} Quoted` })).toBeVisible()
  const item = own.getByRole('listitem').filter({ hasText: `Q-${quote}` })
  await expect(item).toContainText('Your cover is not active')
  await expect(item.getByRole('heading', { name: 'How the price came about' })).toBeVisible()
  await expect(item.getByRole('row').last()).toContainText(/Your monthly premium\s*\$\d+\.\d\d/)
  await expect(item).toContainText(/\$\d+\.\d\da month/)
  expect(await violations(page)).toEqual([])
  await item.getByRole('link', { name: 'Answer this quote' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your quote')
  await page.getByRole('button', { name: 'I am interested' }).click()
  await expect(page.locator(':focus')).toContainText('Your interest is noted')
  await page.goto('/dashboard')
  await unfold(own)
  await expect(item).toContainText('You told us that you are interested.')
})

test('the dashboard shows the newest application, and a row that opens for each earlier one', async ({
  openPage,
  scripted,
}) => {
  test.skip(!scripted, 'the style sheets are the same without scripts')
  const page = await openPage()
  const email = `three${crypto.randomUUID().slice(0, 8)}@example.com`
  const account = { username: 'Ann', password: 'a diver under water', full_address: '1 Main Street' }
  const data = { ...account, email, region_state: 'NY', occupation: 'Diver' }
  await page.request.post('/api/auth/register', { data })
  await page.request.post('/api/auth/login', { data })
  const ids: number[] = []
  for (let time = 0; time < 3; time += 1) {
    const sent = await page.request.post('/api/quote-submissions', {
      data: { ...application, email, quote_email: email },
    })
    ids.push(((await sent.json()) as { id: number }).id)
  }
  await page.goto('/dashboard')
  const own = page.locator('#quotes')
  await expect(own.getByRole('heading', { level: 3 })).toHaveText(
    ids.toReversed().map((id) => `Quote Q-${id} Pending`),
  )
  await expect(own.getByText('Received')).toHaveCount(3)
  await expect(own.getByText('Received').filter({ visible: true })).toHaveCount(1)
  await own.locator('summary').last().click()
  await expect(own.getByText('Received').filter({ visible: true })).toHaveCount(2)
})

test('the quote of a result opens in a dialog, or on its page', async ({ page, scripted }) => {
  const { email, quote, result } = await createResults(page)
  await page.goto(`/admin/underwriting/result/${result}`)
  await page.getByRole('link', { name: 'View Quote Details' }).click()
  if (scripted) {
    const dialog = page.getByRole('dialog', { name: `Quote Q-${quote}` })
    await expect(dialog).toContainText(email)
    await expect(dialog).toContainText('Status: In review')
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'View Quote Details' })).toBeFocused()
  } else {
    await expect(page).toHaveURL(new RegExp(`/admin/underwriting/quote/${quote}$`))
    await expect(page.getByRole('main')).toContainText(email)
  }
  await page.goto('/admin/audit?action=view')
  const visit = page.getByRole('listitem').filter({ hasText: `Looked at Q-${quote}` })
  await expect(visit.first()).toBeVisible()
})

test('all results are filtered, and two of one quote compared', async ({ page, scripted }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const { quote, results } = await createResults(page, 2)
  await page.goto('/admin/underwriting')
  await page.getByRole('link', { name: 'See all results' }).click()
  await expect(page.getByRole('heading', { name: 'All underwriting results' })).toBeVisible()
  await page.getByLabel('Quote number').fill(`Q-${quote}`)
  await page.getByRole('button', { name: 'Filter' }).click()
  const rows = page.getByRole('table').getByRole('row')
  await expect(page).toHaveURL(/quote=Q-/)
  await expect(rows).toHaveCount(3)
  await page.getByLabel('Decision').selectOption('Declined')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page.getByText('No result matches.')).toBeVisible()
  await page.getByLabel('Decision').selectOption('')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(rows).toHaveCount(3)
  expect(await violations(page)).toEqual([])

  await page.getByRole('button', { name: 'Compare the two ticked results' }).click()
  await expect(page.getByText('Or name two results of one quote by their numbers')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('Tick two results')
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await expect(page).toHaveURL(/\/results\?.*quote=Q-/)
  await page.goto(`/admin/underwriting/quote/${quote}`)
  await page.getByLabel(`Compare result ${results[0]}`).check()
  await page.getByRole('button', { name: 'Compare the two ticked results' }).click()
  await expect(page.getByRole('alert')).toContainText('Tick two results')
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await expect(page).toHaveURL(new RegExp(`/quote/${quote}\\?tick=${results[0]}#compare$`))
  await expect(page.getByLabel(`Compare result ${results[0]}`)).toBeChecked()
  for (const id of results) await page.getByLabel(`Compare result ${id}`).check()
  await page.getByRole('button', { name: 'Compare the two ticked results' }).click()
  await expect(page).toHaveURL(/\/compare\?a=\d+&b=\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    new RegExp(`, Q-${quote}: results ${Math.min(...results)} and ${Math.max(...results)} compared$`),
  )
  for (const id of results)
    await expect(page.getByRole('link', { name: `Result ${id}`, exact: true })).toBeVisible()
  await expect(page.getByText(/ a month, in both results$/)).toBeVisible()
  await expect(
    page.getByText('The results are the same, apart from the time at which they were made.'),
  ).toBeVisible()
  await expect(page.getByText('Both were made from the same configuration')).toBeVisible()
  await page.goBack()
  for (const id of results) await expect(page.getByLabel(`Compare result ${id}`)).toBeChecked()
  await page.goForward()
  const factors = page.getByRole('table', { name: /^Factors/ })
  await expect(factors).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'Show all rows' }).click()
  await expect(page.getByRole('link', { name: 'Show differences only' })).toBeVisible()
  expect(await factors.getByRole('row').count()).toBeGreaterThan(5)
  expect(await violations(page)).toEqual([])

  const other = await createResults(page)
  await page.goto(`/admin/underwriting/compare?a=${results[0]}&b=${other.result}`)
  await expect(page.getByText('Only results of one quote can be compared.')).toBeVisible()
  await expect(page.getByLabel('First result')).not.toHaveValue('')
  await expect(page.getByLabel('Second result')).not.toHaveValue('')
  await page.goto('/admin/underwriting/results?quote=x')
  await expect(page.getByRole('alert')).toContainText('Enter the number of a quote')
})

test('an applicant asks about an offer, says that it is of interest, and withdraws', async ({
  page,
  openPage,
  scripted,
  mailbox,
}) => {
  const { email, quote, result } = await createResults(page)
  await page.goto(`/admin/underwriting/result/${result}`)
  await send(page, scripted)
  await expect(page.getByText('The result is on its way to its applicant.')).toBeVisible()
  const link = linkIn(await mailbox.next(email, /quote is ready/))
  const reader = await openPage({ viewport: { width: 360, height: 740 } })
  await reader.goto(link)
  await reader.getByText('Ask us about it').click()
  await reader.getByRole('button', { name: 'Send my question' }).click()
  await expect(reader.getByRole('alert')).toContainText('Write your question')
  await expect(reader.getByRole('alert')).toBeInViewport()
  await expect(reader.getByRole('alert')).toBeFocused()
  const message = reader.locator(':focus')
  await reader.getByLabel('Your question').fill('What moved my price?')
  await reader.getByRole('button', { name: 'Send my question' }).click()
  await expect(message).toContainText('Your question has arrived')
  await expect(message).toBeInViewport()
  await reader.getByRole('button', { name: 'I am interested' }).click()
  await expect(message).toContainText('Your interest is noted')
  await expect(message).toBeInViewport()
  await expect(reader.getByText(/^You asked us on .* A person answers by email\.$/)).toBeVisible()
  await expect(reader.locator('blockquote')).toHaveText('What moved my price?')
  if (scripted) expect(await violations(reader)).toEqual([])
  expect(await reader.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await page.reload()
  await expect(page.getByRole('table', { name: /^Offers sent/ })).toContainText('Interested, ')
  await reader.getByRole('button', { name: 'I am not interested any more' }).click()
  await expect(message).toContainText('Your interest is taken back')
  await expect(reader.getByRole('button', { name: 'I am interested' })).toBeVisible()

  await reader.getByText('Withdraw my application').click()
  await reader.getByRole('button', { name: 'Withdraw it now' }).click()
  await expect(message).toContainText('You have withdrawn this application')
  await expect(message).toBeInViewport()
  await expect(reader.getByRole('button', { name: 'I am interested' })).toHaveCount(0)
  await page.goto(`/admin/underwriting/quote/${quote}`)
  await expect(page.getByText('Withdrawn', { exact: true }).first()).toBeVisible()
})

test('a decision that was saved although its response was lost is not shown as unsaved', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'without scripts nothing is kept in the tab')
  const { result } = await createResults(page, 1, { children_count: 3, family_size: 3 })
  await page.goto(`/admin/underwriting/result/${result}`)
  const decision = page.locator('#decision')
  await decision.getByLabel('Decision', { exact: true }).selectOption('Accept as rated')
  await expect(decision.getByLabel('What the applicant is told')).toBeHidden()
  await decision.getByLabel('Reason').selectOption('confirmed')
  await decision.getByLabel('Your words').fill('The family was confirmed.')
  await loseAnswers(page)
  await decision.getByRole('button', { name: 'Save the decision' }).click()
  await expect(page.getByRole('alert')).toBeFocused()
  await page.unrouteAll()
  await page.reload()
  await expect(decision).toContainText('The family was confirmed.')
  await expect(decision.getByText('Decide again')).toBeVisible()
  await expect(page.getByText(/^Your unsaved changes/)).toHaveCount(0)
  await page.reload()
  await expect(page.getByText(/^Your unsaved changes/)).toHaveCount(0)
  await expect(decision.getByLabel('Your words')).toBeHidden()
})

test('a referred result is decided on before it is sent', async ({ page, scripted, mailbox }) => {
  await createResults(page, 0) // waits for its first run
  const { email, result } = await createResults(page, 1, { children_count: 3, family_size: 3 })
  await page.goto(`/admin/underwriting/offer/${result}`)
  await expect(page.getByText('An underwriter must decide on it before it can be sent.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send it' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Decide on it' }).click()
  await expect(page).toHaveURL(`/admin/underwriting/result/${result}#decision`)
  await expect(page.getByText('a referred result is not an offer')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Send this result to the applicant' })).toBeHidden()
  const decision = page.locator('#decision')
  await decision.getByLabel('Decision', { exact: true }).selectOption('Accept with changes')
  await expect(decision.getByLabel('Your words')).toHaveAccessibleDescription(/10 to 1,000 characters/)
  const reasonGroups = decision.getByLabel('Reason').locator('optgroup')
  await expect(reasonGroups).toHaveCount(scripted ? 1 : 3)
  await decision.getByLabel('Loading').fill('ten') // does not count once it is hidden again
  await decision.getByLabel('Decision', { exact: true }).selectOption('Decline')
  if (scripted) await expect(reasonGroups).toHaveAttribute('label', 'Decline')
  await decision.getByLabel('Your words').fill('No answer about the family.')
  await decision.getByRole('button', { name: 'Save the decision' }).click()
  await expect(decision.getByRole('alert').getByRole('link')).toHaveText([
    'Choose a reason',
    'Tell the applicant the main reason, in a sentence',
  ])
  await expect(decision.getByLabel('Your words')).toHaveValue('No answer about the family.')
  if (scripted) expect(await violations(page)).toEqual([])
  await decision.getByLabel('Reason').selectOption('unconfirmed')
  await decision.getByLabel('What the applicant is told').fill('We could not confirm your family.')
  await decision.getByRole('button', { name: 'Save the decision' }).click()
  await expect(page.getByText('The decision is saved. The refusal can be sent.')).toBeVisible()
  await expect(decision).toContainText('the answers could not be confirmed')
  const onward = page.getByRole('link', { name: /^Next: Q-\d+/ })
  await expect(decision.locator(onward)).toBeInViewport()
  const places = /\/(result\/\d+\?from=work#decision|(offer|quote)\/\d+\?from=work)$/
  await expect(onward).toHaveAttribute('href', places)
  if (scripted) expect(await violations(page)).toEqual([])
  await send(page, scripted)
  await expect(page.getByText('The result is on its way to its applicant.')).toBeVisible()
  await expect(page.locator('#offer').locator(onward)).toBeVisible()
  await expect(onward).toHaveCount(1)
  expect(await mailbox.next(email, /^About your/)).toContain('We could not confirm your family.')
})

test('what changed after a referral stands above its form, and sending it below the decision, in one scroll', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'the style sheets are the same without scripts')
  await page.setViewportSize({ width: 1280, height: 900 })
  const employer = `Kestrel ${crypto.randomUUID().slice(0, 8)}`
  const record = { employer_name: employer, industry: 'Information', layoff_frequency: 1 }
  const created = await page.request.post(`${api}/employer-risks`, { data: record })
  const { id } = (await created.json()) as { id: number }
  const answers = { employer_name: employer, children_count: 3, family_size: 3 }
  const { result } = await createResults(page, 1, answers)
  await page.request.put(`${api}/employer-risks/${id}`, { data: { ...record, layoff_frequency: 3 } })
  await page.goto(`/admin/underwriting/result/${result}`)
  const decision = page.locator('#decision')
  const changed = decision.getByText('The employer’s risk record was changed after this result.')
  const bottom = (await changed.boundingBox())!.y
  expect(bottom).toBeLessThan((await decision.getByLabel('Reason').boundingBox())!.y)

  await page.request.post(`${api}/results/${result}/decision`, {
    data: { verdict: 'accepted', reason: 'confirmed', words: 'Confirmed on the phone.' },
  })
  await page.goto(`/admin/underwriting/result/${result}?from=work#decision`)
  await expect(page.getByRole('link', { name: 'Send this result to the applicant' })).toBeInViewport()
  const scrollers = await page
    .locator('.result-columns')
    .evaluate(
      (columns) =>
        [...columns.querySelectorAll('.result-acts, .result-acts *')].filter(
          (element) =>
            element.scrollHeight > element.clientHeight + 1 &&
            ['auto', 'scroll'].includes(getComputedStyle(element).overflowY),
        ).length,
    )
  expect(scrollers).toBe(0)
})

test('an older result is sent only by somebody who has ticked that it is, and an open question stands beside it', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const { quote, result } = await createResults(page, 1, { children_count: 3, family_size: 3 })
  const decided = await page.request.post(`${api}/results/${result}/decision`, {
    data: { verdict: 'accepted', reason: 'confirmed', words: 'Confirmed on the phone.' },
  })
  expect(decided.status()).toBe(201)
  await page.request.post(`/api/admin/quotes/${quote}/questions`, { data: { message: 'Since when?' } })
  await page.goto(`/admin/underwriting/quote/${quote}`)
  await page.getByRole('button', { name: 'Take', exact: true }).click()
  await expect(page.getByText(`Q-${quote} is with you.`)).toBeVisible()
  await page.goto('/admin/work?with=me') // the whole list may be cut: other tests have results to send
  const question = page.getByRole('link', { name: /^Question open since / })
  await expect(question.filter({ hasText: `Q-${quote}` })).toBeVisible()
  expect(await violations(page)).toEqual([])
  const again = await page.request.post(`${api}/quote`, { data: { quote_id: quote } })
  const newest = ((await again.json()) as { result: { id: number } }).result.id

  await page.goto(`/admin/underwriting/result/${result}`)
  await expect(page.locator('#decision')).not.toContainText('You can decide without it')
  const card = page.locator('#offer')
  const says = `Result ${newest} of this quote is newer: referred, and not decided yet.`
  await expect(card).toContainText(says)
  await expect(card.getByRole('link', { name: `Result ${newest}` })).toBeVisible()
  await card.getByRole('link', { name: /^Question open since / }).click()
  await expect(page.locator('#questions')).toBeInViewport()
  await page.goto(`/admin/underwriting/offer/${result}`)
  await expect(page.getByRole('link', { name: /^Question open since / })).toBeVisible()
  await expect(page.getByRole('link', { name: `Result ${newest}` })).toBeVisible()
  expect(await violations(page)).toEqual([])

  await page.goto(`/admin/underwriting/result/${result}`)
  await page.getByRole('link', { name: 'Send this result to the applicant' }).click()
  const place = page.getByRole('dialog')
  await expect(place).toContainText(says)
  expect(await violations(page)).toEqual([])
  await place.getByRole('button', { name: 'Send it' }).click()
  await expect(place.getByLabel(`Send result ${result} all the same`)).toBeFocused() // the browser asks for it
  await place.getByLabel(`Send result ${result} all the same`).check()
  await place.getByRole('button', { name: 'Send it' }).click()
  await expect(page.getByText('The result is on its way to its applicant.')).toBeVisible()
})

test('a tier with more cover than rated says so, and its price comes into view', async ({
  openPage,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const page = await openPage({ viewport: { width: 360, height: 740 } })
  await signIn(page)
  const referred = { children_count: 3, family_size: 3, employment_length: 5 }
  const { result } = await createResults(page, 1, referred)
  await page.goto(`/admin/underwriting/result/${result}`)
  const decision = page.locator('#decision')
  await decision.getByLabel('Decision', { exact: true }).selectOption('Accept with changes')
  await decision.getByLabel('Tier').selectOption('Premium')
  await decision.getByLabel('Reason').selectOption('asked')
  await decision.getByLabel('Your words').fill('They would like more of it.')
  await decision.getByLabel('What the applicant is told').fill('You asked for another tier.')
  await decision.getByRole('button', { name: 'Save the decision' }).click()
  await expect(decision.getByRole('alert')).toContainText(/^.*Premium covers \$[\d,.]+, more than the \$/s)
  await decision.getByRole('button', { name: 'Work out the price' }).click()
  const price = decision.getByRole('status').filter({ hasText: 'By the engine that gave this result' })
  const more = /which is more cover than rated: from \$[\d,.]+ to \$[\d,.]+\./
  await expect(price).toContainText(more)
  await expect(price).toBeFocused()
  await expect(price).toBeInViewport({ ratio: 1 })
  await decision.getByRole('button', { name: 'Save the decision' }).click()
  await expect(page.getByText('The decision is saved: ')).toContainText(/more cover than rated/)
  await expect(decision.getByText(/^Offered: Premium/)).toContainText(more)
})

test('a referral is accepted with changes: the price is worked out first, and the offer says what differs', async ({
  page,
  scripted,
  mailbox,
  openPage,
}) => {
  const { email, result } = await createResults(page, 1, { children_count: 3, family_size: 3 })
  await page.goto(`/admin/underwriting/result/${result}`)
  const decision = page.locator('#decision')
  await expect(decision.getByLabel('Loading')).toBeHidden()
  await decision.getByLabel('Decision', { exact: true }).selectOption('Accept with changes')
  await decision.getByLabel('Cover', { exact: false }).first().fill('9,999,999')
  await decision.getByRole('button', { name: 'Work out the price' }).click()
  await expect(decision.getByRole('alert').getByRole('link')).toContainText('at most for this applicant')
  await decision.getByLabel('Cover', { exact: false }).first().fill('2,000')
  await decision.getByLabel('Loading').fill('25')
  if (scripted) {
    await expect(decision.getByRole('status')).toContainText('with a loading of 25%')
    await expect(decision.getByLabel('Loading')).toBeFocused()
    await expect(decision.getByLabel('Loading')).toBeInViewport({ ratio: 1 })
    await expect(decision.getByRole('status')).toBeInViewport({ ratio: 1 })
  }
  await decision.getByRole('button', { name: 'Work out the price' }).click()
  await expect(decision.getByRole('status')).toContainText('$2,000.00 at most for $')
  await expect(decision.getByRole('status')).toContainText('with a loading of 25%')
  await expect(decision.getByLabel('Decision', { exact: true })).toHaveValue('changed')
  await expect(decision.getByLabel('Loading')).toHaveValue('25')
  // Without a script nothing follows the choice of a decision: the reasons of each are there.
  await expect(decision.getByLabel('Reason').locator('optgroup')).toHaveCount(scripted ? 1 : 3)
  if (scripted) expect(await violations(page)).toEqual([])
  if (scripted) {
    await page.reload()
    await expect(decision.getByText(/^Your unsaved changes of \d\d:\d\d are shown\.$/)).toBeVisible()
    await expect(decision.getByLabel('Loading')).toHaveValue('25')
  }
  await decision.getByLabel('What is not covered').fill('The second job.')
  await decision.getByLabel('Reason').selectOption('loaded')
  await decision.getByLabel('Your words').fill('Hours fell this spring.')
  await decision.getByLabel('What the applicant is told').fill('Your hours changed this year.')
  await decision.getByRole('button', { name: 'Save the decision' }).click()
  await expect(page.getByText('The decision is saved: ')).toBeVisible()
  await expect(decision).toContainText('Accepted with changes')
  await expect(decision).toContainText('Not covered: The second job.')
  if (scripted) await expect(decision).toBeFocused()
  await expect(decision.getByText(/^Your unsaved changes of \d\d:\d\d are shown\.$/)).toHaveCount(0)
  await expect(decision.getByLabel('Your words')).toBeHidden()
  const confirmation = await openPage()
  await signIn(confirmation)
  await confirmation.goto(`/admin/underwriting/offer/${result}`)
  await expect(confirmation.getByText('Changed by a person')).toBeVisible()
  await send(page, scripted)
  await expect(page.getByText('The result is on its way to its applicant.')).toBeVisible()
  const mail = await mailbox.next(email, /quote is ready/)
  expect(mail).toContain('Your hours changed this year.')
  await page.goto(linkIn(mail))
  await expect(page.getByText('Not covered under this quote')).toBeVisible()
  await expect(page.getByRole('row', { name: /^Loading of 25%, decided by a person/ })).toBeVisible()
  await expect(page.getByText('Your tiers side by side')).toBeHidden()
})

test('an offer keeps what the home page promises of a price', async ({ page, scripted, mailbox }) => {
  await page.goto('/')
  for (const promise of [
    'Each factor of your premium is named, with its effect. You can redo the sum by hand.',
    'a tier that fits, a price, and the reason for every figure in it.',
  ])
    await expect(page.getByText(promise)).toBeVisible()
  const { email, result } = await createResults(page, 1)
  await page.goto(`/admin/underwriting/result/${result}`)
  await send(page, scripted)
  await page.goto(linkIn(await mailbox.next(email, /quote is ready/)))
  const dollars = (text: string) => Number(text.replace('−', '-').replace(/[^\d.-]/g, ''))
  const rows = page.getByRole('table', { name: /^Dollars a month/ }).getByRole('row')
  const figures = (await rows.locator('td:last-child').allInnerTexts()).map(dollars)
  const premium = figures.pop() ?? 0
  expect(figures.reduce((sum, figure) => sum + figure, 0)).toBeCloseTo(premium, 2)
  const rest = page.locator('details').filter({ hasText: 'Everything else' })
  await rest.locator('summary').click()
  const effects = await rest.getByRole('listitem').allInnerTexts()
  expect(effects.length).toBeGreaterThan(3)
  const together = dollars(
    await rows.filter({ hasText: 'Everything else' }).locator('td:last-child').innerText(),
  )
  const sum = effects.reduce((total, text) => total + dollars(text.slice(text.lastIndexOf(': '))), 0)
  expect(sum).toBeCloseTo(together, 2)
  await expect(page.getByRole('heading', { name: 'How we came to this quote' })).toBeVisible()
})

test('a result that is sent after the session has ended leads back to its page, and Back to no other', async ({
  page,
}) => {
  const { result } = await createResults(page)
  const path = `/admin/underwriting/offer/${result}`
  await page.goto(path)
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Send it' }).click()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  await logIn(page)
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  await expect(page.getByRole('button', { name: 'Send it' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`${path}$`))
})
