import type { Page } from '@playwright/test'

import { person } from '../support/accounts'

import { expect, holdRequests, hydrated, test, violations } from './base'

const { password } = person

async function press(page: Page, name: string) {
  await page.getByRole('main').getByRole('button', { name, exact: true }).click()
}
const fill = (page: Page, label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text)

async function signUp(page: Page, email: string) {
  await page.goto('/signup')
  await fill(page, 'Username', 'Ann')
  await fill(page, 'Email', email)
  await fill(page, 'Password', password)
  await fill(page, 'Confirm password', password)
  await fill(page, 'Full address', '1 Main Street, Albany 12207')
  await fill(page, 'State or region', 'NY')
  await fill(page, 'Occupation', 'Diver')
  await press(page, 'Sign up')
  await expect(page.getByText('Registration successful!')).toBeVisible()
}

async function logIn(page: Page, email: string, secret = password) {
  await page.goto('/login')
  await fill(page, 'Email', email)
  await fill(page, 'Password', secret)
  await press(page, 'Log in')
  await expect(page).toHaveURL(/\/dashboard$/)
}

/** Creates an account without a page. */
async function register(page: Page, email: string) {
  const data = { ...person, username: 'Ann', email }
  expect((await page.request.post('/api/auth/register', { data })).status()).toBe(201)
}

/** Signs an account in without a page. */
async function enter(page: Page, email: string) {
  expect((await page.request.post('/api/auth/login', { data: { email, password } })).status()).toBe(200)
}

/** A new account, logged in and on its dashboard. */
async function member(page: Page) {
  const email = `ann-${crypto.randomUUID()}@example.com`
  await register(page, email)
  await enter(page, email)
  await page.goto('/dashboard')
  return email
}

test('an account signs up, logs in, and requests its code again', async ({ page, scripted }) => {
  const email = `ann-${crypto.randomUUID()}@example.com`
  await signUp(page, email)
  await page.getByRole('link', { name: 'Go to login' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await logIn(page, email)

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Ann')
  await expect(page.getByText(/^Account ID \d+$/)).toBeVisible()
  await page.getByRole('link', { name: 'Verify My Email' }).click()
  if (scripted) {
    await expect(page.getByLabel('Verification code')).toBeFocused()
    await expect(page.getByRole('button', { name: 'Submit' })).toBeDisabled()
  } else {
    await press(page, 'Submit')
    await expect(page.getByRole('alert')).toContainText('Verification code is required')
  }
  await fill(page, 'Verification code', 'abcdef')
  await press(page, 'Submit')
  await expect(page.getByRole('alert')).toContainText('Verification failed: The code is not correct.')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Verification code')).toHaveValue('')
  await press(page, 'Resend Verification Email')
  await expect(page.getByText(`Verification email sent to ${email}.`)).toBeVisible()

  await page.getByText('Email Communications').click()
  const mail = page.getByText('Verify your email address for Holdfast')
  await expect(mail).toHaveCount(2)
  await mail.first().click()
  await expect(page.getByText('••••••').first()).toBeVisible()
})

test('a code that is typed before the page is ready, or follows its link, stays', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'pages stay as they are')
  await member(page)
  const code = page.getByLabel('Verification code')
  const submit = page.getByRole('button', { name: 'Submit', exact: true })
  const run = await holdRequests(page, '**/assets/*.js')
  await page.goto('/dashboard', { waitUntil: 'commit' })
  await code.fill('123')
  run()
  await hydrated(page)
  await expect(submit).toBeEnabled()
  await page.getByRole('link', { name: 'Verify My Email' }).click()
  await expect(page).toHaveURL(/verify=yes/)
  await expect(code).toBeFocused()
  await expect(code).toHaveValue('123')
  await expect(submit).toBeEnabled()
  await code.fill(' ')
  await expect(submit).toBeDisabled()
})

/** The code, or the path of the link, of a mail. */
const codeIn = (mail: string) => /^ {4}(\d{6})$/m.exec(mail)?.[1] ?? ''
const pathIn = (mail: string) => /^https?:\/\/[^/]+(\/\S*)$/m.exec(mail)?.[1] ?? ''

