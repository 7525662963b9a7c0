import type { APIRequestContext, Page } from '@playwright/test'

import { expect, holdRequests, signIn, test } from './base'

/** Requests the deck with a name and an email of its own. */
async function requestDeck(request: APIRequestContext, baseURL: string | undefined, more: object = {}) {
  const id = crypto.randomUUID()
  const person = { name: `Ann ${id.replaceAll(/[^a-z]/g, '')}`, email: `ann-${id}@example.com` }
  const response = await request.post(`${baseURL}/api/pitch-deck/request-access`, {
    data: { ...person, ...more },
  })
  expect(response.status()).toBe(201)
  return person
}

/** The row of a request, and the line of details below it. */
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const detailsOf = (page: Page, name: string) => rowOf(page, name).locator('xpath=following-sibling::tr[1]')
const flash = (page: Page) => page.locator('.flash')

test('a request is approved, its code resent, and a rejected one can only be deleted', async ({
  page,
  request,
  baseURL,
  scripted,
}) => {
  const ann = await requestDeck(request, baseURL, {
    company: 'Harbor Capital',
    reason: 'We look at\nincome cover.',
  })
  const bob = await requestDeck(request, baseURL)
  await signIn(page)
  await page.goto('/admin/submissions')
  await page
    .getByRole('navigation', { name: 'Back office' })
    .getByRole('link', { name: 'Pitch Deck Admin' })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pitch Deck Access Requests')
  await expect(page).toHaveTitle('Pitch deck access requests - Holdfast')
  await expect(page.getByRole('columnheader')).toHaveText([
    'Name',
    'Email',
    'Company',
    'Date',
    'Status',
    'Actions',
  ])

  const row = rowOf(page, ann.name)
  await expect(row.getByRole('cell').nth(1)).toHaveText('Harbor Capital')
  await expect(row.getByRole('cell').nth(2)).toHaveText(/^[A-Z][a-z]+ \d{1,2}, \d{4}$/)
  await expect(row.locator('.badge-yellow')).toHaveText('Pending')
  await expect(detailsOf(page, ann.name)).toContainText('Reason: We look at\nincome cover.')
  await expect(row.getByRole('button')).toHaveText([/^Approve/, /^Reject/])
  await expect(page.getByText(/^\d+ requests?, newest first\. Days are in UTC\.$/)).toBeVisible()
  await page.getByText('The email that Approve sends').click()
  await expect(page.getByText('Your request for access to our pitch deck is approved.')).toBeVisible()
  await row.getByRole('button', { name: 'Approve' }).click()
  await expect(flash(page)).toContainText('Request Approved')
  await expect(row.locator('.badge-green')).toHaveText('Approved')
  await expect(detailsOf(page, ann.name)).toContainText(
    /Code expires [A-Z][a-z]+ \d{1,2}, \d{4} · Not opened yet/,
  )
  await expect(row.getByRole('button')).toHaveText([/^Resend code/])
  await row.getByRole('button', { name: 'Resend code' }).click()
  await expect(flash(page)).toContainText('Access Code Resent')

  await expect(rowOf(page, bob.name).getByRole('cell').nth(1)).toHaveText('-')
  await rowOf(page, bob.name).getByRole('button', { name: 'Reject' }).click()
  await expect(flash(page)).toContainText('Request Rejected')
  await expect(rowOf(page, bob.name).locator('.badge-red')).toHaveText('Rejected')
  await expect(rowOf(page, bob.name).getByRole('button')).toHaveCount(0)
  await expect(rowOf(page, bob.name).getByRole('link', { name: 'Delete' })).toBeVisible()
  if (scripted) await expect(rowOf(page, bob.name).getByRole('group')).toBeFocused() // not the deletion

  // The mails written by this, as admins see them.
  await page.goto(`/admin/mail?q=${ann.email}`)
  await expect(page.getByRole('cell', { name: /^Deck (code|request) / })).toHaveText([
    /Deck code resent$/,
    /Deck request approved$/,
    /Deck request received$/,
  ])
})

