import type { Page } from '@playwright/test'

import { person } from '../support/accounts'
import { expect, test, violations } from './base'

/** Signs up without a page, and returns the path of the link in the mail. */
async function linkFor(page: Page, email: string, next: (email: string, subject: RegExp) => Promise<string>) {
  expect((await page.request.post('/api/auth/register', { data: { ...person, email } })).status()).toBe(201)
  const mail = await next(email, /^Verify your email address/)
  return /^https?:\/\/[^/]+(\/verify-email\?token=\S+)$/m.exec(mail)?.[1] ?? ''
}

async function logIn(page: Page, email: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

test('the link of the mail leads through the login to one button, which verifies the email', async ({
  page,
  mailbox,
  scripted,
}) => {
  const email = `ann-${crypto.randomUUID()}@example.com`
  const link = await linkFor(page, email, mailbox.next)
  for (let scan = 0; scan < 3; scan += 1) await page.request.get(link)
  await page.goto(link)
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('That page needs a login. You then come back to where you were.')).toBeVisible()
  await logIn(page, email)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verify your email')
  await expect(page.getByText(`confirm that ${email} is yours`)).toBeVisible()
  if (scripted) expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Verify my email' }).click()
  await expect(page.getByText('Your email address is verified.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Email Verified' })).toBeVisible()

  await page.goto(link)
  await expect(page.getByText(`${email} is your email address, and verified.`)).toBeVisible()
})

test('a link says when another account is logged in, and when it is no longer valid', async ({
  page,
  mailbox,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const [email, other] = [`ann-${crypto.randomUUID()}@example.com`, `ben-${crypto.randomUUID()}@example.com`]
  const link = await linkFor(page, email, mailbox.next)
  await linkFor(page, other, mailbox.next)
  await page.goto('/login')
  await logIn(page, other)
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto(link)
  await expect(page.getByText('This link belongs to another account')).toBeVisible()
  await expect(page.getByText(`You are logged in as ${other}.`)).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(email)
  await page.getByRole('main').getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL(/\/login$/)

  await page.goto(link)
  await logIn(page, email)
  await expect(page.getByRole('button', { name: 'Verify my email' })).toBeVisible()
  await page.request.post('/api/email/send-verification', { data: {} })
  await page.getByRole('button', { name: 'Verify my email' }).click()
  await expect(page.getByRole('alert')).toContainText('This link is no longer valid.')
  await page.getByRole('link', { name: 'Get a new one' }).click()
  await expect(page.getByRole('heading', { name: 'Verify your email' })).toBeVisible()
})