test('the code in the mail verifies the email; a new email gets its own code, and the old one is notified', async ({
  page,
  mailbox,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const email = await member(page)
  const enterCode = async (code: string) => {
    await page.getByRole('link', { name: 'Verify My Email' }).click()
    const field = page.getByLabel('Verification code')
    await field.fill(`Your code:  ${code.slice(0, 3)} ${code.slice(3)} `)
    await field.clear()
    await field.pressSequentially(`${code.slice(0, 3)}-${code.slice(3)}`)
    await expect(field).toHaveValue(code)
    await press(page, 'Submit')
    await expect(page.getByText('Your email address is verified.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Email Verified' })).toBeVisible()
  }
  await enterCode(codeIn(await mailbox.next(email, /^Verify your email address/)))

  await page.goto('/edit-profile')
  await fill(page, 'Email', `new-${email}`)
  await fill(page, 'Current password', password)
  await press(page, 'Save my profile')
  await expect(page.getByText('Your new email address waits for its code')).toBeVisible()
  expect(await mailbox.next(email, /is about to change$/)).toContain('/change-password')
  const code = codeIn(await mailbox.next(`new-${email}`, /^Verify your email address/))
  await page.goto('/dashboard')
  await enterCode(code)
  await expect(page.getByRole('definition').filter({ hasText: email }).first()).toHaveText(`new-${email}`)
  expect(await mailbox.next(email, /was changed$/)).not.toContain(`new-${email}`)
  await press(page, 'Log Out')
  await expect(page).toHaveURL(/\/login$/)
  await logIn(page, `new-${email}`)
})

test('a code that is sent again after it has verified the email is no failure', async ({
  page,
  mailbox,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const email = await member(page)
  const code = codeIn(await mailbox.next(email, /^Verify your email address/))
  const other = await page.context().newPage()
  for (const tab of [page, other]) {
    await tab.goto('/dashboard?verify=yes')
    await fill(tab, 'Verification code', code)
  }
  for (const tab of [page, other]) {
    await press(tab, 'Submit')
    await expect(tab.getByRole('heading', { name: 'Email Verified' })).toBeVisible()
    await expect(tab.getByRole('alert')).toHaveCount(0)
  }
})

test('the link in the mail sets a new password, once', async ({ page, mailbox, scripted }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const email = `ann-${crypto.randomUUID()}@example.com`
  await register(page, email)
  await page.goto('/account-recovery')
  await page.locator('#by-email-email').fill(email)
  await press(page, 'Email me the link')
  await expect(page.getByText('Recovery email sent!')).toBeVisible()
  const mail = await mailbox.next(email, /^Reset your/)
  expect(mail).toMatch(/Your User ID is \d+\./)

  await page.goto(pathIn(mail))
  await fill(page, 'New password', 'a diver over water')
  await fill(page, 'Confirm new password', 'a diver over water')
  const late = await page.context().newPage()
  await late.goto(pathIn(mail))
  await press(page, 'Set my password')
  await expect(page.getByText('Password updated successfully! Please log in with it.')).toBeVisible()
  await logIn(page, email, 'a diver over water')
  await press(page, 'Log Out')
  await expect(page).toHaveURL(/\/login$/)
  await page.goto(pathIn(mail))
  await expect(page.getByText('If you have just set a new password with it, log in')).toBeVisible()
  // The form of a response that was lost, sent again.
  await fill(late, 'New password', 'a diver over water')
  await fill(late, 'Confirm new password', 'a diver over water')
  await press(late, 'Set my password')
  await expect(late.getByText('If you have just set a new password with it, log in')).toBeVisible()
  await late.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await expect(late).toHaveURL(/\/login$/)
})

test('on a phone, the email and the phone number of the support are not broken', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'the style sheets are the same without scripts')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/account-recovery')
  const contacts = page.getByRole('main').locator('a:is([href^="mailto:"], [href^="tel:"])')
  await expect(contacts).toHaveCount(2)
  for (const contact of await contacts.all()) expect((await contact.boundingBox())?.height).toBeLessThan(40)
})

test('signing up shows the errors and keeps what was typed', async ({ page, scripted }) => {
  await page.goto('/signup')
  await expect(page.getByText('Yahoo Mail')).toBeVisible()
  await press(page, 'Sign up')
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    'Username is required',
    'Email is required',
    'Password is required',
    'Confirm password is required',
    'Full address is required',
    'State or region is required',
    'Occupation is required',
  ])
  await expect(page).toHaveTitle(/^Error: Sign up/)
  await fill(page, 'Username', 'Ann')
  await fill(page, 'Password', password)
  await fill(page, 'Confirm password', 'another password')
  const banner = page.getByText('Passwords do not match. Please try again.')
  await expect(banner).toHaveCount(scripted ? 1 : 0)
  await press(page, 'Sign up')
  await expect(page.getByRole('alert').getByRole('link', { name: 'Passwords do not match' })).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveValue('Ann')
})

