import type { Locator, Page } from '@playwright/test'

import { person } from '../support/accounts'

import { expect, holdRequests, loseAnswers, signIn, test, unfold } from './base'

type Entry = string | { name: string; mimeType: string; buffer: Buffer }

type FormCase = {
  name: string
  path: string
  /** The selector of the form. */
  form: string
  send: string
  /** The values to type, choose or attach, by field name. */
  entries: Record<string, Entry>
  /** The message when the form does not reach the program. */
  failureTitle?: string
  failureText: string
  /** The text when the form is sent again. */
  successText: string | RegExp
  /** Requires a signed-in account. */
  account?: true
  /** Sending it again needs no word. */
  countsOften?: true
  /** Has no errors when it is sent empty. */
  neverWrong?: true
  /** Sent empty without JavaScript too: each other form shows its errors as one of these does. */
  plain?: true
  /** Not stored as a draft: it has only passwords or codes, or is sent on its own. */
  undrafted?: true
  /** Asks before a link leaves it with changes. */
  asks?: true
}

const pdf = (bytes: number) => ({
  name: 'resume.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.concat([
    Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'),
    Buffer.alloc(bytes, 32),
    Buffer.from('%%EOF\n'),
  ]),
})
const secret = 'a diver over water'
const uniqueEmail = () => `fay-${crypto.randomUUID()}@example.com`

const application = {
  name: 'Fay Failure',
  email: 'fay@example.com',
  phone: '(555) 123-4567',
  date_of_birth: '05/14/1988',
  gender: 'Female',
  address: '1 Main Street, Albany 12207',
  region_state: 'NY',
  marital_status: 'Married',
  spouse_working: 'True',
  children_count: '1',
  family_size: '3',
  housing_status: 'Rent',
  occupation: 'Welder',
  job_role: 'Other',
  other_job_role: 'Diver',
  employer_name: 'Brightloom Software',
  employer_type: 'Private',
  employer_size: 'Medium (50-500)',
  industry: 'Information',
  employment_length: '2.5',
  employment_type: 'Full-time',
  work_arrangement: 'Remote',
  union_membership: 'FALSE',
  income: '4,500',
  salary: '54,000',
  pay_type: 'Salary',
  pay_schedule: 'Bi-Weekly',
  coverage_level: 'standard',
  education: 'Bachelor',
  credit_score: '710',
  bankruptcy_history: 'None',
  background_check: 'Clear',
  gov_benefits: 'FALSE',
  additional_info: 'Nothing else.',
  consent: 'yes',
}

