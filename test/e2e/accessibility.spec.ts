import { application } from '../support/program'
import { pdf } from '../support/resumes'

import { expect, signIn, test, unfold, violations } from './base'

test('the public pages and their error states pass axe', async ({ page }) => {
  for (const path of [
    '/',
    '/?sent=waitlist',
    '/how-it-works',
    '/coverage-tiers',
    '/coverage-tiers?pay=4000&household=3&reserve=1',
    '/?income=4200&industry=Information&years=3',
    '/coverage-tiers?income=abc&industry=Utilities&years=0',
    '/coverage-tiers?income=4200&industry=Utilities&years=0.1',
    '/get-a-quote',
    '/get-a-quote?submitted=yes',
    '/faq',
    '/faq?q=yahoo',
    '/faq?q=zeppelin',
    '/investor',
    '/pitch-deck',
    '/pitch-deck?step=request',
    '/pitch-deck?step=code',
    '/pitch-deck?sent=request',
    '/about-us',
    '/careers',
    '/careers?sent=application',
    '/contact',
    '/contact?sent=contact',
    '/trust-and-fraud-prevention',
    '/terms-of-service',
    '/privacy-policy',
    '/login',
    '/signup',
    '/signup?sent=registration',
    '/account-recovery',
    '/account-recovery?sent=by-email',
    '/account-recovery/reset?token=nonsense',
    '/verify-email?token=nonsense',
    '/questions/nonsense',
    '/get-a-quote?coverage_level=elite&income=4200&industry=Information&years=3',
    '/no/such/page',
  ]) {
    await page.goto(path)
    expect.soft(await violations(page), path).toEqual([])
  }
  for (const [path, button] of [
    ['/get-a-quote', 'Send my application'],
    ['/login', 'Log in'],
    ['/signup', 'Sign up'],
    ['/', 'Join the waitlist'],
    ['/contact', 'Send my message'],
    ['/careers', 'Send my application'],
    ['/coverage-tiers', 'Show my tier'],
    ['/pitch-deck', 'Continue'],
    ['/pitch-deck?step=request', 'Submit Request'],
    ['/pitch-deck?step=code', 'Submit Code'],
  ] as const) {
    await page.goto(path)
    await unfold(page.locator('main form').first())
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    expect.soft(await violations(page), `${path} refused`).toEqual([])
  }
})

test('account deletion and its error state pass axe', async ({ page, request, baseURL }) => {
  const account = { username: 'Ann', password: 'a diver under water', full_address: '1 Main Street' }
  const email = `ann-${crypto.randomUUID()}@example.com`
  const data = { ...account, email, region_state: 'NY', occupation: 'Diver' }
  await request.post(`${baseURL}/api/auth/register`, { data })
  await page.request.post(`${baseURL}/api/auth/login`, { data }) // a second session, which the dashboard lists
  await page.context().clearCookies()
  await page.request.post(`${baseURL}/api/auth/login`, { data })
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: /^End / })).toHaveCount(1)
  expect.soft(await violations(page), '/dashboard').toEqual([])
  await page.goto('/delete-account')
  expect.soft(await violations(page), '/delete-account').toEqual([])
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  expect.soft(await violations(page), '/delete-account refused').toEqual([])
})

test('the account pages of an admin pass axe', async ({ page }) => {
  await signIn(page)
  for (const path of [
    '/dashboard',
    '/edit-profile',
    '/change-password',
    '/two-step-login',
    '/delete-account',
  ]) {
    await page.goto(path)
    expect.soft(await violations(page), path).toEqual([])
  }
})

test('the underwriting pages pass axe', async ({ page, request, baseURL }) => {
  await signIn(page)
  const created = await request.post(`${baseURL}/api/quote-submissions`, { data: application })
  const { id } = (await created.json()) as { id: number }
  const ran = await page.request.post(`${baseURL}/api/admin/underwriting/quote`, {
    data: { quote_id: id },
  })
  const { result } = (await ran.json()) as { result: { id: number } }
  const asked = await page.request.post(`${baseURL}/api/admin/quotes/${id}/questions`, {
    data: { message: 'How many hours?\nSince when?' },
  })
  const question = (await asked.json()) as { id: number }
  for (const path of [
    `/admin/underwriting/ask/${id}`,
    `/admin/underwriting/assign/${id}`,
    `/admin/underwriting/correct/${id}`,
    `/admin/underwriting/question/${question.id}?result=${result.id}`,
    '/admin/underwriting',
    '/admin/underwriting/charts',
    '/admin/underwriting/portfolio-factor',
    '/admin/underwriting/questions',
    '/admin/underwriting/batches',
    '/admin/underwriting/referrals',
    '/admin/underwriting/simulation',
    '/admin/underwriting/impact',
    '/admin/underwriting/state-rules',
    '/admin/underwriting/releases',
    '/admin/underwriting/fairness',
    '/admin/underwriting/challenger',
    '/admin/underwriting/results',
    '/admin/underwriting/results?group=tier',
    '/admin/underwriting/results?sort=-factor',
    `/admin/underwriting/results?quote=${id}`,
    '/admin/underwriting/results?quote=none',
    `/admin/underwriting/quote/${id}`,
    `/admin/underwriting/quote/${id}?from=work&tier=elite&years=7&employer=Granite+Quay+Builders`,
    `/admin/underwriting/quote/${id}?years=-1`,
    `/admin/underwriting/result/${result.id}`,
    `/admin/underwriting/offer/${result.id}`,
    `/admin/underwriting/offer/${result.id}/withdraw`,
    `/admin/underwriting/compare?a=${result.id}&b=${result.id}`,
    '/admin/underwriting/compare',
    '/admin/underwriting/result/999999',
    '/admin/underwriting/code',
    '/admin/underwriting/code?edit=yes',
    '/admin/underwriting/code?tab=backups',
    '/admin/underwriting/tables',
    '/admin/underwriting/tables?table=rating.credit_score',
    '/admin/underwriting/tables?table=limits',
    '/admin/underwriting/tests',
    '/admin/run-import',
  ]) {
    await page.goto(path)
    expect.soft(await violations(page), path).toEqual([])
  }
})

