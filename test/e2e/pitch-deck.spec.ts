import type { Page } from '@playwright/test'

import { admin } from '../support/program'

import { expect, test, violations } from './base'

const pending = 'Your access request is pending. We will email you when it is approved.'
const rejected = 'Please contact support if you believe this is an error.'
const approved = 'Your access request was already approved. Please enter your access code.'

const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name }).click()
const uniqueEmail = () => `ida-${crypto.randomUUID()}@example.com`
const codeIn = (mail: string) => /^ {4}([\dA-Z-]{20,})$/m.exec(mail)?.[1] ?? ''

/** Opens a page, again where the end of an earlier navigation has aborted that. */
async function open(page: Page, path: string) {
  await page.waitForLoadState()
  await expect(() => page.goto(path)).toPass()
}

async function request(page: Page, email: string) {
  await open(page, '/pitch-deck?step=request')
  await page.getByLabel('Full name').fill('Ida Investor')
  await page.getByLabel('Email').fill(email)
  await press(page, 'Submit Request')
}

/** Waits until a request has arrived, and its confirmation has led back to the first step by itself. */
async function submitted(page: Page) {
  await expect(page.getByText('Request Submitted')).toBeVisible()
  await expect(page).toHaveURL(/\/pitch-deck$/)
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
}

async function check(page: Page, email: string) {
  await open(page, '/pitch-deck')
  await page.getByLabel('Email').fill(email)
  await press(page, 'Continue')
}

/** Performs an admin action on the request of an email, through the API. */
async function decide(page: Page, act: 'approve' | 'reject' | 'delete', email: string) {
  const { request } = page.context()
  const signedIn = await request.post(new URL('/api/auth/login', page.url()).href, { data: admin })
  expect(signedIn.status()).toBe(200)
  const listed = await request.get(new URL('/api/pitch-deck/admin/requests', page.url()).href)
  const { requests } = (await listed.json()) as { requests: { id: number; email: string }[] }
  const id = requests.find((candidate) => candidate.email === email)?.id
  const call = new URL(`/api/pitch-deck/admin/${act}/${id}`, page.url()).href
  const done = await request.fetch(call, { method: act === 'delete' ? 'DELETE' : 'POST' })
  expect(done.status()).toBe(200)
  await request.post(new URL('/api/auth/logout', page.url()).href)
}

