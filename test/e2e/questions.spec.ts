import type { Page } from '@playwright/test'

import { application } from '../support/program'

import { expect, signIn, test, violations } from './base'

/** Creates an application with a name of its own, and a result of it. The page is an admin's. */
async function createQuote(page: Page, changes: object = {}) {
  const email = `asked${crypto.randomUUID().slice(0, 8)}@example.com`
  const answers = { ...application, email, quote_email: email, ...changes }
  const response = await page.request.post('/api/quote-submissions', { data: answers })
  expect(response.status()).toBe(201)
  const { id: quote } = (await response.json()) as { id: number }
  const run = await page.request.post('/api/admin/underwriting/quote', { data: { quote_id: quote } })
  const { result } = (await run.json()) as { result: { id: number } }
  return { email, quote, result: result.id }
}

/** Creates one that is referred: for a doubt, a question is suggested. */
const createReferral = (page: Page) => createQuote(page, { children_count: 3, family_size: 3 })

async function ask(page: Page, from: string, words: string) {
  await page.goto(from)
  await page.getByRole('link', { name: /^Ask the applicant/ }).click()
  await page.getByLabel('Your question').fill(words)
  await page.getByRole('button', { name: 'Send the question' }).click()
  await expect(page.getByText('The question is on its way to the applicant.')).toBeVisible()
}

const linkIn = (text: string) => /\/questions\/[\w-]{43}/.exec(text)?.[0] ?? ''

test.beforeEach(async ({ page }) => signIn(page))

test('an applicant is asked, answers without an account, and the answer is read', async ({
  page,
  openPage,
  scripted,
  mailbox,
}) => {
  const { email, quote, result } = await createReferral(page)
  await page.goto(`/admin/underwriting/result/${result}`)
  await page.getByRole('link', { name: 'Ask the applicant' }).click()
  await page.getByRole('button', { name: 'Send the question' }).click()
  await expect(page.getByRole('alert').getByRole('link')).toHaveText('Write your question')
  if (scripted) expect(await violations(page)).toEqual([])
  await expect(page.getByRole('main')).toContainText('Referred, because:')
  await page.getByLabel('Your question').fill('Why?')
  await page.getByRole('button', { name: 'Send the question' }).click()
  await expect(page.getByRole('alert').getByRole('link')).toHaveText(
    'Question must be 10 to 2,000 characters',
  )
  await page.getByLabel('Your question').fill('How many hours?\nSince when?')
  await page.getByRole('button', { name: 'Send the question' }).click()
  await expect(page).toHaveURL(new RegExp(`/result/${result}#questions$`))
  const questions = page.locator('#questions')
  await expect(questions).toContainText('Waiting for the applicant')
  await expect(page.locator('#decision')).toContainText('You can decide without it.')
  if (scripted) expect(await violations(page)).toEqual([])

  await page.goto('/admin/work')
  await expect(page.getByRole('link', { name: `Decide Q-${quote}` })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^\d+ waiting for the applicant/ })).toHaveAttribute(
    'href',
    '#waiting',
  )
  await page
    .locator('#waiting')
    .getByRole('link', { name: `See the question Q-${quote}` })
    .click()
  await expect(page).toHaveURL(new RegExp(`/quote/${quote}\\?from=work#questions$`))
  await expect(page.locator('#result')).toContainText('A question to the applicant has no answer yet.')

  const text = await mailbox.next(email, /^A question about your/)
  expect(text).toContain('How many hours?\nSince when?')
  const reader = await openPage({ viewport: { width: 360, height: 740 } })
  const response = await reader.goto(linkIn(text))
  expect(response?.headers()['cache-control']).toBe('no-store')
  await expect(reader).toHaveTitle('A question about your application - Holdfast')
  await expect(reader.getByText('How many hours?')).toBeVisible()
  await reader.getByRole('button', { name: 'Send my answer' }).click()
  await expect(reader.getByRole('alert')).toBeInViewport()
  await expect(reader.getByRole('alert').getByRole('link')).toHaveText('Write your answer')
  if (scripted) expect(await violations(reader)).toEqual([])
  const late = await reader.context().newPage()
  await late.goto(linkIn(text))
  await reader.bringToFront()
  await reader.getByLabel('Your answer').fill('Twelve.\nSince March.')
  await reader.getByRole('button', { name: 'Send my answer' }).click()
  await expect(reader.getByText('Thank you: your answer has arrived')).toBeInViewport()
  await expect(reader.getByText('Since March.')).toBeVisible()
  expect(await reader.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  if (scripted) expect(await violations(reader)).toEqual([])

  await late.getByLabel('Your answer').fill('Thirteen.')
  await late.getByRole('button', { name: 'Send my answer' }).click()
  await expect(late.getByRole('alert')).toContainText('This question was answered before.')
  await expect(late.getByText('Since March.')).toBeVisible()
  await expect(late.getByText('Thirteen.')).toBeVisible()
  if (scripted) expect(await violations(late)).toEqual([])

  await page.goto('/admin/work')
  const row = page.getByRole('table', { name: 'Answers of applicants' }).getByRole('row')
  await row.getByRole('link', { name: `Read it Q-${quote}` }).click()
  await expect(page).toHaveURL(new RegExp(`/quote/${quote}\\?from=work#questions$`))
  await expect(questions).toContainText('New answer')
  await expect(questions).toContainText(/Answered \d\d\/\d\d\/\d\d \d\d:\d\d UTC/)
  await expect(questions).toContainText('Since March.')
  await questions.getByRole('button', { name: 'Mark this answer as read' }).click()
  await expect(page.getByText('The answer is marked as read.')).toBeVisible()
  await expect(questions).toContainText('by Administrator')
  await page.goto('/admin/work')
  await expect(page.getByRole('link', { name: `Read it Q-${quote}` })).toHaveCount(0)
})