const forms: FormCase[] = [
  {
    name: 'the waitlist form at home',
    path: '/',
    form: '#waitlist-form form',
    send: 'Join the waitlist',
    entries: { name: 'Fay', email: 'fay@example.com', interest_level: 'interested' },
    failureText: 'There was an error submitting your request. Please try again.',
    successText: 'Thank you for joining our waitlist!',
  },
  {
    name: 'the quote form',
    plain: true,
    path: '/get-a-quote',
    form: 'main form.form',
    send: 'Send my application',
    entries: application,
    failureText: 'There was an error submitting your quote request. Please try again.',
    successText: 'Thank you. Your application is in.',
  },
  {
    name: 'the first step of an application',
    path: '/get-a-quote',
    form: 'main form.form',
    send: 'Continue',
    entries: application,
    failureText: 'Your answers could not be saved just now. Please try again.',
    successText: 'Save and come back later',
    countsOften: true,
    neverWrong: true,
    undrafted: true,
  },
  {
    name: 'the contact form',
    path: '/contact',
    form: '#contact-form form',
    send: 'Send my message',
    entries: {
      name: 'Fay',
      email: 'fay@example.com',
      phone: '555 123 4567',
      inquiry_type: 'Press/Media',
      message: 'Good morning.\nAnd good evening.',
      consent: 'yes',
    },
    failureText: 'There was a problem submitting your form: Please try again later.',
    successText: 'Thank you for contacting us!',
  },
  {
    name: 'the waitlist form of the contact page',
    plain: true,
    path: '/contact',
    form: '#waitlist-form form',
    send: 'Join the waitlist',
    entries: { name: 'Fay', email: 'fay@example.com', interest_level: 'just-exploring' },
    failureText: 'There was a problem submitting your waitlist form: Please try again later.',
    successText: 'Thank you for joining our waitlist!',
  },
  {
    name: 'the application for a job',
    plain: true,
    path: '/careers',
    form: '#application-form form',
    send: 'Send my application',
    entries: {
      name: 'Fay',
      email: 'fay@example.com',
      position: 'Front-End Developer',
      linkedin: 'https://example.com/fay',
      experience: 'Ten years.',
      why_join: 'It is needed.',
      resume: pdf(1000),
      consent: 'yes',
    },
    failureTitle: 'Submission Failed',
    failureText: 'An error occurred while submitting your application. Please try again.',
    successText: 'Application Submitted',
  },
  {
    name: 'the first step of the pitch deck',
    path: '/pitch-deck',
    form: 'main form',
    send: 'Continue',
    entries: { email: 'fay@example.com' },
    failureText: 'Failed to check request status. Please try again.',
    successText: 'Request access',
  },
  {
    name: 'the request for the pitch deck',
    path: '/pitch-deck?step=request',
    form: 'main form',
    send: 'Submit Request',
    entries: { name: 'Fay', email: uniqueEmail(), company: 'Fay and Daughters', reason: 'Curious.' },
    failureText: 'Failed to submit request. Please try again.',
    successText: 'Request Submitted',
  },
  {
    name: 'the access code of the pitch deck',
    path: '/pitch-deck?step=code',
    form: 'main form:has([name=accessCode])',
    send: 'Submit Code',
    entries: { accessCode: 'ABCD-EFGH' },
    failureText: 'Failed to validate access code. Please try again.',
    successText: 'The access code is invalid or has expired.',
    undrafted: true,
  },
  {
    name: 'the request for a new code of the pitch deck',
    path: '/pitch-deck?step=code',
    form: 'main form:has([name=email])',
    send: 'Send me a new code',
    entries: { email: 'fay@example.com' },
    failureText: 'Failed to send a new code. Please try again.',
    successText: 'If fay@example.com has access',
    undrafted: true,
  },
  {
    name: 'the login',
    path: '/login',
    form: 'main form',
    send: 'Log in',
    entries: { email: 'fay@example.com', password: secret, remember_me: 'yes' },
    failureText: 'An error occurred during login. Please try again.',
    successText: 'Invalid email or password. Please try again.',
    undrafted: true,
  },
  {
    name: 'the sign-up',
    plain: true,
    path: '/signup',
    form: 'main form',
    send: 'Sign up',
    entries: { ...person, email: uniqueEmail(), confirm_password: person.password },
    failureText: 'An error occurred during registration. Please try again later.',
    successText: 'Registration successful!',
  },
  {
    name: 'the recovery by user ID',
    path: '/account-recovery',
    form: '#by-id form',
    send: 'Send recovery email',
    entries: { user_id: '987654', email: 'fay@example.com' },
    failureText: 'Network error, please try again',
    successText: 'User not found with this ID',
  },
  {
    name: 'the recovery by email',
    path: '/account-recovery',
    form: '#by-email form',
    send: 'Email me the link',
    entries: { email: 'fay@example.com' },
    failureText: 'Network error, please try again',
    successText: 'Recovery email sent!',
  },
  {
    name: 'the change of the password',
    path: '/change-password',
    form: 'main form',
    send: 'Change password',
    entries: { current_password: person.password, new_password: secret, confirm_new_password: secret },
    failureText: 'An error occurred. Please try again.',
    successText: 'Password updated successfully!',
    account: true,
    undrafted: true,
  },
  {
    name: 'the profile',
    path: '/edit-profile',
    form: 'main form',
    send: 'Save my profile',
    entries: { username: 'Fay', full_address: '2 Main Street', region_state: 'CA', occupation: 'Smith' },
    failureText: 'An unexpected error occurred. Please try again.',
    successText: 'Your profile has been updated successfully.',
    account: true,
    asks: true,
    neverWrong: true,
  },
  {
    name: 'the code of an address',
    path: '/dashboard?verify=yes',
    form: '#verification form.form',
    send: 'Submit',
    entries: { code: 'abcdef' },
    failureText: 'There was an error verifying your email. Please try again.',
    successText: 'Verification failed: The code is not correct.',
    account: true,
    neverWrong: true,
    undrafted: true,
  },
  {
    name: 'the request for another code',
    path: '/dashboard',
    form: 'form:has-text("Resend Verification Email")',
    send: 'Resend Verification Email',
    entries: {},
    failureText: 'There was an error sending the verification email. Please try again.',
    successText: 'Verification email sent to',
    account: true,
    neverWrong: true,
    undrafted: true,
  },
  {
    name: 'the deletion of an account',
    plain: true,
    path: '/delete-account',
    form: 'main form',
    send: 'Delete my account',
    entries: { current_password: person.password, confirm: 'yes' },
    failureText: 'An error occurred. Please try again.',
    successText: 'Your account is deleted.',
    account: true,
    undrafted: true,
  },
]