test('recovery confirms the request and leads back', async ({ page }) => {
  await page.goto('/account-recovery')
  await expect(page.getByRole('heading', { name: /^Option \d/ })).toHaveText([
    /^Option 1/,
    /^Option 2/,
    /^Option 3/,
  ])
  await page.locator('summary', { hasText: 'Option 1' }).click()
  await press(page, 'Send recovery email')
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    'User ID is required',
    'Email is required',
  ])
  await page.locator('#by-id-user_id').fill('987654')
  await page.locator('#by-id-email').fill('ann@example.com')
  await press(page, 'Send recovery email')
  await expect(page.getByRole('alert')).toContainText('User not found with this ID')

  await page.locator('#by-email-email').fill('nobody@example.com')
  await press(page, 'Email me the link')
  await expect(
    page.getByText(
      'Recovery email sent! Please check your inbox for instructions to reset your password. The email includes your User ID.',
    ),
  ).toBeVisible()

  await page.goto('/account-recovery/reset?token=nonsense')
  await expect(page.getByText('This link is no longer valid. Please ask for a new one.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Recover your account' }).click()
  await page.getByRole('link', { name: 'Return to Login' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('a new account changes its password and its profile', async ({ page, scripted }) => {
  const email = await member(page)

  await page.getByRole('link', { name: 'Change password' }).click()
  await press(page, 'Change password')
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    'Current password is required',
    'New password must be at least 8 characters long',
    'New password and confirmation do not match',
  ])
  const type = async () => {
    await fill(page, 'New password', 'a diver over water')
    await fill(page, 'Confirm new password', 'a diver over water')
  }
  await type()
  for (const wrong of ['not the password', 'nor this one']) {
    await fill(page, 'Current password', wrong)
    await press(page, 'Change password')
    await expect(page.getByRole('alert')).toContainText('Current password is incorrect')
    // Passwords are never restored: only a page without a reload still has them.
    for (const field of ['New password', 'Confirm new password'])
      await expect(page.getByLabel(field, { exact: true })).toHaveValue(scripted ? 'a diver over water' : '')
    if (!scripted) await type()
  }
  await fill(page, 'Current password', password)
  await press(page, 'Change password')
  await expect(page.getByText('Password updated successfully!')).toBeVisible()
  await expect(page.getByLabel('New password', { exact: true })).toHaveValue('')
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()

  await page.getByRole('link', { name: 'Edit profile' }).click()
  await fill(page, 'Username', 'Nobody')
  await page.getByRole('link', { name: 'Cancel' }).click()
  if (scripted) {
    const question = page.getByRole('dialog')
    await expect(question).toContainText('Your changes are not saved.')
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await violations(page)).toEqual([])
    await question.getByRole('button', { name: 'Go on editing' }).click()
    await expect(page.getByRole('link', { name: 'Cancel' })).toBeFocused()
    await expect(page.getByLabel('Username')).toHaveValue('Nobody')
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.reload()
    await expect(page.getByLabel('Username')).toHaveValue('Nobody')
    await page.getByRole('link', { name: 'Delete my account' }).click()
    await question.getByRole('button', { name: 'Leave without saving' }).click()
    await expect(page).toHaveURL(/\/delete-account$/)
    await page.goBack()
  } else await page.getByRole('link', { name: 'Edit profile' }).click()
  await expect(page.getByLabel('Username')).toHaveValue('Ann')
  await fill(page, 'Username', 'A')
  await press(page, 'Save my profile')
  await expect(page.getByRole('alert')).toContainText('Username must be 3 to 50 characters')
  await fill(page, 'Username', 'Anna')
  await fill(page, 'Email', `new-${email}`)
  await page.getByLabel('Occupation').fill('')
  await press(page, 'Save my profile')
  await expect(page.getByRole('alert')).toContainText('Current password is required')
  await fill(page, 'Current password', 'a diver over water')
  await press(page, 'Save my profile')
  await expect(page.getByText('Your profile has been updated successfully.')).toBeVisible()
  await expect(page.getByText('Your new email address waits for its code')).toBeVisible()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Anna')
  await expect(page.getByRole('definition').filter({ hasText: email }).first()).toHaveText(email)

  await press(page, 'Log Out')
  await expect(page).toHaveURL(/\/login$/)
  await logIn(page, email, 'a diver over water')
})

