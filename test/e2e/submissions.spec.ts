import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'

import { application } from '../support/program'
import { pdf } from '../support/resumes'

import { expect, holdRequests, hydrated, post, signIn, test, violations } from './base'

/** Creates contact submissions of one sender that no other test has. */
async function createContacts(page: Page, baseURL: string, sender: string, messages: string[]) {
  for (const message of messages) {
    const response = await page.request.post(`${baseURL}/api/contact-submissions`, {
      data: {
        name: `${sender} Doe`,
        email: `${sender}@example.com`,
        inquiry_type: 'Claims Assistance',
        message,
      },
    })
    expect(response.status()).toBe(201)
  }
}

const uniqueName = (name: string) => `${name}${crypto.randomUUID().replaceAll('-', '').slice(0, 10)}`

/** Opens the submission of a row: a page, or a dialog with JavaScript. */
async function view(page: Page, scripted: boolean, row: number) {
  await page.getByRole('link', { name: /^View/ }).nth(row).click()
  if (scripted) return page.getByRole('dialog')
  await expect(page).toHaveURL(/\/admin\/submissions\/\w+\/\d+\?/)
  return page.getByRole('main')
}

test('the four kinds of submissions are searched and sorted, with the list state in the URL', async ({
  page,
  baseURL,
  scripted,
}) => {
  const name = uniqueName('finn')
  await createContacts(page, baseURL!, name, ['The first question', 'The second question'])
  await signIn(page)
  await page.goto('/admin/submissions')
  const tabs = page.getByRole('navigation', { name: 'Kinds of submissions' })
  await expect(tabs.getByRole('link')).toHaveText([
    /^Quote Requests \d/,
    /^Contact Forms \d/,
    /^Waitlist Signups \d/,
    /^Career Applications \d/,
  ])
  await tabs.getByRole('link', { name: /^Contact Forms/ }).click()
  await expect(page).toHaveURL(/\?tab=contacts$/)
  await expect(tabs.getByRole('link', { name: /^Contact Forms/ })).toHaveAttribute('aria-current', 'page')

  await page.getByLabel(/^Search by name/).fill(name)
  await page.getByLabel('Status', { exact: true }).selectOption('Pending')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('2 matches')).toBeVisible()
  const rows = page.getByRole('row').filter({ hasText: name })
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('The second question')
  await expect(rows.first()).toContainText(/\d\d\/\d\d\/\d\d \d\d:\d\d/)

  await page.getByRole('columnheader', { name: 'Received' }).getByRole('link').click()
  await expect(page.getByRole('columnheader', { name: 'Received' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows.first()).toContainText('The first question')

  // Opening a submission and going back keeps the list state.
  const place = await view(page, scripted, 0)
  await expect(place.getByText('The first question')).toBeVisible()
  if (scripted) await place.getByRole('button', { name: 'Close' }).click()
  else await page.getByRole('link', { name: 'Back to Contact Forms' }).click()
  await expect(page).toHaveURL(/q=finn\w+&status=Pending&sort=created_at$|sort=created_at.*q=finn\w+/)
  await expect(rows.first()).toContainText('The first question')

  await page.getByLabel('From', { exact: true }).fill('2001-01-01')
  await page.getByLabel('To', { exact: true }).fill('2001-12-31')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('No contact submissions found.')).toBeVisible()
  await page.getByRole('link', { name: 'Show all' }).click()
  await expect(page.getByText('No contact submissions found.')).toBeHidden()
})

test('a submission gets a status and a note, and shows both', async ({ page, baseURL, scripted }) => {
  const name = uniqueName('gina')
  await createContacts(page, baseURL!, name, ['Please call me'])
  await signIn(page)
  await page.goto(`/admin/submissions?tab=contacts&q=${name}`)
  const place = await view(page, scripted, 0)
  await expect(place.getByRole('heading', { name: /^Contact submission \d+, / })).toBeVisible()
  if (scripted) {
    const box = await place.boundingBox()
    expect(box?.width).toBeLessThanOrEqual(800)
  }
  await place.getByLabel('Status').selectOption('Responded')
  await place.getByLabel(/^Note/).fill('Called at noon')
  await place.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^Contact submission \d+ was saved\.$/)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`q=${name}`))
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('Responded')
  if (scripted) {
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('link', { name: /^View/ })).toBeFocused()
  }
  const again = await view(page, scripted, 0)
  await expect(again.getByLabel(/^Note/)).toHaveValue('Called at noon')
})