/** Opens the page of a form, logged in with a new account where required. */
async function open(page: Page, { path, form, account }: FormCase, baseURL: string | undefined) {
  if (account) {
    const data = { ...person, email: uniqueEmail() }
    expect((await page.request.post(`${baseURL}/api/auth/register`, { data })).status()).toBe(201)
    expect((await page.request.post(`${baseURL}/api/auth/login`, { data })).status()).toBe(200)
  }
  await page.goto(path)
  await unfold(page.locator(form))
  return page.locator(form)
}

async function fill(form: Locator, entries: FormCase['entries']) {
  await unfold(form)
  for (const [name, entry] of Object.entries(entries)) {
    const field = form.locator(`[name="${name}"]:not([type="hidden"])`)
    const kind = await field.first().evaluate((element: HTMLInputElement) => element.type)
    if (typeof entry !== 'string') await field.setInputFiles(entry)
    else if (kind === 'radio') await form.locator(`[name="${name}"][value="${entry}"]`).check()
    else if (kind === 'checkbox') await field.check()
    else if (kind === 'select-one') await field.selectOption(entry)
    else await field.fill(entry)
  }
}

/** The content of a form, including files and passwords. */
function contentOf(form: Locator) {
  return form.evaluate((element: HTMLFormElement) =>
    ([...element.elements] as HTMLInputElement[])
      .filter(({ type }) => !['hidden', 'submit', 'button'].includes(type))
      .map(({ name, type, checked, files, value }) =>
        type === 'file'
          ? `${name}: ${files?.length} files`
          : `${name}: ${type === 'radio' || type === 'checkbox' ? `${value} ${checked}` : value}`,
      ),
  )
}

const alertOf = (page: Page) => page.getByRole('main').getByRole('alert')

/** Expects the alert to have the focus and to start in view, below the sticky header. */
async function expectInView(page: Page, alert: Locator) {
  await expect(alert).toBeFocused()
  const header = await page.getByRole('banner').boundingBox()
  const bottom = (header?.y ?? 0) + (header?.height ?? 0)
  const height = page.viewportSize()?.height ?? 0
  await expect.poll(async () => (await alert.boundingBox())?.y ?? -1).toBeGreaterThanOrEqual(bottom)
  expect((await alert.boundingBox())?.y).toBeLessThan(height / 2)
}

/** Signs up, and logs in. Returns the fields of the sign-up. */
async function signUp(page: Page, baseURL: string | undefined) {
  const data = { ...person, email: uniqueEmail() }
  await page.request.post(`${baseURL}/api/auth/register`, { data })
  await page.request.post(`${baseURL}/api/auth/login`, { data })
  return data
}

for (const formCase of forms) {
  test(`${formCase.name} keeps its content when it does not reach the program, and can be sent again`, async ({
    page,
    baseURL,
    scripted,
  }) => {
    test.skip(!scripted, 'a browser shows its own page, and keeps the form behind it')
    const form = await open(page, formCase, baseURL)
    await fill(form, formCase.entries)
    const typed = await contentOf(form)
    const send = form.getByRole('button', { name: formCase.send, exact: true })
    const isKeyed = (await form.locator('[name=idempotency_key]').count()) > 0

    for (const failure of ['a broken connection', 'the answer of a proxy'] as const) {
      // Loaders that run after a failed form would fail too.
      await page.route(
        (url) => url.searchParams.has('_data'),
        (route) =>
          failure === 'a broken connection'
            ? route.abort()
            : route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
      )
      await send.click()
      await expect(alertOf(page)).toContainText(formCase.failureTitle ?? formCase.failureText)
      await expect(alertOf(page)).toContainText(formCase.failureText)
      await expect(alertOf(page).getByText('Check your connection.')).toHaveCount(
        failure === 'a broken connection' ? 1 : 0,
      )
      await expect(alertOf(page).getByText('send it again as it is: it counts once')).toHaveCount(
        isKeyed && !formCase.countsOften ? 1 : 0,
      )
      await expectInView(page, alertOf(page))
      expect(await contentOf(form)).toEqual(typed)
      await page.unrouteAll()
    }
    await send.click()
    await expect(page.getByText(formCase.successText).first()).toBeVisible()
    await expect(page.locator(':focus')).toBeVisible()
  })
}

