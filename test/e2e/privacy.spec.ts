import { readFileSync } from 'node:fs'

import type { Page } from '@playwright/test'

import { admin, application } from '../support/program'

import { expect, test } from './base'

const password = 'a diver under water'

const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()
const fill = (page: Page, label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text)

async function logIn(page: Page, email: string, secret = password) {
  await page.goto('/login')
  await fill(page, 'Email', email)
  await fill(page, 'Password', secret)
  await press(page, 'Log in')
  await expect(page).toHaveURL(/\/dashboard$/)
}

/** A new account, logged in. */
async function member(page: Page, baseURL: string | undefined) {
  const email = `quill-${crypto.randomUUID()}@example.com`
  const data = {
    username: 'Quill',
    email,
    password,
    full_address: '77 Marmalade Crescent',
    region_state: 'NY',
    occupation: 'Diver',
  }
  expect((await page.request.post(`${baseURL}/api/auth/register`, { data })).status()).toBe(201)
  await logIn(page, email)
  return email
}

test('an account downloads its data, is deleted, and is gone on every device', async ({
  page,
  openPage,
  baseURL,
  mailbox,
}) => {
  const email = await member(page, baseURL)
  const response = await page.request.post(`${baseURL}/api/quote-submissions`, {
    data: { ...application, email, name: 'Quill Feather', employer_name: 'Feather and Daughters' },
  })
  const { id } = (await response.json()) as { id: number }
  const office = await openPage()
  await logIn(office, admin.email, admin.password)
  const ran = await office.request.post(`${baseURL}/api/admin/underwriting/quote`, { data: { quote_id: id } })
  const { result } = (await ran.json()) as { result: { id: number; monthly_premium: number } }
  const phone = await openPage()
  await logIn(phone, email)
  const code = /^ {4}(\d{6})$/m.exec(await mailbox.next(email, /^Verify your email/))?.[1] ?? ''
  await page.getByRole('link', { name: 'Verify My Email' }).click()
  await fill(page, 'Verification code', code)
  await press(page, 'Submit')
  await expect(page.getByRole('heading', { name: 'Email Verified' })).toBeVisible()

  await page.getByRole('link', { name: 'Delete my account' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delete my account')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download my data' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('holdfast-my-data.json')
  const file = JSON.parse(readFileSync(await download.path(), 'utf8')) as Record<string, unknown>
  expect(file).toMatchObject({
    account: { email, email_verified: true },
    quote_submissions: [
      { id, name: 'Quill Feather', underwriting_results: [{ monthly_premium: result.monthly_premium }] },
    ],
    contact_submissions: [],
  })
  expect(file.sessions).toHaveLength(2)
  expect(JSON.stringify(file.emails)).not.toContain(code)

  await press(page, 'Delete my account')
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    'Current password is required',
    'Tick the box to confirm that your account is to be deleted',
  ])
  await expect(page).toHaveTitle(/^Error: Delete my account/)
  await fill(page, 'Current password', 'not the password')
  await page.getByLabel('I understand that my account cannot be brought back').check()
  await press(page, 'Delete my account')
  await expect(page.getByRole('alert')).toContainText('Current password is incorrect')
  await expect(page.getByLabel('I understand that my account cannot be brought back')).toBeChecked()
  await fill(page, 'Current password', password)
  await press(page, 'Delete my account')
  await expect(page.getByText('Your account is deleted. You are logged out.')).toBeVisible()
  await expect(page).toHaveURL(`${baseURL}/`)
  await expect(page.getByRole('banner').getByRole('link', { name: 'My Dashboard' })).toHaveCount(0)
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('holdfast_session')

  await phone.getByRole('link', { name: 'Edit profile' }).click()
  await expect(phone).toHaveURL(/\/login$/)
  await fill(phone, 'Email', email)
  await fill(phone, 'Password', password)
  await press(phone, 'Log in')
  await expect(phone.getByRole('alert')).toContainText('Invalid email or password. Please try again.')
  expect(await mailbox.next(email, /account was deleted$/)).toContain('cannot be brought back')

  const remaining = await office.request.get(`${baseURL}/api/admin/quote-submissions/${id}`)
  expect(await remaining.json()).toMatchObject({
    name: 'Deleted applicant',
    email: `deleted-${id}@invalid.example`,
    employer_name: 'Withheld',
    status: 'Withdrawn',
    user_id: null,
  })
  await office.goto(`/admin/underwriting/result/${result.id}`)
  await expect(office.getByRole('main')).not.toContainText('Feather and Daughters')
})

test('the data download is only for its owner, and never cached by the browser', async ({
  page,
  request,
  baseURL,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  expect((await request.get(`${baseURL}/api/user/data`)).status()).toBe(401)
  await member(page, baseURL)
  const response = await page.request.get(`${baseURL}/api/user/data`)
  expect(response.status()).toBe(200)
  expect(response.headers()).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  expect((await page.request.post(`${baseURL}/api/user/data`, { data: {} })).status()).toBe(405)
})

test('the only administrator sees why the account has to stay', async ({ page, scripted }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await logIn(page, admin.email, admin.password)
  await page.goto('/delete-account')
  await expect(page.getByText('You are the only administrator.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete my account' })).toHaveCount(0)
})