test('a note whose answer was lost is no draft any more once its submission is opened again', async ({
  page,
  baseURL,
  scripted,
}) => {
  test.skip(!scripted, 'a draft needs a script')
  const name = uniqueName('lena')
  await createContacts(page, baseURL!, name, ['Please call me'])
  await signIn(page)
  await page.goto(`/admin/submissions?tab=contacts&q=${name}`)
  const dialog = await view(page, scripted, 0)
  await dialog.getByLabel(/^Note/).fill('Called at noon')
  await page.route(/\/admin\/submissions\/contacts\//, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch({ maxRedirects: 0 })
    await route.abort()
  })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText(
    'Reload the page first: it may have been done. What you typed is kept.',
  )
  await page.unrouteAll()
  page.once('dialog', (question) => void question.accept())
  await page.reload()
  const drafts = page.getByText('You may have changes that are not saved')
  await expect(drafts).toBeVisible()
  await page.getByRole('link', { name: /^Contact submission \d+$/ }).click()
  await expect(page.getByLabel(/^Note/)).toHaveValue('Called at noon')
  await expect(page.getByText(/^Your unsaved changes of \d\d:\d\d are shown\.$/)).toHaveCount(0)
  await page.goto(`/admin/submissions?tab=contacts&q=${name}`)
  await expect(page.getByRole('link', { name: /^View/ })).toBeVisible()
  await expect(drafts).toHaveCount(0)
})

test('the second of two admins sees what the first has saved, and both versions', async ({
  page,
  baseURL,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const name = uniqueName('hugo')
  await createContacts(page, baseURL!, name, ['Twice opened'])
  await signIn(page)
  await page.goto(`/admin/submissions?tab=contacts&q=${name}`)
  const [submission] = (await (
    await page.request.get(`/api/admin/contact-submissions?q=${name}`)
  ).json()) as {
    id: number
  }[]
  const place = await view(page, scripted, 0)
  await place.getByLabel(/^Note/).fill('My note')
  const other = await page.request.put(`${baseURL}/api/admin/contact-submissions/${submission?.id}`, {
    data: { status: 'Responded', note: 'Their note' },
  })
  expect(other.status()).toBe(200)
  await place.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Somebody has changed this submission since you opened it')).toBeVisible()
  await expect(place.getByText('Note: Their note')).toBeVisible()
  await expect(place.getByLabel(/^Note/)).toHaveValue('My note')
  expect(await violations(page)).toEqual([])
  await place.getByLabel('Status').selectOption('Responded')
  await place.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/was saved\.$/)).toBeVisible()
  expect(
    await (await page.request.get(`/api/admin/contact-submissions/${submission?.id}`)).json(),
  ).toMatchObject({
    note: 'My note',
    status: 'Responded',
    responded: true,
  })
})