for (const formCase of forms.filter(({ neverWrong }) => !neverWrong)) {
  test(`${formCase.name}, sent empty, lists its errors in page order, each a link to its field`, async ({
    page,
    baseURL,
    scripted,
  }) => {
    test.skip(!scripted && formCase.plain !== true, 'another form shows the same')
    await page.setViewportSize({ width: 360, height: 740 })
    const form = await open(page, formCase, baseURL)
    const load = await holdRequests(page, /[?&]_data=/, 'GET')
    const send = form.getByRole('button', { name: formCase.send, exact: true })
    await send.click()
    const alert = alertOf(page)
    await expect(alert.getByRole('link').first()).toBeVisible()
    await expect(send, 'while the page loads again').toBeEnabled()
    load()
    if (scripted) await expectInView(page, alert)
    else if (formCase.path !== '/delete-account') await expect(alert).toBeInViewport() // its redirect would keep a fragment

    const links = await alert.getByRole('link').all()
    const errors = await page.locator('.field > .error').count()
    const targets: string[] = []
    for (const link of links) {
      await link.click()
      const target = (await link.getAttribute('href')) ?? ''
      targets.push(target)
      const field = page.locator(target)
      await expect(field).toBeFocused()
      expect(await alert.getByRole('link').count()).toBe(links.length)
      expect(await page.locator('.field > .error').count()).toBe(errors)
      const label = page.locator('.field', { has: field }).locator('label, legend').first()
      const header = await page.getByRole('banner').boundingBox()
      expect((await label.boundingBox())?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0))
    }
    const places = await page
      .locator('main [id]')
      .evaluateAll(
        (elements, ids) => elements.map(({ id }) => `#${id}`).filter((id) => ids.includes(id)),
        targets,
      )
    expect(targets).toEqual(places)

    if (!scripted) return
    // Only the error of the edited field is removed.
    const field = page.locator(targets[0] ?? '')
    if ((await field.getAttribute('type')) === 'file') return
    await field.fill('x')
    await expect(page.locator(`${targets[0]}-error`)).toHaveCount(0)
    await expect(alert.getByRole('link')).toHaveCount(links.length - 1)
    await expect(page.locator('.field > .error')).toHaveCount(errors - 1)
  })
}

for (const formCase of forms.filter(({ undrafted }) => !undrafted)) {
  test(`${formCase.name}, half filled, survives a reload and a visit to another page`, async ({
    page,
    baseURL,
    scripted,
  }) => {
    test.skip(!scripted, 'a browser keeps what was typed by itself')
    const form = await open(page, formCase, baseURL)
    await fill(form, formCase.entries)
    const typed = (await contentOf(form)).map((line) =>
      line.replace(/^(\w*password): .*/, '$1: ').replace(/: \d files$/, ': 0 files'),
    )
    await page.reload()
    await expect.poll(() => contentOf(form)).toEqual(typed)

    const { pathname, search } = new URL(page.url())
    const heading = page.getByRole('heading', { level: 1 })
    const title = await heading.innerText()
    // A page without scripts and one with them, with forms of its own.
    for (const other of ['Privacy policy', pathname === '/contact' ? 'Careers' : 'Contact']) {
      await page.getByRole('contentinfo').getByRole('link', { name: other, exact: true }).click()
      if (formCase.asks) {
        await page.getByRole('button', { name: 'Go on editing' }).click()
        expect(await contentOf(form)).toEqual(typed)
        continue
      }
      await expect(page).toHaveURL((url) => url.pathname !== pathname)
      await page.goBack()
      await expect(page).toHaveURL((url) => url.pathname + url.search === pathname + search)
      await expect(heading).toHaveText(title)
      // The previous page may still be rendered, with forms of its own.
      await expect(async () => expect(await contentOf(form)).toEqual(typed)).toPass()
    }
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
      person.password,
    )
  })
}

