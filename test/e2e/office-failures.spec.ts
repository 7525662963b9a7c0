import { request as playwright, type Locator, type Page } from '@playwright/test'

import { admin, application } from '../support/program'

import { expect, hydrated, logIn, loseAnswers, signIn, test } from './base'

test.skip(({ scripted }) => !scripted, 'a browser keeps the page and its forms by itself')

const unique = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`
const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')

type Created = { id: number }

async function create(page: Page, path: string, data: object) {
  const response = await page.request.post(path, { data })
  expect(response.status()).toBe(201)
  return ((await response.json()) as Created).id
}

const quote = (page: Page, answers: object = {}) =>
  create(page, '/api/quote-submissions', { ...application, ...answers })
const jobRole = (page: Page, role_name = unique('Rigger')) =>
  create(page, '/api/admin/underwriting/job-roles', { role_name })
async function result(page: Page) {
  const data = { quote_id: await quote(page) }
  const response = await page.request.post('/api/admin/underwriting/quote', { data })
  expect(response.status()).toBe(201)
  return ((await response.json()) as { result: Created }).result.id
}
async function deckRequest(page: Page) {
  const name = unique('Ivy')
  const email = `${name.toLowerCase().replace(' ', '-')}@example.com`
  const response = await page.request.post('/api/pitch-deck/request-access', { data: { name, email } })
  expect(response.status()).toBe(201)
  return { name, id: ((await response.json()) as Created).id }
}

type Case = {
  name: string
  /** Opens the page and fills the form. Returns the field that holds what was typed, if there is one, and how to send the form. */
  open: (page: Page) => Promise<{ typed?: Locator; send: () => Promise<void> }>
  /** The message when the connection breaks and, where it differs, when a proxy responds. */
  failureText: string
  proxyText?: string
  /** The message on success; absent where that would affect other tests. */
  successText?: string | RegExp
  /** The message when the first request succeeded but its response was lost; absent where it is the same. */
  repeatText?: string | RegExp
}

const press = (place: Locator, name: string) => () => place.getByRole('button', { name, exact: true }).click()

const added: [slug: string, singular: string, failed: string, field: string, value: string][] = [
  ['job-roles', 'job role', 'job role', 'role_name', 'Rigger'],
  ['coverage-tiers', 'coverage tier', 'tier', 'tier_name', 'Tier'],
  ['employer-risks', 'employer risk', 'employer risk', 'employer_name', 'Harbor'],
  ['synergy-data', 'synergy data', 'synergy data', 'ScenarioName', 'Storm'],
]

async function editCode(page: Page, button: string) {
  await page.goto('/admin/underwriting/code?edit=yes')
  const typed = page.locator('.cm-content')
  await typed.click()
  await page.keyboard.type('// unsaved ')
  return { typed, send: press(main(page), button) }
}

const cases: Case[] = [
  {
    name: 'a run by the number of a quote',
    async open(page) {
      const id = await quote(page)
      await page.goto('/admin/underwriting')
      const typed = page.getByLabel('Quote ID')
      await typed.fill(String(id))
      return { typed, send: press(main(page), 'Run underwriting') }
    },
    failureText: 'An error occurred while running the underwriting engine. Check your connection.',
    proxyText: 'Failed to run underwriting',
    successText: 'Underwriting completed successfully!',
  },
  {
    name: 'a run on the page of a quote',
    async open(page) {
      await page.goto(`/admin/underwriting/quote/${await quote(page)}`)
      return { send: press(main(page), 'Run Underwriting for this Quote') }
    },
    failureText: 'An error occurred while running the underwriting engine. Check your connection.',
    proxyText: 'Failed to run underwriting',
    successText: 'Underwriting completed successfully!',
  },
  {
    name: 'the way to a full import',
    async open(page) {
      await page.goto('/admin/underwriting')
      return { send: press(main(page), 'Run Full Import') }
    },
    failureText: 'The files could not be compared. Please try again.',
  },
  {
    name: 'an import',
    async open(page) {
      await page.goto('/admin/run-import')
      await page.getByText('Use files of your own').click()
      const typed = page.getByLabel(/^Bundled file industry_gender_stats\.csv/)
      await typed.check()
      return { typed, send: press(main(page), 'Start Database Import') }
    },
    failureText:
      'Import failed: the server could not be reached. Imported: 0, failed: 5, as far as this page knows.',
    proxyText: 'Import failed: an unknown error occurred. It may have arrived all the same.',
    successText: '1 table was imported.',
  },
  ...added.map(([slug, singular, failed, field, value]): Case => ({
    name: `a new record of ${slug}`,
    async open(page) {
      await page.goto(`/admin/underwriting?tab=${slug}&add=${slug}`)
      const form = page.locator('.configuration-form')
      const typed = form.locator(`[name=${field}]`)
      await typed.fill(unique(value))
      return { typed, send: press(form, `Add this ${singular}`) }
    },
    failureText: `Failed to create ${failed}. Please try again.`,
    // A tier without prices, and a newer month, would change the calculations of other tests.
    ...(['coverage-tiers', 'synergy-data'].includes(slug) ? {} : { successText: /added successfully!/ }),
  })),
  {
    name: 'a record in its form',
    async open(page) {
      const id = await jobRole(page)
      await page.goto(`/admin/underwriting?tab=coverage-tiers&edit=job-roles:${id}`)
      const typed = page.getByLabel('Role name')
      await typed.fill(unique('Rigger'))
      return { typed, send: press(main(page), 'Save changes') }
    },
    failureText: 'Failed to update job role. Please try again.',
    successText: 'Job role updated successfully!',
  },
  {
    name: 'a record in its row',
    async open(page) {
      const id = await jobRole(page)
      await page.goto(`/admin/underwriting?tab=coverage-tiers&row=job-roles:${id}`)
      const typed = page.getByLabel('Role name')
      await typed.fill(unique('Rigger'))
      return { typed, send: press(main(page), 'Save') }
    },
    failureText: 'Failed to update job role. Please try again.',
    successText: 'Job role updated successfully!',
  },
  {
    name: 'the deletion of a record',
    async open(page) {
      const name = unique('Rigger')
      await jobRole(page, name)
      await page.goto('/admin/underwriting')
      await page.getByRole('link', { name: `Delete job role ${name}` }).click()
      return { send: press(dialog(page), 'Delete') }
    },
    failureText: 'Failed to delete job role. Please try again.',
    successText: 'Job role deleted successfully!',
    repeatText: 'This job role has been deleted already.',
  },
  ...[
    ['See the impact', 'The run could not be started. Please try again.'] as const,
    ['Add to a release', 'The change could not be added to a release. Please try again.'] as const,
  ].map(([button, failureText]): Case => ({
    name: `‘${button}’ for a record`,
    async open(page) {
      await page.goto('/admin/underwriting?tab=coverage-tiers&edit=coverage-tiers:1')
      const typed = page.getByLabel('Base premium')
      await typed.fill('31')
      return { typed, send: press(main(page), button) }
    },
    failureText,
  })),
  {
    name: 'the undo of a change',
    async open(page) {
      await page.goto(`/admin/audit?entity=job+role&record=${await jobRole(page)}`)
      await page.getByRole('link', { name: /^Undo entry/ }).click()
      await expect(page).toHaveURL(/\/undo$/)
      return { send: press(main(page), 'Undo it') }
    },
    failureText: 'The change could not be undone. Please try again.',
    successText: 'The change is undone.',
    repeatText: 'The change is undone already.',
  },
  {
    name: 'the status of several submissions',
    async open(page) {
      const id = await quote(page)
      await page.goto(`/admin/submissions?q=${id}`)
      await page.locator(`[name=chosen-${id}]`).check()
      const typed = page.getByLabel('New status')
      await typed.selectOption('In review')
      await press(main(page), 'Change status of 1')()
      return { typed, send: press(dialog(page), 'Change it') }
    },
    failureText: 'Failed to change the status. Please try again.',
    successText: '1 changed to In review.',
    repeatText: '0 changed to In review. 1 had that status already.',
  },
  {
    name: 'a note in the dialog of a submission',
    async open(page) {
      const id = await quote(page)
      await page.goto(`/admin/submissions?q=${id}`)
      await page.getByRole('link', { name: `View quote submission ${id}` }).click()
      const typed = dialog(page).getByLabel(/^Note/)
      await typed.fill('Call back\nat noon')
      return { typed, send: press(dialog(page), 'Save') }
    },
    failureText: 'Failed to save the submission. Please try again.',
    successText: /was saved\.$/,
  },
  {
    name: 'a note on the page of a submission',
    async open(page) {
      await page.goto(`/admin/submissions/quotes/${await quote(page)}`)
      const typed = page.getByLabel(/^Note/)
      await typed.fill('Call back')
      return { typed, send: press(main(page), 'Save') }
    },
    failureText: 'Failed to save the submission. Please try again.',
    successText: /was saved\.$/,
  },
  {
    name: 'an approval',
    async open(page) {
      const { name } = await deckRequest(page)
      await page.goto('/pitch-deck-admin')
      return { send: press(main(page), `Approve the request of ${name}`) }
    },
    failureText: 'Failed to approve the request. Please try again.',
    successText: 'Request Approved',
    repeatText: 'This request is approved already.',
  },
  {
    name: 'a rejection',
    async open(page) {
      const { name } = await deckRequest(page)
      await page.goto('/pitch-deck-admin')
      return { send: press(main(page), `Reject the request of ${name}`) }
    },
    failureText: 'Failed to reject the request. Please try again.',
    successText: 'Request Rejected',
    repeatText: 'This request is rejected already.',
  },
  {
    name: 'another access code',
    async open(page) {
      const { name, id } = await deckRequest(page)
      expect((await page.request.post(`/api/pitch-deck/admin/approve/${id}`)).status()).toBe(200)
      await page.goto('/pitch-deck-admin')
      return { send: press(main(page), `Resend code the request of ${name}`) }
    },
    failureText: 'Failed to resend access code. Please try again.',
    successText: 'Access Code Resent',
  },
  {
    name: 'the deletion of a request',
    async open(page) {
      const { name } = await deckRequest(page)
      await page.goto('/pitch-deck-admin')
      await page.getByRole('link', { name: `Delete the request of ${name}` }).click()
      return { send: press(dialog(page), 'Delete') }
    },
    failureText: 'Failed to delete the request. Please try again.',
    successText: 'Request Deleted',
    repeatText: 'Failed to delete the request. Please try again. Access request not found',
  },
  {
    name: 'an offer',
    async open(page) {
      await page.goto(`/admin/underwriting/result/${await result(page)}`)
      await page.getByRole('link', { name: 'Send this result to the applicant' }).click()
      return { send: press(dialog(page), 'Send it') }
    },
    failureText:
      'Failed to send the result. Please try again. Check your connection. It may have been sent all the same. Pressing again is safe: it is sent once.',
    proxyText:
      'Failed to send the result. Please try again. It may have been sent all the same. Pressing again is safe: it is sent once.',
    successText: 'The result is on its way to its applicant.',
  },
  {
    name: 'a replay',
    async open(page) {
      await page.goto(`/admin/underwriting/result/${await result(page)}`)
      return { send: press(main(page), 'Replay this result') }
    },
    failureText: 'The replay failed. Please try again.',
    successText: /The replay gave the same/,
  },
  {
    name: 'a change of the code',
    open: (page) => editCode(page, 'Save Changes'),
    failureText: 'Failed to update code: The server could not be reached. Please try again.',
  },
  {
    name: 'a draft of the code',
    open: (page) => editCode(page, 'Save draft'),
    failureText: 'Failed to save the draft: The server could not be reached. Please try again.',
  },
  {
    name: 'a saved view that is deleted',
    async open(page) {
      const name = unique('Welders')
      await page.goto('/admin/views?list=careers&query=q%3Dwelder')
      await page.getByLabel('Name', { exact: true }).fill(name)
      await page.getByRole('button', { name: 'Save this view' }).click()
      await page.getByRole('link', { name: 'Change views' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Saved views')
      return { send: press(main(page), `Delete ${name}`) }
    },
    failureText:
      'Failed to delete the view. Please try again. Check your connection. Reload the page first: it may have been done.',
    proxyText: 'Failed to delete the view. Please try again. Reload the page first: it may have been done.',
    successText: /^The view .* is deleted\.$/,
    repeatText: 'This view was deleted already.',
  },
  {
    name: 'a run of all applications',
    async open(page) {
      await Promise.all([quote(page), quote(page)])
      await page.goto('/admin/work')
      return {
        send: () =>
          main(page)
            .getByRole('button', { name: /^Run all / })
            .click(),
      }
    },
    failureText: 'The run could not be started. Please try again.',
  },
  {
    name: 'an application that is taken from the work list',
    async open(page) {
      await quote(page)
      await page.goto('/admin/work?with=nobody')
      const first = main(page).getByRole('button', { name: /^Take/ }).first()
      return { send: () => first.click() }
    },
    failureText: 'This could not be saved. Please try again.',
  },
  {
    name: 'an application that is taken on its page',
    async open(page) {
      await page.goto(`/admin/underwriting/quote/${await quote(page)}`)
      return { send: press(main(page), 'Take') }
    },
    failureText: 'This could not be saved. Please try again.',
  },
  {
    name: 'the end of a session',
    async open(page) {
      await page.goto('/admin/session-info')
      // Specs share the admin: this is a device of its own.
      const other = await playwright.newContext({
        baseURL: page.url(),
        userAgent:
          'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 OPR/106.0.0.0',
      })
      expect((await other.post('/api/auth/login', { data: admin })).status()).toBe(200)
      await other.dispose()
      await page.reload()
      return { send: press(main(page), 'End Opera on Windows') }
    },
    failureText: 'The session could not be ended. Please try again.',
    successText: 'That device is logged out.',
    repeatText: 'That session has ended already.',
  },
]

for (const failureCase of cases) {
  test(`${failureCase.name} that does not reach the program leaves the page unchanged, and can be sent again`, async ({
    page,
  }) => {
    await signIn(page)
    const { typed, send } = await failureCase.open(page)
    const content = await typed?.evaluate((field: HTMLInputElement) =>
      field.type === 'checkbox' ? field.checked : (field.value ?? field.textContent),
    )
    const path = new URL(page.url()).pathname
    await hydrated(page) // from now on nothing can be loaded, no script either
    for (const failure of ['a broken connection', 'the answer of a proxy'] as const) {
      await page.route('**', (route) =>
        failure === 'a broken connection'
          ? route.abort()
          : route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
      )
      await send()
      const message =
        failure === 'a broken connection'
          ? failureCase.failureText
          : (failureCase.proxyText ?? failureCase.failureText)
      const alert = page.getByRole('alert').filter({ hasText: message })
      await expect(alert).toBeVisible()
      await expect(alert).toBeFocused()
      expect(new URL(page.url()).pathname).toBe(path)
      expect(
        await typed?.evaluate((field: HTMLInputElement) =>
          field.type === 'checkbox' ? field.checked : (field.value ?? field.textContent),
        ),
      ).toEqual(content)
      await page.unrouteAll()
    }
    if (failureCase.successText === undefined) return
    await loseAnswers(page)
    const lost = page.waitForEvent('requestfailed', (request) => request.method() === 'POST')
    await send()
    await lost
    await expect(page.getByRole('alert').filter({ hasText: failureCase.failureText })).toBeFocused()
    await page.unrouteAll()
    await send()
    await expect(page.getByText(failureCase.repeatText ?? failureCase.successText).first()).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
  })
}

test('a submission that was saved on retry shows no error when it is opened again', async ({ page }) => {
  await signIn(page)
  const id = await quote(page)
  await page.goto(`/admin/submissions?q=${id}`)
  const open = page.getByRole('link', { name: new RegExp(`^View.* ${id}$`) })
  await open.click()
  const save = dialog(page).getByRole('button', { name: 'Save' })
  await page.route(
    (url) => url.searchParams.has('_data'),
    (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()),
  )
  await save.click()
  await expect(dialog(page).getByRole('alert')).toBeVisible()
  await page.unrouteAll()
  await save.click()
  await expect(dialog(page)).toHaveCount(0)
  await open.click()
  await expect(save).toBeVisible()
  await expect(dialog(page).getByRole('alert')).toHaveCount(0)
})

test('a quote is run once, although the response was lost and the form was sent again', async ({ page }) => {
  await signIn(page)
  const id = await quote(page)
  await page.goto(`/admin/underwriting/quote/${id}`)
  const run = page.getByRole('button', { name: 'Run Underwriting for this Quote' })
  await loseAnswers(page)
  await run.click()
  await expect(page.getByRole('alert')).toBeFocused()
  await page.unrouteAll()
  await run.click()
  await expect(page).toHaveURL(/result=/)
  const results = page.getByRole('table', { name: /results/i }).getByRole('link', { name: /^View/ })
  await expect(results).toHaveCount(1)
  await run.click()
  await expect(results).toHaveCount(2)
})

test('polling the results shows an error, and hides it once polling works again', async ({ page }) => {
  await signIn(page)
  await page.clock.install()
  await page.goto('/admin/underwriting')
  const alert = page.getByRole('alert')
  const polls = (url: URL) => url.pathname === '/api/admin/underwriting/results'
  for (const status of [500, 401, 0]) {
    await page.route(polls, (route) =>
      status === 0 ? route.abort() : route.fulfill({ status, json: { error: 'No' } }),
    )
    await page.clock.runFor(5_000)
    await expect(alert).toContainText(
      'Error loading underwriting results: Failed to fetch underwriting results',
    )
    await expect(alert.getByText('Your session has ended.')).toHaveCount(status === 401 ? 1 : 0)
    await expect(alert.getByRole('link', { name: 'Log in again' })).toHaveCount(status === 401 ? 1 : 0)
    await page.unrouteAll()
    await page.clock.runFor(5_000)
    await expect(alert).toHaveCount(0)
  }
})

test('the focus follows the work on a table', async ({ page }) => {
  await signIn(page)
  const name = unique('Rigger')
  const id = await jobRole(page, name)
  await page.goto('/admin/underwriting')
  const inRow = page.getByRole('link', { name: `Edit job role ${name} in its row` })
  const addNew = page.getByRole('link', { name: 'Add New job role' })
  const field = page.getByLabel('Role name')
  const cancel = main(page).getByRole('link', { name: 'Cancel' })

  await inRow.click()
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(inRow).toBeFocused()

  await inRow.press('Enter')
  await field.press('End')
  await page.keyboard.type('x')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toContainText('Your changes are not saved.')
  await expect(dialog(page).getByRole('button', { name: 'Go on editing' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(`${name}x`)
  await page.keyboard.press('Escape')
  await dialog(page).getByRole('button', { name: 'Leave without saving' }).click()
  await expect(inRow).toBeFocused()

  await inRow.press('Enter')
  await expect(field).toHaveValue(name)
  await main(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Job role updated successfully!')).toBeVisible()
  await expect(inRow).toBeFocused()

  await addNew.click()
  await expect(field).toBeFocused()
  await cancel.click()
  await expect(addNew).toBeFocused()
  await addNew.press('Enter')
  await field.fill(unique('Rigger'))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Job role added successfully!')).toBeVisible()
  await expect(addNew).toBeFocused()

  await page.getByRole('link', { name: `Delete job role ${name}` }).click()
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Job role deleted successfully!')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Job roles' })).toBeFocused()
  expect(id).toBeGreaterThan(0)

  await page.goto('/admin/underwriting?tab=industry-fallbacks')
  const inForm = page.getByRole('link', { name: 'View or edit all of industry fallback Construction' })
  await inForm.press('Enter')
  await expect(page.getByLabel('Industry name')).toBeFocused()
  await cancel.click()
  await expect(inForm).toBeFocused()
})

/** Places to type, each with a function that opens it and returns the field. */
const typing: [name: string, open: (page: Page) => Promise<Locator>][] = [
  [
    'a new record',
    async (page) => {
      await page.goto('/admin/underwriting?tab=employer-risks&add=employer-risks')
      return page.locator('.configuration-form [name=employer_name]')
    },
  ],
  [
    'a record in its form',
    async (page) => {
      await page.goto(`/admin/underwriting?tab=coverage-tiers&edit=job-roles:${await jobRole(page)}`)
      return page.getByLabel('Role name')
    },
  ],
  [
    'a record in its row',
    async (page) => {
      await page.goto(`/admin/underwriting?tab=coverage-tiers&row=job-roles:${await jobRole(page)}`)
      return page.getByLabel('Role name')
    },
  ],
  [
    'a note',
    async (page) => {
      await page.goto(`/admin/submissions/quotes/${await quote(page)}`)
      return page.getByLabel(/^Note/)
    },
  ],
]

for (const [name, open] of typing) {
  test(`${name} is not left without confirmation, and survives a reload and the end of the session`, async ({
    page,
  }) => {
    await signIn(page)
    const field = await open(page)
    const text = unique('Typed')
    await field.fill(text)
    const office = page.getByRole('navigation', { name: 'Back office' })
    const path = page.url()
    await office.getByRole('link', { name: 'Database' }).click()
    await expect(dialog(page)).toContainText('Your changes are not saved.')
    await dialog(page).getByRole('button', { name: 'Go on editing' }).click()
    await expect(field).toHaveValue(text)
    expect(page.url()).toBe(path)

    let prompts = 0
    page.on('dialog', (question) => {
      prompts += question.type() === 'beforeunload' ? 1 : 0
      void question.accept()
    })
    await page.reload()
    expect(prompts).toBe(1)
    await expect(field).toHaveValue(text)
    await expect(page.getByText(/^Your unsaved changes of \d\d:\d\d are shown\.$/)).toBeVisible()

    await page.context().clearCookies({ name: /session$/ })
    await main(page)
      .getByRole('button', { name: /^(?:Add this|Save)/ })
      .click()
    await expect(page).toHaveURL(/\/login\?/)
    await logIn(page)
    const restored = name === 'a record in its row' ? page.getByLabel('Role name') : field
    await expect(restored).toHaveValue(text)

    await office.getByRole('link', { name: 'Database' }).click()
    await dialog(page).getByRole('button', { name: 'Leave without saving' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Database Administration')
    await page.goBack()
    await expect(restored).not.toHaveValue(text)
  })
}

test('what came back after a login is discarded by its link, also after a reload', async ({ page }) => {
  await signIn(page)
  await page.goto(`/admin/submissions/quotes/${await quote(page)}`)
  const note = page.getByLabel(/^Note/)
  await note.fill('Typed too late')
  await page.context().clearCookies({ name: /session$/ })
  await main(page).getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/login\?/)
  await logIn(page)
  await expect(note).toHaveValue('Typed too late')
  await main(page).getByRole('link', { name: 'Discard it' }).click()
  await expect(note).toHaveValue('')
  await note.fill('Typed too late')
  await page.context().clearCookies({ name: /session$/ })
  await main(page).getByRole('button', { name: 'Save' }).click()
  await logIn(page)
  await expect(note).toHaveValue('Typed too late')
  page.once('dialog', (question) => void question.accept())
  await page.reload()
  await expect(note).toHaveValue('Typed too late')
  await main(page).getByRole('button', { name: 'Discard them' }).click()
  await expect(note).toHaveValue('')
})

test('Cancel asks before it drops what was typed, and a draft that is shown again is discarded by its button', async ({
  page,
}) => {
  await signIn(page)
  for (const way of ['edit', 'row']) {
    await page.goto(`/admin/underwriting?tab=coverage-tiers&${way}=coverage-tiers:1`)
    const premium = page.getByLabel('Base premium')
    const before = await premium.inputValue()
    const cancel = main(page).getByRole('link', { name: 'Cancel' })
    await premium.fill('27')
    await cancel.click()
    await expect(dialog(page)).toContainText('Your changes are not saved.')
    await dialog(page).getByRole('button', { name: 'Go on editing' }).click()
    await expect(premium).toHaveValue('27')

    page.once('dialog', (question) => void question.accept())
    await page.reload()
    const notice = page.getByText(/^Your unsaved changes of \d\d:\d\d are shown\.$/)
    await expect(notice).toBeVisible()
    await expect(premium).toHaveValue('27')
    await page.getByRole('button', { name: 'Discard them' }).click()
    await expect(notice).toHaveCount(0)
    await expect(premium).toHaveValue(before)
    await expect(page.getByLabel('Tier name')).toBeFocused()
    await page.reload()
    await expect(premium).toHaveValue(before)

    // What is typed and taken back is no change.
    await premium.fill('27')
    await premium.fill(before)
    await cancel.click()
    await expect(premium).toHaveCount(0)
    await expect(dialog(page)).toHaveCount(0)
  }
})

test('on a phone an open row is a form of stacked fields, and the impact of a deletion is shown whole', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page)
  await page.goto('/admin/underwriting?tab=coverage-tiers&row=coverage-tiers:1')
  const box = async (field: Locator) => (await field.boundingBox())!
  const [name, premium] = [
    await box(page.getByLabel('Tier name')),
    await box(page.getByLabel('Base premium')),
  ]
  expect(name.width).toBeGreaterThan(240)
  expect(premium.y).toBeGreaterThan(name.y + name.height + 24)
  await expect(page.getByText('Price of the average risk, dollars a month.')).toBeVisible()
  await page.goto('/admin/underwriting?tab=coverage-tiers&edit=coverage-tiers:1')
  await page.getByRole('link', { name: 'Delete this coverage tier' }).click()
  const impact = main(page).locator('.live-impact')
  await expect(impact).toContainText('If you delete it:')
  expect(await impact.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0)
  await expect(main(page).getByRole('button', { name: 'Delete', exact: true })).toBeVisible()
})

/** Reasons to type, each with a function that opens its page and returns the field. */
const reasons: [name: string, open: (page: Page) => Promise<Locator>][] = [
  [
    'the words of a decision',
    async (page) => {
      const contradictory = { children_count: 3, family_size: 3, employment_length: 12, income: 9000 }
      const ran = await page.request.post('/api/admin/underwriting/quote', {
        data: { quote_id: await quote(page, contradictory) },
      })
      const { result } = (await ran.json()) as { result: { id: number } }
      await page.goto(`/admin/underwriting/result/${result.id}`)
      return page.getByLabel('Your words')
    },
  ],
  [
    'the reason of a portfolio factor',
    async (page) => {
      await page.goto('/admin/underwriting/portfolio-factor')
      return page.getByLabel('Reason')
    },
  ],
]

for (const [name, open] of reasons) {
  test(`${name} survives a link and the end of the session`, async ({ page }) => {
    await signIn(page)
    const field = await open(page)
    const text = unique('The claims of the last quarter ask for it')
    const factor = page.getByLabel('Factor', { exact: true })
    const hasFactor = (await factor.count()) > 0
    if (hasFactor) await factor.fill('1.0123')
    await field.fill(text)
    const office = page.getByRole('navigation', { name: 'Back office' })
    await office.getByRole('link', { name: 'Database' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Database Administration')
    await page.goBack()
    await expect(field).toHaveValue(text)

    await page.context().clearCookies({ name: /session$/ })
    await main(page).locator('form').filter({ has: field }).locator('[type=submit]:visible').first().click()
    await expect(page).toHaveURL(/\/login\?/)
    await logIn(page)
    await expect(field).toHaveValue(text)
    if (hasFactor) await expect(factor).toHaveValue('1.0123')
  })
}

test('a note whose response was lost is not marked unsaved after a reload', async ({ page }) => {
  await signIn(page)
  await page.goto(`/admin/submissions/quotes/${await quote(page)}`)
  const note = page.getByLabel(/^Note/)
  await note.fill('Call back on Monday')
  await loseAnswers(page)
  await main(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toBeFocused()
  await page.unrouteAll()
  page.on('dialog', (question) => void question.accept())
  await page.reload()
  await expect(note).toHaveValue('Call back on Monday')
  await expect(page.getByText(/^Your unsaved changes of \d\d:\d\d are shown\.$/)).toHaveCount(0)
})

test('a draft of the code that was given up, although the answer was lost, is not stored again', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/admin/underwriting/code?edit=yes')
  await page.locator('.cm-content').click()
  await page.keyboard.type('// given up ')
  await main(page).getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Your draft was saved.')).toBeVisible()
  await page.locator('.cm-content').click()
  await page.keyboard.type('// typed since ')
  await loseAnswers(page)
  await main(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to give up the draft')
  await page.unrouteAll()
  page.on('dialog', (question) => void question.accept())
  await page.reload()
  await expect(page.getByText(/^Your unsaved changes of \d\d:\d\d are shown\.$/)).toBeVisible()
  await expect(page.locator('.cm-content')).toContainText('// typed since')
  await expect(page.getByText('This is your draft')).toHaveCount(0)
  await main(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('link', { name: 'Edit Code' })).toBeVisible()
})

test('edited code is not left without confirmation, but discarded by Cancel', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/underwriting/code?edit=yes')
  await page.locator('.cm-content').click()
  await page.keyboard.type('// unsaved ')
  await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Database' }).click()
  await dialog(page).getByRole('button', { name: 'Go on editing' }).click()
  await expect(page.locator('.cm-content')).toContainText('// unsaved')
  await main(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('link', { name: 'Edit Code' })).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
})