test('each status has a list, and an action returns to it', async ({ page, request, baseURL, scripted }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const [first, second] = [await requestDeck(request, baseURL), await requestDeck(request, baseURL)]
  await signIn(page)
  const response = await page.request.get(`/api/pitch-deck/admin/requests?q=${second.email}`)
  const { requests } = (await response.json()) as { requests: { id: number }[] }
  await page.goto('/pitch-deck-admin')
  await page.getByRole('link', { name: /pending$/ }).click()
  await expect(page).toHaveURL(/\/pitch-deck-admin\?status=pending$/)
  await expect(page.locator('.badge-green, .badge-red')).toHaveCount(0)
  const after = `/pitch-deck-admin?status=pending&cursor=${requests[0]!.id}`
  await page.goto(after)
  await expect(rowOf(page, first.name)).toBeVisible()
  await expect(rowOf(page, second.name)).toHaveCount(0)
  await rowOf(page, first.name).getByRole('button', { name: 'Reject' }).click()
  await expect(flash(page)).toContainText('Request Rejected')
  expect(page.url()).toBe(`${baseURL}${after}`)
  await expect(rowOf(page, first.name)).toHaveCount(0)
  await page.getByRole('link', { name: 'Newest' }).click()
  await expect(page).toHaveURL(/\/pitch-deck-admin\?status=pending$/)
  await page.getByRole('link', { name: /pending$/ }).click()
  await expect(page).toHaveURL(/\/pitch-deck-admin$/)
})