test('what a visitor has typed is not shown to the next user of the tab, nor what that one types to the next', async ({
  page,
  baseURL,
  scripted,
}) => {
  test.skip(!scripted, 'a browser keeps what was typed by itself')
  const drafts = () =>
    page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')))
  for (const formCase of forms.filter(({ undrafted, account }) => !undrafted && !account))
    await fill(await open(page, formCase, baseURL), formCase.entries)
  expect((await drafts()).length).toBeGreaterThan(5)
  await signUp(page, baseURL)
  await page.goto('/edit-profile')
  await page.getByLabel('Occupation').fill('Smith')
  await page.goto('/get-a-quote')
  await expect(page.getByLabel('Full name')).toHaveValue('')
  await page.getByLabel('Full name').fill('Fay the Second')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await drafts()).toEqual([])
})

test('a logout that does not reach the program says that the session goes on, and can be tried again', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'a browser says so by itself')
  await signIn(page)
  await page.setViewportSize({ width: 1280, height: 720 })
  for (const path of ['/admin/work', '/dashboard', '/faq']) {
    await page.goto(path)
    const logOut = page.getByRole('navigation').getByRole('button', { name: 'Logout' })
    const message = page.getByRole('alert').filter({ hasText: 'You could not be logged out' })
    for (const answer of [null, { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }]) {
      await page.route('**/logout', (route) => (answer === null ? route.abort() : route.fulfill(answer)))
      await logOut.click()
      await expect(message).toHaveText(
        /You could not be logged out, and are still logged in\. Please try again\./,
      )
      await expect(page).toHaveURL((url) => url.pathname === path)
      await page.unroute('**/logout')
    }
    await message.getByRole('button', { name: 'Close this message' }).click()
    await expect(message).toHaveCount(0)
  }
  await page.getByRole('navigation').getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect((await page.request.get('/api/auth/me')).status()).toBe(401)
})

test('a link that does not reach the program can be retried, and keeps what was typed', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'a browser says so by itself')
  await page.goto('/contact')
  await page.getByRole('textbox', { name: 'Message' }).fill('Half a thought')
  const follow = () =>
    page.getByRole('contentinfo').getByRole('link', { name: 'Coverage tiers', exact: true }).click()
  for (const [body, title] of [
    [null, 'This page could not be reached'],
    ['<h1>Bad gateway</h1>', 'Something went wrong on our side'],
  ] as const) {
    await page.route(
      (url) => url.pathname === '/coverage-tiers',
      (route) =>
        body === null ? route.abort() : route.fulfill({ status: 502, contentType: 'text/html', body }),
    )
    await follow()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await page.goBack()
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Half a thought')
    await follow()
    await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page).toHaveURL(/\/coverage-tiers$/)
    await page.goto('/contact')
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Half a thought')
  }
})

test('nothing is typed or chosen in a form while it is sent, and again after that', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'a browser shows another page by itself')
  await page.goto('/contact')
  const form = page.locator('#contact-form form')
  const message = form.getByRole('textbox', { name: 'Message' })
  await form.getByLabel('Name').fill('Fay')
  await message.fill('Good morning.')
  const press = async () => {
    await message.scrollIntoViewIfNeeded()
    const { x, y, width, height } = (await message.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.click(x + width / 2, y + height / 2)
  }
  await page.route('**/contact*', (route) => route.abort())
  const fail = await holdRequests(page, '**/contact*', 'POST')
  await form.getByRole('button', { name: 'Send my message' }).click()
  await expect(form.getByRole('button', { name: 'Submitting...' })).toBeDisabled()
  await press()
  await page.keyboard.type(' And good night.')
  await expect(message).toHaveValue('Good morning.')
  const inquiry = form.locator('[name=inquiry_type]')
  await inquiry.evaluate((field) => field.focus())
  await expect(inquiry).not.toBeFocused()
  fail()
  await expect(page.getByRole('alert')).toContainText('There was a problem submitting your form')
  await press()
  await page.keyboard.type(' And good night.')
  await expect(message).toHaveValue(/And good night\./)
})

test('the fields can be used once their errors are shown, while the page still loads', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'a browser shows another page by itself')
  await page.goto('/contact')
  const form = page.locator('#contact-form form')
  const load = await holdRequests(page, '**/contact*', 'GET')
  const reload = page.waitForRequest(
    (request) => request.method() === 'GET' && request.url().includes('_data='),
  )
  await form.getByRole('button', { name: 'Send my message' }).click()
  await expect(alertOf(page)).toBeVisible()
  await reload
  const consent = form.locator('[name=consent]')
  await consent.check()
  await expect(consent).toBeFocused()
  await form.locator('[name=inquiry_type]').selectOption('Press/Media')
  await form.getByLabel('Name').fill('Fay')

  const send = await holdRequests(page, '**/contact*', 'POST')
  await form.getByRole('button', { name: 'Send my message' }).click()
  await expect(form.getByRole('button', { name: 'Submitting...' })).toBeDisabled()
  await expect(form.getByLabel('Name'), 'sent again while the page loads').not.toBeEditable()
  send()
  await expect(form.getByRole('button', { name: 'Send my message' })).toBeEnabled()
  load()
  await page.waitForLoadState('networkidle')
  await expect(consent).toBeChecked()
  await expect(form.getByLabel('Name')).toHaveValue('Fay')
})