test('an answer that nobody has read is named before a result is sent', async ({
  page,
  openPage,
  scripted,
  mailbox,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const { email, quote, result } = await createQuote(page)
  await ask(page, `/admin/underwriting/quote/${quote}`, 'Is this still your employer?')
  const reader = await openPage()
  await reader.goto(linkIn(await mailbox.next(email, /^A question about your/)))
  await reader.getByLabel('Your answer').fill('No, since May.')
  await reader.getByRole('button', { name: 'Send my answer' }).click()
  await expect(reader.getByText('Thank you: your answer has arrived')).toBeVisible()

  await page.goto(`/admin/underwriting/quote/${quote}`)
  await expect(page.locator('#result')).toContainText('An answer of the applicant is not read yet')
  await expect(page.getByRole('main').locator('.button-primary')).toHaveText(['Read the answer'])
  await page.goto(`/admin/underwriting/result/${result}`)
  const send = page.getByRole('link', { name: 'Send this result to the applicant' })
  const place = page.getByRole('dialog')
  await send.click()
  await expect(place).toContainText('An answer of the applicant is not read yet: it came')
  expect(await violations(page)).toEqual([])
  const answer = 'Read the answer'
  await place.getByRole('link', { name: answer }).click()
  await expect(page).toHaveURL(new RegExp(`/result/${result}#questions$`))
  await expect(page.locator('#questions').getByText('No, since May.')).toBeInViewport()
  await expect(page.locator('#questions')).toBeFocused()
  await send.click()
  await place.getByLabel(`Send result ${result} all the same`).check()
  await place.getByRole('button', { name: 'Send it' }).click()
  await expect(page.getByText('The result is on its way to its applicant.')).toBeVisible()
})

test('a doubt offers a question, which joins what was typed; questions asked before stand beside the form', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const { quote, result } = await createReferral(page)
  await ask(page, `/admin/underwriting/result/${result}`, 'Is this still your employer?')
  await page.goto(`/admin/underwriting/ask/${quote}?result=${result}`)
  await expect(page.getByText('Is this still your employer?')).toBeVisible()
  await expect(page.getByText('10 to 2,000 characters.')).toBeVisible()
  const field = page.getByLabel('Your question')
  await field.fill('Good morning.')
  await page.getByRole('button', { name: 'Use this question' }).click()
  await expect(field).toHaveValue(/^Good morning\.\s\sYou told us of 3 children in a family of 3\./)
  await page.getByRole('button', { name: 'Use this question' }).click()
  await expect(field).not.toHaveValue(/You told us.*You told us/s)
  await expect(field).toBeFocused()
  expect(await violations(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await page.getByRole('button', { name: 'Send the question' }).click()
  await expect(page).toHaveURL(new RegExp(`/result/${result}#questions$`))
})

test('a question is withdrawn, and another one asked', async ({ page, scripted, mailbox }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const { email, quote } = await createReferral(page)
  await ask(page, `/admin/underwriting/quote/${quote}`, 'Is this still your employer?')
  const link = linkIn(await mailbox.next(email, /^A question about your/))
  const questions = page.locator('#questions')
  await questions.getByRole('link', { name: 'Withdraw this question' }).click()
  const place = page.getByRole('dialog')
  expect(await violations(page)).toEqual([])
  await place.getByRole('button', { name: 'Withdraw it' }).click()
  await expect(page.getByText('The question was withdrawn: its link does not work any more.')).toBeVisible()
  await expect(questions).toContainText('Withdrawn')
  await ask(page, `/admin/underwriting/quote/${quote}`, 'Who is your employer now?')
  await expect(questions).toContainText('Who is your employer now?')
  const again = questions.getByRole('link', { name: 'Withdraw this question' })
  const action = await again.getAttribute('href')
  const elsewhere = await page.request.post(action!, { form: { intent: 'withdraw' }, maxRedirects: 0 })
  expect(elsewhere.status()).toBe(303)
  await again.click()
  await place.getByRole('button', { name: 'Withdraw it' }).click()
  await expect(page.getByText('The question was withdrawn: its link does not work any more.')).toBeVisible()
  await expect(again).toHaveCount(0)

  await ask(page, `/admin/underwriting/quote/${quote}`, 'Since when?')
  const newest = linkIn(await mailbox.next(email, /^A question about your/))
  const answered = await page.request.post(newest, { form: { answer: 'Since May' }, maxRedirects: 0 })
  expect(answered.status()).toBe(303)
  await again.click()
  await place.getByRole('button', { name: 'Withdraw it' }).click()
  await expect(place.getByRole('alert')).toHaveText(/^The applicant has answered this question/)
  await expect(place.getByRole('button')).toHaveText(['Close'])
  await place.getByRole('button', { name: 'Close' }).click()
  await expect(questions).toContainText('Since May')
  await expect(again).toHaveCount(0)
  expect((await page.goto(link))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'This question was withdrawn' })).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('the owner of an application answers from the dashboard', async ({ page, scripted }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  // The admin's own application.
  const { quote } = await createReferral(page)
  await ask(page, `/admin/underwriting/quote/${quote}`, 'Do you work nights?')
  await createQuote(page)
  await page.goto('/dashboard')
  // It comes first, before a newer application.
  await expect(page.locator('.own-quotes > li').first()).toContainText('We have a question about this')
  const own = page
    .locator('#quotes')
    .getByRole('listitem')
    .filter({ hasText: `Q-${quote}` })
    .first()
  await own.getByRole('link', { name: 'Read and answer it' }).click()
  await expect(page.getByText('Do you work nights?')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByLabel('Your answer').fill('x'.repeat(4000))
  await page.getByRole('button', { name: 'Send my answer' }).click()
  await expect(page.getByText('Thank you: your answer has arrived')).toBeInViewport()
  await page.goto('/dashboard')
  await expect(own.getByRole('link', { name: 'Read and answer it' })).toHaveCount(0)
})

test('with JavaScript, a broken connection loses no answer', async ({
  page,
  openPage,
  scripted,
  mailbox,
}) => {
  test.skip(!scripted)
  const { email, quote } = await createReferral(page)
  await ask(page, `/admin/underwriting/quote/${quote}`, 'How did it go?')
  const reader = await openPage()
  const link = linkIn(await mailbox.next(email, /^A question about your/))
  await reader.goto(link)
  await reader.getByLabel('Your answer').fill('It went well.')
  await reader.route(`**${link}?**`, (route) => route.abort())
  await reader.getByRole('button', { name: 'Send my answer' }).click()
  await expect(reader.getByRole('alert')).toContainText('It may have arrived all the same.')
  await expect(reader.getByLabel('Your answer')).toHaveValue('It went well.')
  await reader.reload()
  await expect(reader.getByLabel('Your answer')).toHaveValue('It went well.')
  await reader.unroute(`**${link}?**`)
  await reader.getByRole('button', { name: 'Send my answer' }).click()
  await expect(reader.getByText('Thank you: your answer has arrived')).toBeVisible()
})

test('a message of a visitor is replied to by mail', async ({ page, scripted, mailbox }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const email = `writes${crypto.randomUUID().slice(0, 8)}@example.com`
  const data = { name: 'Ann Doe', email, inquiry_type: 'Billing Question', message: 'What do I owe?' }
  const sent = await page.request.post('/api/contact-submissions', { data })
  const { id } = (await sent.json()) as { id: number }
  await page.goto('/admin/submissions?tab=contacts')
  await page.locator(`a[href*="/contacts/${id}"]`).first().click()
  const record = page.getByRole('dialog')
  await record.getByRole('link', { name: 'Reply', exact: true }).click()
  await expect(page.getByLabel('Subject')).toHaveValue('Re: Billing Question')
  await page.getByRole('button', { name: 'Send the reply' }).click()
  await expect(page.getByRole('alert').getByRole('link')).toHaveText('Write your reply')
  expect(await violations(page)).toEqual([])
  await page.getByLabel('Your reply').fill('Nothing.\n\nWe are in beta.')
  await page.getByRole('button', { name: 'Send the reply' }).click()
  await expect(page.getByText('The reply is on its way.')).toBeVisible()
  const replies = page.locator('#replies')
  await expect(replies).toContainText('Re: Billing Question')
  await expect(replies).toContainText(/UTC by Administrator/)
  await expect(page.getByLabel('Status')).toHaveValue('Responded')
  expect(await violations(page)).toEqual([])
  const mail = await mailbox.next(email, /^Re: Billing Question$/)
  expect(mail).toContain('Nothing.\n\nWe are in beta.')
  expect(mail).not.toContain('What do I owe?')
})