test('an account lists its sessions and ends another one', async ({ page, openPage, scripted }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const email = await member(page)
  const elsewhere = async (userAgent: string) => {
    const other = await openPage({ userAgent })
    await enter(other, email)
    return other
  }
  const card = page.locator('#sessions')
  await expect(card.getByText('You are logged in nowhere else.')).toBeVisible()
  await expect(card.getByRole('button')).toHaveCount(0)

  const phone = await elsewhere(
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  )
  await page.reload()
  await expect(card.getByRole('row')).toHaveCount(3)
  await expect(card.getByRole('row').filter({ hasText: 'This device' })).toHaveCount(1)
  await card.getByRole('button', { name: 'End Safari on iOS' }).click()
  await expect(page.getByText('That device is logged out.')).toBeVisible()
  await expect(card.getByText('You are logged in nowhere else.')).toBeVisible()
  await phone.goto('/dashboard')
  await expect(phone).toHaveURL(/\/login$/)

  const [first, second] = [await elsewhere('a program of my own'), await elsewhere('another')]
  await page.reload()
  await expect(card.getByRole('button', { name: 'End Unknown device' })).toHaveCount(2)
  await card.getByRole('link', { name: 'End all others' }).click()
  await expect(card.getByText('End all 2 other sessions?')).toBeVisible()
  await card.getByRole('link', { name: 'Cancel' }).click()
  await expect(card.getByText('End all 2 other sessions?')).toHaveCount(0)
  await card.getByRole('link', { name: 'End all others' }).click()
  await card.getByRole('button', { name: 'End all others' }).click()
  await expect(page.getByText('You are logged out everywhere else.')).toBeVisible()
  await expect(card.getByText('You are logged in nowhere else.')).toBeVisible()
  for (const ended of [first, second]) {
    await ended.goto('/dashboard')
    await expect(ended).toHaveURL(/\/login$/)
  }
  await page.reload()
  await expect(page).toHaveURL(/\/dashboard/)
})

test('an account cannot end the session of another account, and ending its own session logs out', async ({
  page,
  openPage,
  baseURL,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const [email, others] = [`ann-${crypto.randomUUID()}@example.com`, `ben-${crypto.randomUUID()}@example.com`]
  const foreign = await openPage()
  await register(foreign, others)
  await enter(foreign, others)
  await foreign.goto('/dashboard')
  await register(page, email)
  await enter(page, email)
  const sessionOf = async (request: Page['request']) => {
    const data = (await (await request.get(`${baseURL}/api/user/data`)).json()) as {
      sessions: { id: number }[]
    }
    return String(data.sessions[0]?.id)
  }
  const end = (session_id: string) =>
    page.request.post(`${baseURL}/dashboard`, { form: { intent: 'end-session', session_id } })

  for (const id of [
    await sessionOf(foreign.request),
    '999999',
    '0',
    '-1',
    "1' or 1=1",
    '99999999999999999999',
  ]) {
    expect(await (await end(id)).text(), id).toContain('That session has ended already.')
  }
  await foreign.reload()
  await expect(foreign).toHaveURL(/\/dashboard$/)
  expect((await end(await sessionOf(page.request))).url()).toMatch(/\/login$/)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/login$/)
})