test('a message whose response was lost counts once, also after a reload', async ({ page, scripted }) => {
  test.skip(!scripted, 'a browser shows its own page')
  const name = `Lost ${crypto.randomUUID().slice(0, 8)}`
  await page.goto('/contact')
  const form = page.locator('#contact-form form')
  const { entries } = forms.find(({ form }) => form === '#contact-form form')!
  await fill(form, { ...entries, name })
  await page.route('**/contact*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch({ maxRedirects: 0 })
    await route.abort()
  })
  await form.getByRole('button', { name: 'Send my message' }).click()
  await expect(page.getByRole('alert')).toContainText('it counts once')
  await page.unrouteAll()
  await page.goto('/contact')
  await expect(form.getByLabel('Name')).toHaveValue(name)
  await fill(form, { consent: 'yes' })
  await form.getByRole('button', { name: 'Send my message' }).click()
  await expect(page.getByText('Thank you for contacting us!')).toBeVisible()
  await signIn(page)
  await page.goto(`/admin/submissions?tab=contacts&q=${encodeURIComponent(name)}`)
  await expect(page.getByText('1 match', { exact: true })).toBeVisible()
})

test('a form takes a text that is too long whole, and names the limit', async ({ page }) => {
  await page.goto('/contact')
  const text = `${'A long story. '.repeat(360)}The end`
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('button', { name: 'Send my message' }).click()
  await expect(page.getByRole('alert')).toContainText('at most 5,000 characters')
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(text)
})

test('a link to a page whose script does not arrive keeps what was typed', async ({ page, scripted }) => {
  test.skip(!scripted, 'a browser says so by itself')
  await page.goto('/contact')
  await page.getByRole('textbox', { name: 'Message' }).fill('Half a thought')
  const drafts = () => page.evaluate(() => JSON.stringify(sessionStorage))
  await expect.poll(drafts).toContain('Half a thought') // the page is hydrated: it keeps what is typed
  await page.context().setOffline(true)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Coverage tiers', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be reached')
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Coverage tiers')
  // Back stays in the document, which React must have taken over.
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('footer a') ?? {}).some((key) => key.startsWith('__reactFiber')),
  )
  await page.goBack()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Half a thought')
})

test('Back pressed after a reload, before the scripts run, shows the page of its URL', async ({
  browser,
  baseURL,
  scripted,
}) => {
  test.skip(!scripted, 'a browser does so by itself')
  const context = await browser.newContext({ baseURL }) // React logs that it could not hydrate
  const page = await context.newPage()
  await page.goto('/contact')
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('Half a thought')
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain('Half a thought')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Coverage tiers', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Coverage tiers')
  const release = await holdRequests(page, /entry\.client/)
  await page.reload({ waitUntil: 'commit' })
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL(/\/contact$/)
  release()
  await expect(message).toHaveValue('Half a thought')
  await context.close()
})

test('a form sent after the session has ended is stored, and the login shows why', async ({
  page,
  baseURL,
  scripted,
}) => {
  const data = await signUp(page, baseURL)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/edit-profile')
  await page.getByLabel('Occupation').fill('Lighthouse keeper')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Save my profile' }).click()
  await expect(page.getByText('You are logged out, so nothing was changed.')).toBeVisible()
  await page.getByLabel('Email').fill(data.email)
  await page.getByLabel('Password').fill(data.password)
  await expect(page.getByText('You then come back to where you were.')).toBeVisible()
  await expect(page.getByText('What you typed is kept.')).toHaveCount(scripted ? 1 : 0)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/edit-profile/)
  await expect(page.getByLabel('Occupation')).toHaveValue(scripted ? 'Lighthouse keeper' : person.occupation)
  await expect(page.getByText(/^Your unsaved changes of \d\d:\d\d are shown\.$/)).toHaveCount(
    scripted ? 1 : 0,
  )
})