test('an investor requests access, is approved, enters the code and sees the deck', async ({
  page,
  mailbox,
  scripted,
}) => {
  const email = uniqueEmail()
  await check(page, email)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Full name').fill('Ida Investor')
  await page.getByLabel('Company').fill('Example Ventures')
  await page.getByLabel('Reason for access').fill('We invest in insurance.')
  await press(page, 'Submit Request')
  await submitted(page)
  await expect(page.locator('.flash')).toContainText('Request Submitted')
  if (scripted) await expect(page.locator('.flash')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue('')

  await check(page, email)
  await expect(page.getByText(pending)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page).toHaveURL(/\/pitch-deck$/)

  await decide(page, 'approve', email)
  await check(page, email)
  await expect(page.getByLabel('Access code')).toBeVisible()
  await page.getByLabel('Access code').fill(codeIn(await mailbox.next(email, /access to the/)).toLowerCase())
  await press(page, 'Submit Code')
  await expect(page.getByText('Access Granted')).toBeVisible()
  await expect(page).toHaveURL(/\/pitch-deck$/)
  for (const title of [
    'Company overview',
    'Market opportunity',
    'Solution',
    'Business model',
    'Traction milestones',
    'Leadership and advisory board',
    'Financial projections',
    'Funding',
    'Contact information',
  ])
    await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible()
  const table = page.getByRole('table', { name: 'Financial projections, 2023 to 2026' })
  await expect(table.getByRole('columnheader')).toHaveText(['Measure', '2023', '2024', '2025', '2026'])
  await expect(page.getByRole('img', { name: 'Use of funds of the Series B' })).toBeVisible()
  if (scripted) expect(await violations(page)).toEqual([])

  const contents = page.getByRole('navigation', { name: 'Contents' })
  await contents.getByRole('link', { name: 'Funding' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Funding' })).toBeInViewport()
  await expect(contents.getByRole('link', { name: 'Company overview' })).toBeInViewport()

  await page.setViewportSize({ width: 320, height: 700 })
  const { scroll, inner } = await page
    .locator('html')
    .evaluate((html) => ({ scroll: html.scrollWidth, inner: html.clientWidth }))
  expect(scroll).toBeLessThanOrEqual(inner)

  await page.goto('/pitch-deck')
  await expect(page.getByRole('heading', { level: 2, name: 'Funding' })).toBeVisible()
  const response = await page.context().request.get(page.url())
  expect(response.headers()['cache-control']).toBe('no-store')

  await decide(page, 'delete', email)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
})

test('each step stays after a reload, a mistake, Back and Forward', async ({ page, scripted }) => {
  const email = uniqueEmail()
  await check(page, email)
  await expect(page).toHaveURL(/\/pitch-deck\?step=request$/)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.reload()
  await expect(page.getByLabel('Full name')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await press(page, 'Submit Request')
  await expect(page.getByRole('alert')).toContainText('Missing Information')
  await expect(page).toHaveURL(/\?step=request$/)
  await page.goBack()
  if (!scripted) await page.goBack() // the page before the mistake
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)

  await request(page, email)
  await submitted(page)
  await decide(page, 'approve', email)
  await check(page, email)
  await expect(page).toHaveURL(/\/pitch-deck\?step=code$/)
  if (scripted) await expect(page.locator('#deck-step')).toBeFocused()
  await page.reload()
  await page.getByLabel('Access code').fill('ABCD-EFGH')
  await press(page, 'Submit Code')
  await expect(page.getByRole('alert')).toContainText('Invalid Code')
  await expect(page).toHaveURL(/\?step=code$/)
  await page.goto('/pitch-deck?step=code')
  await page.goBack()
  await page.waitForLoadState('networkidle') // React may still load the page again
  await page.goForward()
  await expect(page.getByLabel('Access code')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await press(page, 'Send me a new code')
  await expect(page.getByText(`If ${email} has access, a new code is on its way to it.`)).toBeInViewport()
  if (scripted) await expect(page.locator('#deck-step')).toBeFocused()
  await page.reload()
  await expect(page.getByLabel('Access code')).toBeVisible()
})

test('an email that has a request already sees its status', async ({ page, scripted }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const email = uniqueEmail()
  await request(page, email)
  await submitted(page)
  await request(page, email)
  await expect(page.getByText(pending)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()

  await decide(page, 'approve', email)
  await request(page, email)
  await expect(page.getByText(approved)).toBeVisible()
  await expect(page.getByLabel('Access code')).toBeVisible()

  const other = uniqueEmail()
  await request(page, other)
  await submitted(page)
  await decide(page, 'reject', other)
  await check(page, other)
  await expect(page.getByText(rejected)).toBeVisible()
})

test('each step shows missing and invalid input, and leads back', async ({ page, scripted }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const summary = page.getByRole('alert')
  await page.goto('/pitch-deck')
  await press(page, 'Continue')
  await expect(summary.getByRole('heading')).toHaveText('Email Required')
  await expect(summary.getByRole('link')).toHaveText(['Please enter your email address'])
  await expect(page).toHaveTitle(/^Error: /)
  await page.getByLabel('Email').fill('ida at example')
  await press(page, 'Continue')
  await expect(summary.getByRole('link')).toHaveText(['Please enter a valid email address'])
  await expect(page.getByLabel('Email')).toHaveValue('ida at example')

  await page.goto('/pitch-deck?step=request')
  await page.getByLabel('Company').fill('Example Ventures')
  await press(page, 'Submit Request')
  await expect(summary.getByRole('heading')).toHaveText('Missing Information')
  await expect(summary.getByRole('link')).toHaveText(['Name and email are required'])
  await expect(page.getByLabel('Company')).toHaveValue('Example Ventures')
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()

  await page.getByRole('link', { name: 'I already have an access code' }).click()
  await expect(page).toHaveURL(/\/pitch-deck\?step=code$/)
  await press(page, 'Submit Code')
  await expect(summary.getByRole('heading')).toHaveText('Access Code Required')
  await expect(summary.getByRole('link')).toHaveText(['Please enter your access code'])
  await page.getByLabel('Access code').fill('ABCD-EFGH')
  await press(page, 'Submit Code')
  await expect(summary.getByRole('heading')).toHaveText('Invalid Code')
  await expect(summary.getByRole('link')).toHaveText(['The access code is invalid or has expired.'])
  await expect(page.getByLabel('Access code')).toHaveValue('ABCD-EFGH')
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
})

test('a deck that is closed asks for the code again, in every tab', async ({
  page,
  context,
  mailbox,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const email = uniqueEmail()
  await request(page, email)
  await submitted(page)
  await decide(page, 'approve', email)
  const code = codeIn(await mailbox.next(email, /access to the/))
  const enter = async () => {
    await page.waitForLoadState()
    await page.goto('/pitch-deck?step=code')
    await page.getByLabel('Access code').fill(code)
    await press(page, 'Submit Code')
    await expect(page.getByText('Access Granted')).toBeVisible()
  }
  await enter()
  const second = await context.newPage()
  await second.goto('/pitch-deck')
  await page.setViewportSize({ width: 320, height: 700 })
  await press(page, 'Close the deck')
  await expect(page.locator('.flash')).toContainText('The deck is closed')
  await expect(page).toHaveURL(/\/pitch-deck$/)
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
  await expect(page.locator('.flash')).toHaveCount(0)

  await press(second, 'Close the deck') // closed already in the other tab
  await expect(second.locator('.flash')).toContainText('The deck is closed')
  await second.goBack()
  await expect(second.getByRole('heading', { name: 'Company overview' })).toHaveCount(0)
  await second.close()
  await enter()
})