test('a profile that another window has saved can be started from what is stored, without a question', async ({
  page,
  context,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await member(page)
  const other = await context.newPage()
  for (const one of [page, other]) await one.goto('/edit-profile')
  await other.getByLabel('Occupation').fill('Welder')
  await press(other, 'Save my profile')
  await expect(other.getByText('Your profile has been updated successfully.')).toBeVisible()
  await page.getByLabel('Occupation').fill('Cook')
  await press(page, 'Save my profile')
  await expect(page.getByRole('alert')).toContainText('your profile was saved with other values')
  await page.getByLabel('Occupation').fill('Cooper')
  const questions: string[] = []
  page.on('dialog', (dialog) => {
    questions.push(dialog.type())
    void dialog.accept()
  })
  await page.getByRole('link', { name: 'Start from what is stored' }).click()
  await expect(page.getByLabel('Occupation')).toHaveValue('Welder')
  expect(questions).toEqual([])
  await other.close()
})

test('a change of email is cancelled on the dashboard, or by the link mailed to the old email', async ({
  page,
  mailbox,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const email = await member(page)
  const change = async () => {
    await page.goto('/edit-profile')
    await fill(page, 'Email', `new-${email}`)
    await fill(page, 'Current password', password)
    await press(page, 'Save my profile')
    await expect(page.getByText(`The old one, ${email}, stays until you enter it.`)).toBeVisible()
    await page.goto('/dashboard')
    await expect(page.getByText(`The old one, ${email}, stays until you enter it.`)).toBeVisible()
  }
  await change()
  await press(page, 'Cancel the change')
  await expect(page.getByText(`The change is cancelled. ${email} stays your email address.`)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Verify your email' })).toBeVisible()

  await change()
  const path = pathIn(await mailbox.next(email, /is about to change$/))
  expect(path).toMatch(/^\/cancel-email-change\?token=/)
  await page.goto(path)
  await press(page, 'Cancel the change')
  await expect(page.getByRole('heading', { name: 'The change is cancelled' })).toBeVisible()
  await page.goto(path)
  await expect(page.getByText('This link is no longer valid.')).toBeVisible()
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/login$/)
})

test('a long email fits a narrow screen, in the message and on the dashboard', async ({ page, scripted }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const email = `a-rather-long-mailbox-name-${crypto.randomUUID()}@example.com`
  await signUp(page, email)
  await press(page, 'Send the email again')
  await expect(page.getByText(`Email sent again to ${email}.`)).toBeVisible()
  await logIn(page, email)
  await page.getByRole('link', { name: 'Verify My Email' }).click()
  await fill(page, 'Verification code', 'abcdef')
  await press(page, 'Submit')
  await expect(page.getByRole('alert')).toContainText('Verification failed')
  if (scripted) await expect(page.getByRole('alert')).toBeFocused() // the page has scrolled to it
  await press(page, 'Resend Verification Email')

  const message = page.getByText(`Verification email sent to ${email}.`)
  await expect(message).toBeVisible()
  const close = page.locator('.flash-close').first()
  for (const part of [message, close]) {
    const box = await part.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= 360, JSON.stringify(box)).toBe(true)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  const code = page.getByLabel('Verification code')
  await code.fill('12')
  if (scripted) await close.press('Enter')
  else await page.getByLabel('Close this message').press('Space')
  await expect(message).toBeHidden()
  await expect(code).toHaveValue('12') // the page has not been loaded again
  await code.fill('')
  const isCut = await code.evaluate((input: HTMLInputElement) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(input)
    const pen = document.createElement('canvas').getContext('2d')!
    pen.font = font
    const room = input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
    return pen.measureText(input.placeholder).width > room
  })
  expect(isCut).toBe(false)
  const rowOf = (name: string) => page.getByRole('button', { name, exact: true }).boundingBox()
  const [above, below] = [await rowOf('Submit'), await rowOf('Send a new code')]
  expect((below?.y ?? 0) - ((above?.y ?? 0) + (above?.height ?? 0))).toBeGreaterThanOrEqual(8)
})

test('a mistyped provider is pointed out after the sign-up, and corrected after a login', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const id = crypto.randomUUID()
  const [typed, meant] = [`ann-${id}@gmial.com`, `ann-${id}@gmail.com`]
  await page.setViewportSize({ width: 360, height: 740 })
  await signUp(page, typed)
  await expect(page.getByText(`Did you mean ${meant}?`)).toBeVisible()
  await page.reload()
  await page.getByRole('link', { name: 'Correct the address' }).click()
  await expect(page).toHaveURL(/\/login/)
  await fill(page, 'Email', typed)
  await fill(page, 'Password', password)
  await press(page, 'Log in')
  await expect(page).toHaveURL(/\/edit-profile\?email=correct$/)
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(meant)
  await press(page, 'Save my profile')
  await expect(page.getByRole('alert')).toContainText('Current password is required')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(meant)
  await fill(page, 'Current password', password)
  await press(page, 'Save my profile')
  await expect(page.getByText(`We sent a code to ${meant}.`)).toBeVisible()
  await expect(page.getByLabel('Occupation')).toHaveValue('Diver')
  await page.goto('/edit-profile?email=correct')
  await expect(page.getByText('Did you mean')).toHaveCount(0)
})