test('a password change whose response was lost is not rejected when it is sent again', async ({
  page,
  baseURL,
  scripted,
}) => {
  test.skip(!scripted, 'a browser shows its own page')
  const data = await signUp(page, baseURL)
  await page.goto('/change-password')
  await page.getByLabel('Current password').fill(data.password)
  await page.getByLabel('New password', { exact: true }).fill('another diver under water')
  await page.getByLabel('Confirm new password').fill('another diver under water')
  const send = page.getByRole('button', { name: 'Change password', exact: true })
  const cookies = await page.context().cookies()
  await page.route(
    (url) => url.searchParams.has('_data'),
    async (route) => {
      await route.fetch()
      await page.context().clearCookies()
      await page.context().addCookies(cookies) // those in the lost response are gone
      await route.abort()
    },
  )
  await send.click()
  await expect(alertOf(page)).toContainText('it may have been done')
  await page.unrouteAll()
  await send.click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(
    page.getByText('If your password has just been changed, log in with the new one.'),
  ).toBeVisible()
  await expect(page.getByText('Your session has ended')).toHaveCount(0)
})

test('an account whose deletion was not confirmed says so after a reload, and asks for no login', async ({
  page,
  baseURL,
  scripted,
}) => {
  test.skip(!scripted, 'a browser shows its own page')
  const data = await signUp(page, baseURL)
  await page.goto('/delete-account')
  const cookies = await page.context().cookies()
  await fill(page.locator('main form'), { current_password: data.password, confirm: 'yes' })
  await loseAnswers(page)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(alertOf(page)).toContainText('it may have been done')
  await page.unrouteAll()
  await page.context().clearCookies()
  await page.context().addCookies(cookies) // those in the lost response are gone
  page.on('dialog', (question) => void question.accept())
  await page.reload()
  await expect(
    page.getByText('If your account has just been deleted, there is nothing left to do.'),
  ).toBeVisible()
  await expect(page.getByText('Your session has ended')).toHaveCount(0)
})

test('a password change and a sign-up that arrived say so when they are sent again', async ({
  page,
  baseURL,
  scripted,
}) => {
  test.skip(!scripted, 'a browser shows its own page')
  const loseAnswer = async (button: Locator) => {
    await loseAnswers(page)
    await button.click()
    await expect(alertOf(page)).toBeVisible()
    await page.unrouteAll()
  }
  const data = { ...person, email: uniqueEmail() }
  const first = 'a first diver under water'
  await page.goto('/signup')
  const form = page.locator('main form')
  await fill(form, {
    username: 'Fay',
    email: data.email,
    password: first,
    confirm_password: first,
    full_address: '1 Main Street',
    region_state: 'NY',
    occupation: 'Diver',
  })
  const signUp = form.getByRole('button', { name: 'Sign up' })
  await loseAnswer(signUp)
  await fill(form, { password: 'another diver', confirm_password: 'another diver' })
  await signUp.click()
  await expect(page.getByText('If you have changed the password since, the first one counts.')).toBeVisible()
  await loseAnswer(page.getByRole('button', { name: 'Send the email again' }))
  await expect(alertOf(page)).toContainText('look in your inbox first')
  await expect(alertOf(page)).toBeFocused()

  await page.request.post(`${baseURL}/api/auth/login`, { data: { email: data.email, password: first } })
  await page.goto('/change-password')
  await page.getByLabel('Current password').fill(first)
  await page.getByLabel('New password', { exact: true }).fill('another diver under water')
  await page.getByLabel('Confirm new password').fill('another diver under water')
  const change = page.getByRole('button', { name: 'Change password', exact: true })
  await loseAnswer(change)
  await change.click()
  await expect(page.getByText('Password updated successfully!')).toBeVisible()
  await expect(alertOf(page)).toHaveCount(0)
})

test('a resume that is too large keeps everything else that was typed', async ({ page, scripted }) => {
  await page.goto('/careers')
  const form = page.locator('#application-form form')
  const { resume: _, ...entries } = forms.find(({ path }) => path === '/careers')?.entries ?? {}
  await fill(form, entries)
  const typed = (await contentOf(form)).filter((line) => !line.startsWith('resume'))
  for (const megabytes of [5.5, 12]) {
    await fill(form, { resume: pdf(megabytes * 1024 * 1024) })
    await form.getByRole('button', { name: 'Send my application' }).click()
    await expect(alertOf(page).getByRole('link')).toHaveText(['Resume must be 5 MB or smaller'])
    await expect(page.getByText('Please choose your resume again')).toBeVisible({ visible: !scripted })
    expect((await contentOf(form)).filter((line) => !line.startsWith('resume'))).toEqual(typed)
  }
  await fill(form, { resume: pdf(1000) })
  await form.getByRole('button', { name: 'Send my application' }).click()
  await expect(page.getByText("We'll review your application soon.").first()).toBeVisible()
})

