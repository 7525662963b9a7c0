import type { BrowserContext, Page } from '@playwright/test'

import { person } from '../support/accounts'
import { appCode } from '../support/second-factor'
import { expect, signIn, test, violations } from './base'

async function signUp(page: Page) {
  const email = `ann-${crypto.randomUUID()}@example.com`
  expect((await page.request.post('/api/auth/register', { data: { ...person, email } })).status()).toBe(201)
  return email
}

async function logIn(page: Page, email: string, path = '/login') {
  await page.goto(path)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

const cardOf = (page: Page, title: string) =>
  page.locator('.card').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

/** Forgets that the browser is logged in, and that it knows the account. */
const forget = (context: BrowserContext) => context.clearCookies()

test('an authenticator app is set up, asked for at the next login, and turned off again', async ({
  page,
  context,
  mailbox,
  scripted,
}) => {
  const email = await signUp(page)
  await logIn(page, email)
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.getByRole('link', { name: 'Two-step login' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Two-step login')
  if (scripted) expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  if (scripted) {
    // The pressed button is gone: the keyboard goes on at the form that took its place.
    await expect(page.locator('#app')).toBeFocused()
    expect(await violations(page)).toEqual([])
  }
  const key = (await page.locator('.secret-key').textContent()) ?? ''

  await page.getByLabel('Code from the app').fill('000000')
  await page.getByRole('button', { name: 'Use this app from now on' }).click()
  await expect(page.getByRole('alert')).toContainText('The code is not correct.')
  await page.getByLabel('Code from the app').fill(appCode(key))
  await page.getByRole('button', { name: 'Use this app from now on' }).click()
  await expect(page.getByRole('heading', { name: 'Keep your recovery codes' })).toBeVisible()
  const codes = await page.locator('.recovery-codes code').allTextContents()
  expect(codes).toHaveLength(10)
  await page.getByRole('link', { name: 'Skip to the content' }).press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.locator('.recovery-codes code')).toHaveCount(10) // they are shown once
  expect(await mailbox.next(email, /^Two-step login/)).toContain('was just set up')
  if (scripted) expect(await violations(page)).toEqual([])

  await forget(context)
  await logIn(page, email, '/edit-profile')
  await expect(page).toHaveURL(/\/login\/code$/)
  if (scripted) expect(await violations(page)).toEqual([])
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/login$/)
  await page.goto('/login/code')
  await page.getByLabel('Code from your authenticator app').fill('000000')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('The code is not correct.')
  await page.getByLabel('Code from your authenticator app').fill(appCode(key, 1))
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard$/)

  await forget(context)
  await logIn(page, email)
  await page.getByText('Use a recovery code').click()
  await page.getByLabel('Recovery code').fill((codes[0] ?? '').toLowerCase())
  await page.getByRole('button', { name: 'Log in with a recovery code' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/two-step-login')
  await expect(cardOf(page, 'Recovery codes')).toContainText('9 are left.')
  await page.getByRole('button', { name: 'Set up another app in its place' }).click()
  const other = page.locator('.secret-key')
  await expect(other).not.toHaveText(key)
  await page.getByLabel('Code from the app').fill(appCode((await other.textContent()) ?? ''))
  await page.getByRole('button', { name: 'Use this app from now on' }).click()
  await expect(page.getByText('It counts from now on, and an earlier one no longer.')).toBeVisible()
  await page.getByText('Turn two-step login off').click()
  await page.getByRole('button', { name: 'Turn it off now' }).click()
  await expect(page.getByText('Two-step login is off.')).toBeVisible()

  await forget(context)
  await logIn(page, email)
  await expect(page).toHaveURL(/\/dashboard$/)
})

/** Gives the page a device that makes passkeys and verifies its owner. */
async function withAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    verifyOwner: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

test('a passkey is added, logs in alone and as a second step, and is removed', async ({
  page,
  context,
  mailbox,
  scripted,
}) => {
  test.skip(!scripted, 'a passkey needs JavaScript')
  const device = await withAuthenticator(page)
  const email = await signUp(page)
  await logIn(page, email)
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/two-step-login')
  await page.getByLabel('Name of the passkey').fill('My laptop')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Keep your recovery codes' })).toBeFocused()
  const passkeys = cardOf(page, 'Passkeys')
  await expect(passkeys).toContainText('My laptop')
  expect(await mailbox.next(email, /^Two-step login/)).toContain('A passkey was just added')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(passkeys.getByText('This device has a passkey of your account already.')).toBeVisible()

  // Of an error and a later problem of the device, only the last stands there.
  await page.route('**/two-step-login*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await page.getByRole('button', { name: 'Make new recovery codes' }).click()
  await expect(page.getByRole('alert')).toContainText('An error occurred')
  await expect(passkeys.getByText('This device has a passkey')).toHaveCount(0)
  await page.unroute('**/two-step-login*')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(passkeys.getByText('This device has a passkey of your account already.')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(await violations(page)).toEqual([])

  await forget(context)
  await page.goto('/login')
  await device.verifyOwner(false)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('No passkey was used')).toBeVisible()
  await device.verifyOwner(true)
  await page.getByLabel('Remember Me').selectOption('yes')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  const session = (await context.cookies()).find(({ name }) => name === 'holdfast_session')
  expect(session?.expires).toBeGreaterThan(Date.now() / 1000 + 29 * 24 * 60 * 60)

  await forget(context)
  await logIn(page, email)
  await expect(page).toHaveURL(/\/login\/code$/)
  await expect(page.getByLabel('Code from your authenticator app')).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Use your passkey' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)

  await page.goto('/two-step-login')
  await passkeys.getByText('Remove', { exact: false }).first().click()
  await passkeys.getByRole('button', { name: 'Remove this passkey' }).click()
  await expect(page.getByText('The passkey is removed.')).toBeVisible()
  await forget(context)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('This passkey is not known here')
  await logIn(page, email)
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('without JavaScript the pages say that a passkey needs it, and offer the rest', async ({
  page,
  scripted,
}) => {
  test.skip(scripted, 'for browsers without JavaScript')
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'passkey' })).toHaveCount(0)
  await logIn(page, await signUp(page))
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/two-step-login')
  const words = page.locator('#passkeys noscript p') // getByText leaves out <noscript>
  await expect(words).toBeVisible()
  expect(await words.innerText()).toContain('To add a passkey needs JavaScript')
  await expect(page.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible()
})

test('an administrator removes the second factor of somebody who has lost it', async ({
  page,
  context,
  mailbox,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const email = await signUp(page)
  await logIn(page, email)
  await expect(page).toHaveURL(/\/dashboard$/)
  const { user } = (await (await page.request.get('/api/auth/me')).json()) as { user: { id: number } }
  await page.goto('/two-step-login')
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const key = (await page.locator('.secret-key').textContent()) ?? ''
  await page.getByLabel('Code from the app').fill(appCode(key))
  await page.getByRole('button', { name: 'Use this app from now on' }).click()
  await expect(page.getByRole('heading', { name: 'Keep your recovery codes' })).toBeVisible()
  await mailbox.next(email, /^Two-step login/)

  await forget(context)
  await signIn(page)
  await page.goto(`/admin/accounts/${user.id}`)
  const card = cardOf(page, 'Two-step login')
  await expect(card).toContainText('On: an authenticator app, 10 recovery codes.')
  expect(await violations(page)).toEqual([])
  await card.getByText('Remove two-step login').click()
  await page.getByRole('button', { name: 'Remove two-step login' }).click()
  await expect(page.getByText('Two-step login is removed.')).toBeVisible()
  await expect(card).toContainText('Off')
  expect(await mailbox.next(email, /^Two-step login/)).toContain('An administrator has just removed')

  await forget(context)
  await logIn(page, email)
  await expect(page).toHaveURL(/\/dashboard$/)
})