test('requests are searched, and a rejection keeps the search, its note and who was told', async ({
  page,
  request,
  baseURL,
  mailbox,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const ann = await requestDeck(request, baseURL, { company: 'Harbor % Capital' })
  const bob = await requestDeck(request, baseURL)
  await signIn(page)
  await page.goto('/pitch-deck-admin?status=pending')
  await page.getByLabel('Name, email or company').fill(ann.email)
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(
    new RegExp(`/pitch-deck-admin\\?status=pending&q=${ann.email.replace('@', '%40')}$`),
  )
  await expect(rowOf(page, ann.name)).toBeVisible()
  await expect(rowOf(page, bob.name)).toHaveCount(0)

  await detailsOf(page, ann.name).getByRole('link', { name: 'Reject with a note' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reject an access request')
  await expect(page.getByText('Harbor % Capital')).toBeVisible()
  await page.getByLabel(/^Note/).fill('<b>No fund</b>\nof that name.')
  await page.getByLabel(`Email the rejection, with the note, to ${ann.email}`).check()
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(flash(page)).toContainText('An email tells its sender.')
  await expect(page).toHaveURL(/\?status=pending&q=/)
  await expect(page.getByText('No request here.')).toBeVisible()
  await page.goto(`/pitch-deck-admin?q=${ann.email}`)
  await expect(detailsOf(page, ann.name)).toContainText('Its sender was told by email')
  await expect(detailsOf(page, ann.name)).toContainText('Rejected because: <b>No fund</b>')
  expect(await mailbox.next(ann.email, /Your pitch deck request/)).toContain('of that name.')

  const { requests } = (await (
    await page.request.get(`/api/pitch-deck/admin/requests?q=${ann.email}`)
  ).json()) as { requests: { id: number }[] }
  await page.goto(`/pitch-deck-admin/${requests[0]!.id}/reject`)
  await expect(page.getByText('This request is rejected.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reject', exact: true })).toHaveCount(0)
})

test('a request is deleted after a confirmation', async ({ page, request, baseURL, scripted }) => {
  const ann = await requestDeck(request, baseURL)
  await signIn(page)
  await page.goto('/pitch-deck-admin')
  const question = page.getByText(
    'Are you sure you want to delete this request? This action cannot be undone.',
  )
  const link = rowOf(page, ann.name).getByRole('link', { name: 'Delete' })
  await link.click()
  await expect(question).toBeVisible()
  if (scripted) {
    await expect(page).toHaveURL(/\/pitch-deck-admin$/)
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(link).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(link).toBeFocused()
  } else {
    await expect(page).toHaveURL(/\/pitch-deck-admin\/\d+\/delete$/)
    await expect(page.getByText(ann.email)).toBeVisible()
    await page.getByRole('link', { name: 'Cancel' }).click()
  }
  await expect(rowOf(page, ann.name)).toBeVisible()
  await link.click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(flash(page)).toContainText('Request Deleted')
  await expect(page).toHaveURL(/\/pitch-deck-admin$/)
  await expect(rowOf(page, ann.name)).toHaveCount(0)
})

test('a long email hides no status, whatever the width', async ({ page, request, baseURL, scripted }) => {
  test.skip(!scripted, 'the style sheets are the same without scripts')
  const email = `${'bartholomew.featherstonehaugh-'.repeat(3)}${crypto.randomUUID()}@partnership-name.example.com`
  const response = await request.post(`${baseURL}/api/pitch-deck/request-access`, {
    data: { name: 'Bartholomew Featherstonehaugh of the Extraordinarily Long Partnership', email },
  })
  expect(response.status()).toBe(201)
  await signIn(page)
  await page.goto(`/pitch-deck-admin?q=${encodeURIComponent(email)}`)
  const row = rowOf(page, 'Bartholomew')
  for (const width of [768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    const [status, acts] = [
      (await row.locator('.badge').boundingBox())!,
      (await row.getByRole('group').boundingBox())!,
    ]
    expect(status.x + status.width, `at ${width}`).toBeLessThan(acts.x)
    expect(acts.x + acts.width, `at ${width}`).toBeLessThan(width)
  }
  const act = await row.getByRole('button', { name: 'Approve' }).boundingBox()
  expect(act!.height).toBeGreaterThanOrEqual(32)
})

test('a change by another admin is reported, and shown', async ({ page, request, baseURL, scripted }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const [ann, bob] = [await requestDeck(request, baseURL), await requestDeck(request, baseURL)]
  await signIn(page)
  await page.goto('/pitch-deck-admin')
  const actAsOther = async (name: string, intent: string) => {
    const id = await rowOf(page, name).locator('[name=id]').inputValue()
    const form = { id, intent }
    const response = await page.request.post(`${baseURL}/pitch-deck-admin`, { form, maxRedirects: 0 })
    expect(response.status()).toBe(303)
    await page.context().clearCookies({ name: 'holdfast_flash' })
  }
  await actAsOther(ann.name, 'reject')
  await actAsOther(bob.name, 'delete')

  await rowOf(page, ann.name).getByRole('button', { name: 'Approve' }).click()
  await expect(flash(page)).toContainText('Failed to approve the request. Please try again.')
  await expect(flash(page)).toContainText('This request is rejected')
  await expect(rowOf(page, ann.name).locator('.badge-red')).toHaveText('Rejected')
  await expect(rowOf(page, bob.name)).toHaveCount(0)

  const missing = { id: '2147483647', intent: 'delete' }
  await page.request.post(`${baseURL}/pitch-deck-admin`, { form: missing, maxRedirects: 0 })
  await page.goto('/pitch-deck-admin')
  await expect(flash(page)).toContainText('Failed to delete the request. Please try again.')
  await expect(flash(page)).toContainText('Access request not found')
  await page.goto('/pitch-deck-admin/2147483647/delete')
  await expect(page.getByText('Access request not found.')).toBeVisible()
})

test('an error hides the message of an earlier action', async ({ page, request, baseURL, scripted }) => {
  test.skip(!scripted, 'a browser shows its own page')
  const [ann, bob] = [await requestDeck(request, baseURL), await requestDeck(request, baseURL)]
  await signIn(page)
  await page.goto('/pitch-deck-admin')
  await rowOf(page, ann.name).getByRole('button', { name: 'Approve' }).click()
  await expect(flash(page)).toContainText('Request Approved')
  await page.route(
    (url) => url.searchParams.has('_data'),
    (route) => route.abort(),
  )
  await rowOf(page, bob.name).getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Failed to approve the request. Please try again.')).toBeVisible()
  await expect(flash(page)).toHaveCount(0)
})

test('while an action runs its row is busy, and other rows are not', async ({
  page,
  request,
  baseURL,
  scripted,
}) => {
  test.skip(!scripted, 'a browser without JavaScript shows the running request itself')
  const [ann, bob] = [await requestDeck(request, baseURL), await requestDeck(request, baseURL)]
  await signIn(page)
  await page.goto('/pitch-deck-admin')
  const release = await holdRequests(page, /pitch-deck-admin\?/, 'POST')
  const row = rowOf(page, ann.name)
  await row.getByRole('button', { name: 'Approve' }).click()
  await expect(row.getByRole('button', { name: 'Working...' })).toBeDisabled()
  await expect(row.getByRole('button', { name: 'Reject' })).toBeDisabled()
  await expect(row.getByRole('link', { name: 'Delete' })).toBeDisabled()
  await expect(rowOf(page, bob.name).getByRole('button', { name: 'Approve' })).toBeEnabled()
  const before = await page.evaluate(() => history.length)
  release()
  await expect(row.getByRole('button', { name: 'Resend code' })).toBeFocused()
  expect(await page.evaluate(() => history.length)).toBe(before)
})