test('a submitted application shows its number and email, on the page and by mail', async ({
  page,
  scripted,
  mailbox,
}) => {
  const email = uniqueEmail()
  await page.goto('/get-a-quote')
  await fill(page.locator('main form.form'), { ...application, email })
  await page.getByRole('button', { name: 'Send my application' }).click()
  const confirmation = page.locator('section').filter({ hasText: 'Your reference' })
  await expect(confirmation).toContainText(email)
  const number = /Q-\d+/.exec(await confirmation.innerText())?.[0] ?? ''
  expect(await mailbox.next(email, new RegExp(`^We have received your application ${number}$`))).toContain(
    'Thank you',
  )
  await page.getByRole('link', { name: 'Start another application' }).click()
  await expect(page.getByLabel('Full name')).toHaveValue('')
  await page.goto('/get-a-quote?submitted=yes')
  await expect(page.getByRole('main')).toContainText(number)
  if (!scripted) await expect(page.getByRole('button', { name: 'Stay on this page' })).toBeHidden()
})

test('a form is empty and collapsed each time that it has been sent', async ({ page, scripted }) => {
  test.skip(!scripted, 'without JavaScript each page is a new one')
  for (const { path, form: selector, send, entries } of forms) {
    if (!['/', '/contact', '/careers'].includes(path)) continue
    await page.goto(path)
    const form = page.locator(selector)
    const empty = await contentOf(form)
    for (const name of ['Fay', 'Faye']) {
      await fill(form, { ...entries, name })
      await form.getByRole('button', { name: send }).click()
      await expect.poll(() => contentOf(form), `${selector} of ${path}, sent by ${name}`).toEqual(empty)
      await expect(page.locator('.again[open]')).toHaveCount(0)
    }
  }
})

test('the confirmation of an application is left by a link or after a delay, or stays', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'nothing moves by itself')
  const heading = page.getByRole('heading', { level: 1 })
  const stay = page.getByRole('button', { name: 'Stay on this page' })
  await page.clock.install()
  for (const [width, height] of [
    [360, 740],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/get-a-quote')
    await fill(page.locator('main form.form'), application)
    await page.getByRole('button', { name: 'Send my application' }).click()
    await expect(heading).toHaveText('Thank you. Your application is in.')
    await expect(stay).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => scrollY)).toBe(0)
  }
  await page.clock.runFor(5_000)
  await expect(heading).toHaveText('Thank you. Your application is in.')
  await page.context().setOffline(true)
  await page.clock.runFor(10_500)
  await expect(heading).toHaveText('Thank you. Your application is in.') // rather than an error page
  await page.context().setOffline(false)
  await page.goto('/get-a-quote?submitted=yes')
  await expect(stay).toBeVisible()
  await page.clock.runFor(15_500)
  await expect(heading).toHaveText('Get a quote')
  await expect(page.getByLabel('Full name')).toHaveValue('')

  await page.goto('/get-a-quote?submitted=yes')
  await expect(stay).toBeVisible()
  await page.mouse.wheel(0, 200) // it is being read
  await expect(page.getByText('This page stays open.')).toBeAttached()
  await expect(page.locator('.stay')).toHaveCSS('position', 'static') // it has no button to keep in view
  await page.clock.runFor(20_000)
  await expect(heading).toHaveText('Thank you. Your application is in.')

  for (const name of ['FAQ', 'Coverage tiers', 'Contact']) {
    await page.goto('/get-a-quote?submitted=yes')
    await expect(stay).toBeVisible()
    await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click()
    await expect(page).not.toHaveURL(/get-a-quote/)
    await expect(heading).not.toHaveText(/Thank you|Something went wrong/)
  }
  await page.goto('/get-a-quote?submitted=yes')
  await stay.click()
  await expect(page.locator('body'), 'the button has gone').not.toBeFocused()
  await page.clock.runFor(60_000)
  await expect(heading).toHaveText('Thank you. Your application is in.')
})