test('what changes the chosen submissions stays in view, and a second tap on its button opens none of them', async ({
  page,
  baseURL,
  scripted,
}) => {
  const name = uniqueName('odile')
  const words = Array.from({ length: 16 }, (_, index) => `Message ${index}`)
  await createContacts(page, baseURL!, name, words)
  await signIn(page)
  const list = `/admin/submissions?tab=contacts&q=${name}`
  for (const [width, height] of [
    [360, 740],
    [1280, 700],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(list)
    await page
      .getByRole('checkbox', { name: new RegExp(`^Choose ${name}`) })
      .first()
      .check()
    await page.evaluate(() => window.scrollTo(0, 400))
    await expect(page.getByRole('button', { name: 'Change status' })).toBeInViewport({ ratio: 1 })
  }
  test.skip(!scripted, 'the question is a page of its own')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByLabel('New status').selectOption('Responded')
  await page.getByRole('button', { name: 'Change status' }).click()
  const button = await page.getByRole('button', { name: 'Change it' }).boundingBox()
  if (!button) throw new Error('the button is not shown')
  const [x, y] = [button.x + button.width / 2, button.y + button.height / 2]
  await page.mouse.click(x, y)
  await page.mouse.click(x, y)
  await expect(page.getByText('1 changed to Responded.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(list)
})

test('a row that is chosen before the scripts of the page have loaded stays chosen', async ({
  page,
  baseURL,
  scripted,
}) => {
  test.skip(!scripted, 'without JavaScript no scripts load')
  const name = uniqueName('early')
  await createContacts(page, baseURL!, name, ['Once'])
  await signIn(page)
  const load = await holdRequests(page, '**/assets/*.js')
  await page.goto(`/admin/submissions?tab=contacts&q=${name}`, { waitUntil: 'commit' })
  const box = page.getByRole('checkbox', { name: new RegExp(`^Choose ${name}`) })
  await box.check()
  load()
  await expect(page.getByText('1 chosen')).toBeVisible()
  await expect(box).toBeChecked()
})

test('many submissions get a status at once, and a filtered list is downloaded', async ({
  page,
  baseURL,
  scripted,
}) => {
  const name = uniqueName('ines')
  await createContacts(page, baseURL!, name, ['=1+1', 'Two', 'Three'])
  await signIn(page)
  await page.goto(`/admin/submissions?tab=contacts&q=${name}`)
  const boxes = page.getByRole('checkbox', { name: new RegExp(`^Choose ${name}`) })
  const change = page.getByRole('button', { name: 'Change status' })

  await boxes.first().check()
  await change.click()
  await expect(page.getByText('Choose a status').first()).toBeVisible()
  await expect(boxes.first()).toBeChecked()
  const responded = page.getByRole('row').filter({ hasText: 'Responded' }).filter({ hasText: name })
  await page.getByLabel('New status').selectOption('Responded')
  await change.click()
  // A dialog over the list or, without JavaScript, a page: nothing is changed yet.
  await expect(page.getByText('Change the status of 1 submission?')).toBeVisible()
  await expect(page.getByText('1 message: Pending → Responded')).toBeVisible()
  if (scripted) {
    expect(await violations(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(boxes.first()).toBeChecked()
  } else await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(responded).toHaveCount(0)
  await boxes.first().check()
  await page.getByLabel('New status').selectOption('Responded')
  await change.click()
  await page.getByRole('button', { name: 'Change it' }).click()
  await expect(page.getByText('1 changed to Responded.')).toBeVisible()
  await expect(responded).toHaveCount(1)
  await expect(boxes.first()).not.toBeChecked()

  await responded.getByRole('checkbox').check()
  await page.getByLabel('New status').selectOption('Responded')
  await change.click()
  await expect(page.getByText('Nothing to change.')).toBeVisible()
  await expect(page.getByText('1 message: Responded already')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change it' })).toHaveCount(0)
  await page.getByRole(scripted ? 'button' : 'link', { name: 'Close', exact: true }).click()
  await expect(page.getByText('Nothing to change.')).toHaveCount(0)

  await page.getByLabel('Select all 3 on this page').check()
  if (scripted) await expect(boxes.nth(2)).toBeChecked()
  await page.getByLabel('New status').selectOption('Responded')
  await change.click()
  await expect(page.getByText('1 message: Responded already')).toBeVisible()
  await expect(page.getByText('2 messages: Pending → Responded')).toBeVisible()
  if (scripted) await page.clock.install()
  await page.getByRole('button', { name: 'Change it' }).click()
  await expect(page.getByText('2 changed to Responded. 1 had that status already.')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`q=${name}`))

  const undo = page.getByRole('link', { name: 'Undo', exact: true })
  if (scripted) await page.clock.fastForward(60_000)
  await undo.click()
  await expect(page.getByText(/^Undo the change of 2 submissions\?/)).toBeVisible()
  await page.getByRole('button', { name: 'Undo it' }).click()
  await expect(page.getByText('2 changed back.')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`q=${name}`))
  await expect(responded).toHaveCount(1)

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download what matches as CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^contacts-filtered-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  expect(text.trimEnd().split('\r\n')).toHaveLength(4)
  expect(text).toContain("'=1+1")
})

test('a quote links to its underwriting, and so does its old URL', async ({ page, baseURL, scripted }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const name = uniqueName('jon')
  const response = await page.request.post(`${baseURL}/api/quote-submissions`, {
    data: { ...application, name },
  })
  const { id } = (await response.json()) as { id: number }
  await signIn(page)
  await page.goto(`/admin/submissions?q=${id}`)
  await page.getByLabel(/^Search by name/).fill(name)
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Standard')
  const place = await view(page, scripted, 0)
  await expect(place.getByRole('heading', { name: `Q-${id}, ${name}` })).toBeVisible()
  await expect(place.getByRole('term').filter({ hasText: /^(?:Name|Number|Decision)$/ })).toHaveCount(0)
  await expect(place.getByText('IP address', { exact: true })).toBeHidden()
  await place.getByText('About the record').click()
  await expect(place.getByText('IP address', { exact: true })).toBeVisible()
  await place.getByRole('link', { name: 'View Full Underwriting Details' }).click()
  // With the list that it was opened from.
  await expect(page).toHaveURL(new RegExp(`/admin/underwriting/quote/${id}\\?from=%2Fadmin%2Fsubmissions`))
  await page.goto(`/admin/quote-submissions/${id}`)
  await expect(page).toHaveURL(new RegExp(`/admin/underwriting/quote/${id}$`))
  for (const path of [
    '/admin/submissions/quotes/999999',
    '/admin/submissions/quotes/x',
    '/admin/submissions/x/1',
    '/admin/quote-submissions/999999',
    '/admin/quote-submissions/x',
  ]) {
    expect((await page.goto(path))?.status()).toBe(404)
    await expect(page.getByRole('navigation', { name: 'Back office' })).toBeVisible()
  }
})

test('the keyboard alone works through a dialog, and nothing typed is lost without confirmation', async ({
  page,
  baseURL,
  scripted,
}) => {
  test.skip(!scripted, 'there is a dialog with JavaScript alone')
  const name = uniqueName('kira')
  await createContacts(page, baseURL!, name, ['Older', 'Newer'])
  await signIn(page)
  await page.goto(`/admin/submissions?tab=contacts&q=${name}`)
  await hydrated(page)
  const links = page.getByRole('link', { name: /^View/ })
  await links.first().focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Newer')).toBeVisible()
  await expect(dialog.getByText('1 of 2 on this page')).toBeVisible()
  await dialog.getByRole('button', { name: 'Next' }).press('Enter')
  await expect(dialog.getByText('Older')).toBeVisible()
  await dialog.getByRole('button', { name: 'Previous' }).press('Enter')
  await expect(dialog.getByText('Newer')).toBeVisible()

  await page.setViewportSize({ width: 360, height: 740 })
  const note = dialog.getByLabel(/^Note/)
  await note.fill('half a thou')
  await page.keyboard.press('Escape')
  await expect(dialog.getByText('Your changes are not saved.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  const stay = dialog.getByRole('button', { name: 'Go on editing' })
  await expect(stay).toBeInViewport({ ratio: 1 })
  await stay.press('Enter')
  await expect(note).toBeFocused()
  for (let time = 0; time < 3; time += 1) {
    await page.keyboard.press('Escape')
    await expect(stay).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(note).toBeFocused()
  }
  await expect(note).toHaveValue('half a thou')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Leave without saving' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(links.first()).toBeFocused()

  // Other kinds of clicks open the page, logged in.
  await expect(async () => {
    const [opened] = await Promise.all([
      page.context().waitForEvent('page', { timeout: 10_000 }), // a busy browser may lose a tab
      links.first().click({ modifiers: ['ControlOrMeta'] }),
    ])
    await expect(opened.getByRole('heading', { level: 1, name: /^Contact submission \d+, / })).toBeVisible()
  }).toPass()
})

test('an application for a job links to its resume, and the list fits every width', async ({
  page,
  baseURL,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const why = 'It matters to me that people need not worry about their pay.'
  const name = uniqueName('lena')
  await page.request.post(`${baseURL}/api/career-submissions`, {
    multipart: {
      name,
      email: 'lena@example.com',
      experience: 'Some',
      why_join: why,
      consent: 'yes',
      resume: { name: 'cv.pdf', mimeType: 'application/pdf', buffer: pdf },
    },
  })
  await signIn(page)
  await page.goto(`/admin/submissions?tab=careers&q=${name}`)
  await expect(page.getByText(`${why.slice(0, 40)}...`)).toHaveCount(1)
  const place = await view(page, scripted, 0)
  await expect(place.getByRole('link', { name: /resume/ })).toHaveAttribute(
    'href',
    /^\/api\/career-files\/[\da-f-]{36}\.pdf$/,
  )
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/admin/submissions?tab=quotes')
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
  }
})

test('on a phone an application says its tier and price, or how far it is', async ({ page, scripted }) => {
  test.skip(!scripted, 'the style sheets are the same without scripts')
  await signIn(page)
  const name = `Price ${crypto.randomUUID().slice(0, 8)}`
  const send = (changes: object) => post(page, '/api/quote-submissions', { ...application, name, ...changes })
  const priced = await send({})
  const declined = await send({ employment_length: 0 })
  const runs = []
  for (const { id } of [priced, declined])
    runs.push(await post(page, '/api/admin/underwriting/quote', { quote_id: id }))
  const [{ result }] = runs as unknown as [{ result: { coverage_tier: string; monthly_premium: number } }]
  const waiting = await send({})
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/admin/submissions?q=${encodeURIComponent(name)}`)
  const tier = (id: number) =>
    page
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: `submission ${id}` }) })
      .locator('[data-phone=second]')
  const useInnerText = { useInnerText: true } as const
  await expect(tier(priced.id)).toHaveText(
    new RegExp(`^${result.coverage_tier}\\s*\\$${result.monthly_premium.toFixed(2)}$`),
    useInnerText,
  )
  await expect(tier(declined.id)).toHaveText('Declined', useInnerText)
  await expect(tier(waiting.id)).toHaveText('Not run', useInnerText)
  await page.setViewportSize({ width: 1280, height: 740 })
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: `submission ${waiting.id}` }) })
  await expect(row.getByRole('cell', { name: 'Not run', exact: true })).toBeVisible()
})

test('on a phone the filters are folded up, and what changes the chosen appears with the first', async ({
  page,
  baseURL,
  scripted,
}) => {
  test.skip(!scripted, 'the style sheets are the same without scripts')
  const name = `Fold ${crypto.randomUUID().slice(0, 8)}`
  const data = { name, email: 'fold@example.com', inquiry_type: 'Other', message: 'Hello' }
  await page.request.post(`${baseURL}/api/contact-submissions`, { data })
  await signIn(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/admin/submissions?tab=contacts&q=${encodeURIComponent(name)}`)
  const choice = page.getByRole('checkbox', { name: `Choose ${name}` })
  const status = page.getByLabel('Status', { exact: true })
  await expect(status).toBeHidden()
  await page.getByText('Filters', { exact: true }).click()
  await status.selectOption('Pending')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/status=Pending/)
  await expect(status, 'a filter in use is not folded up').toHaveValue('Pending')
  await expect(status).toBeVisible()

  const change = page.getByRole('button', { name: 'Change status' })
  await expect(change).toBeHidden()
  await choice.check()
  await expect(change).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/admin/submissions?tab=contacts')
  await expect(page.getByText('Filters', { exact: true })).toBeHidden()
  await expect(status).toBeVisible()
  await expect(change).toBeHidden()
  await choice.first().check()
  await expect(change).toHaveText('Change status of 1')
})

test('Back closes a question about what was chosen, and changes nothing', async ({ page, scripted }) => {
  test.skip(!scripted, 'without JavaScript the question is a page')
  await signIn(page)
  const quote = await page.request.post('/api/quote-submissions', { data: application })
  const { id } = (await quote.json()) as { id: number }
  await page.goto('/admin/work')
  await page.goto(`/admin/submissions?q=${id}`)
  await page.locator(`[name=chosen-${id}]`).check()
  await page.getByRole('button', { name: 'Change status' }).click()
  await expect(page.getByRole('alert')).toContainText('Choose a status')
  await page.getByLabel('New status').selectOption('Withdrawn')
  await page.getByRole('button', { name: 'Change status' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // A second tap reaches none of the rows behind the dialog.
  await page.getByRole('button', { name: 'Change status' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).dblclick()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/admin\/submissions\?/)
})