test('the back office tools pass axe', async ({ page, request, baseURL }) => {
  await signIn(page)
  const deckRequest = (await (
    await request.post(`${baseURL}/api/pitch-deck/request-access`, {
      data: { name: 'Ann Doe', email: `${crypto.randomUUID()}@example.com`, reason: 'We look at it.' },
    })
  ).json()) as { id: number }
  for (const path of [
    '/admin/audit',
    '/admin/audit?who=nobody',
    '/admin/security',
    '/admin/views',
    '/admin/views?list=results&query=decision%3Dreferred',
    '/admin/work',
    '/admin/work/send',
    '/admin/work/send/confirm?results=1-1',
    '/admin/portfolio',
    '/admin/search?q=a',
    '/admin/security?ip=nowhere',
    '/admin/accounts',
    '/admin/accounts?q=nobody',
    '/admin/accounts/1',
    '/admin/accounts/1/end-sessions',
    '/admin/accounts/1/remove-two-step-login',
    '/admin/session-info',
    '/admin/mail',
    '/admin/mail?state=failed&q=nobody',
    '/admin/mail/1',
    `/pitch-deck-admin/${deckRequest.id}/delete`,
    `/pitch-deck-admin/${deckRequest.id}/reject`,
    '/pitch-deck-admin',
  ]) {
    await page.goto(path)
    expect.soft(await violations(page), path).toEqual([])
  }
  await page.getByRole('link', { name: 'Delete' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect.soft(await violations(page), 'the question before a deletion').toEqual([])
})

test('the four kinds of submissions and their dialogs pass axe', async ({ page, request, baseURL }) => {
  const sender = { name: 'Ann Doe', email: `${crypto.randomUUID()}@example.com` }
  const submit = async (path: string, data: object) =>
    expect((await request.post(`${baseURL}/api/${path}`, { data })).status()).toBe(201)
  await submit('quote-submissions', application)
  const message = { ...sender, inquiry_type: 'Other', message: 'When will it begin?' }
  const contact = await request.post(`${baseURL}/api/contact-submissions`, { data: message })
  await submit('waitlist-submissions', { ...sender, interest_level: 'interested' })
  const resume = { name: 'cv.pdf', mimeType: 'application/pdf', buffer: pdf }
  const applied = { ...sender, experience: 'Ten years', why_join: 'I like it', consent: 'true', resume }
  const career = await request.post(`${baseURL}/api/career-submissions`, { multipart: applied })
  expect(career.status()).toBe(201)
  await signIn(page)
  const { id } = (await contact.json()) as { id: number }
  for (const path of [
    '/admin/submissions?q=nobody',
    '/admin/submissions/status?change=Pending~Quoted~1.2',
    '/admin/submissions/quotes/999999',
    `/admin/submissions/contacts/${id}/reply`,
  ]) {
    await page.goto(path)
    expect.soft(await violations(page), path).toEqual([])
  }
  for (const kind of ['quotes', 'contacts', 'waitlist', 'careers']) {
    await page.goto(`/admin/submissions?tab=${kind}`)
    expect.soft(await violations(page), kind).toEqual([])
    const view = page.getByRole('link', { name: /^View/ }).first()
    const path = (await view.getAttribute('href')) ?? ''
    await view.click()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Save' })).toBeVisible()
    expect.soft(await violations(page), `${kind}, dialog`).toEqual([])
    await page.goto(path)
    expect.soft(await violations(page), path).toEqual([])
  }
})

test('the configuration of each table passes axe', async ({ page }) => {
  await signIn(page)
  // The tables differ in their columns, which the form shows; one of them shows each state.
  for (const [table, states] of [
    ['job-roles', ['edit']],
    ['coverage-levels', ['edit']],
    ['coverage-tiers', ['edit']],
    ['employer-risks', ['', 'add', 'row', 'edit', 'delete']],
    ['industry-fallbacks', ['edit']],
    ['industry-genders', ['edit']],
    ['synergy-data', ['', 'edit']],
  ] as const) {
    const answer = await page.request.get(`/api/admin/underwriting/${table}?limit=1`)
    const [record] = (await answer.json()) as { id: number }[]
    // Without the table's hash: what lies half beneath the header after scrolling counts as too small.
    const path = (state: string) => `/admin/underwriting?tab=${table}${state}`
    const paths = {
      '': path(''),
      add: path(`&add=${table}`),
      row: path(`&row=${table}:${record?.id}`),
      edit: path(`&edit=${table}:${record?.id}`),
      delete: `/admin/underwriting/delete/${table}/${record?.id}`,
    }
    for (const state of states) {
      expect.soft((await page.goto(paths[state]))?.status(), paths[state]).toBe(200)
      if (state === 'edit') await expect(page.locator('.configuration-form')).toBeVisible()
      expect.soft(await violations(page), paths[state]).toEqual([])
    }
  }
})
