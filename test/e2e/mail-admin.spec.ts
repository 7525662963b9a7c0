import { readFile } from 'node:fs/promises'

import { startMailServer } from '../support/mail-server'
import { application, startProgram, type Program } from '../support/program'
import { expect, openTool, ownDatabase, signIn, test } from './base'

const uniqueEmail = () => `ann-${crypto.randomUUID()}@example.com`

test('mails are filtered by state and recipient, and shown without their codes', async ({
  page,
  request,
  baseURL,
}) => {
  const email = uniqueEmail()
  const account = { username: 'Ann', email, password: 'a diver under water' }
  const person = { full_address: '1 Main Street, Albany 12207', region_state: 'NY', occupation: 'Diver' }
  const response = await request.post(`${baseURL}/api/auth/register`, { data: { ...account, ...person } })
  expect(response.ok()).toBe(true)

  await signIn(page)
  await page.goto('/admin/submissions')
  await openTool(page, 'Mail')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mail')
  await expect(page.getByRole('columnheader')).toHaveText([
    'Time',
    'To',
    'About',
    ...(await page.getByRole('columnheader', { name: 'Kind' }).allTextContents()), // a large screen has both
    'State',
    ...(await page.getByRole('columnheader', { name: /^(?:Attempts|Last error)$/ }).allTextContents()),
    'Actions',
  ])
  await page.getByLabel('Recipient begins with').fill(email.slice(0, -4).toUpperCase())
  await page.getByLabel('State').selectOption('Sent')
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(async () => {
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(/state=sent/)
    await expect(row).toHaveCount(1, { timeout: 500 })
  }).toPass()
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(row.locator('.badge-green')).toHaveText('Sent')
  await expect(row.getByRole('button')).toHaveCount(0)

  await row.getByRole('link', { name: 'View' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Mail \d+$/)
  await expect(page.getByText('Please enter this code on your dashboard')).toBeVisible()
  await expect(page.getByText('••••••')).toBeVisible()
  expect(await page.content()).not.toMatch(/^ {4}\d{6}$/m)

  await page.goto(`/admin/mail?q=${email}&state=failed`)
  await expect(page.getByText('No such mail.')).toBeVisible()
  await page.getByRole('link', { name: 'Show all' }).click()
  await expect(page).toHaveURL(/\/admin\/mail$/)
  await page.goto('/admin/mail/2147483647')
  await expect(page.getByText('There is no such mail.')).toBeVisible()
})

test('two mails with the same words are told apart by the number of their quote', async ({
  page,
  baseURL,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const email = uniqueEmail()
  const data = { ...application, email, quote_email: email }
  const [one, other] = await Promise.all(
    [1, 2].map(async () => {
      const response = await page.request.post(`${baseURL}/api/quote-submissions`, { data })
      return ((await response.json()) as { id: number }).id
    }),
  )
  await signIn(page)
  await page.goto(`/admin/mail?q=${email}`)
  for (const id of [one, other])
    await expect(page.getByText(`Q-${id}: We have received your application`)).toBeVisible()
  await page.getByRole('link', { name: 'We have received your application' }).first().click()
  await expect(page).toHaveURL(/\/admin\/mail\/\d+$/)
  await page.goto(`/admin/mail?q=${email}`)
  await expect(page.getByRole('status').filter({ hasText: /^2 mails, newest first/ })).toBeVisible()
  await page.getByRole('link', { name: `Q-${one}` }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/underwriting/quote/${one}$`))
  const otherDay = await page.goto(`/admin/mail?q=${email}&from=2020-01-01&to=2020-01-02`)
  expect(otherDay?.status()).toBe(200)
  await expect(page.getByText('No such mail.')).toBeVisible()

  // Days in the wrong order are an error, and nothing else.
  const reversed = await page.goto(`/admin/mail?q=${email}&from=2020-01-02&to=2020-01-01`)
  expect(reversed?.status()).toBe(422)
  await expect(page.getByRole('alert')).toContainText('The last day must not be before the first day')
  await expect(page.getByText('No such mail.')).toHaveCount(0)

  await page.goto(`/admin/mail?q=${email}`)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download as CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^mails-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain(`,${email},`)
  expect(lines.join()).not.toContain('/questions/')

  await page.setViewportSize({ width: 360, height: 740 })
  // A longer address than the line is cut, not broken within a word; the page of the mail has all of it.
  const address = page.getByRole('cell', { name: email }).first()
  await expect(address).toHaveAttribute('title', email)
  expect((await address.boundingBox())?.height).toBeLessThan(32)
})

test('many mails are paged', async ({ page, request, baseURL, scripted }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const prefix = `p${crypto.randomUUID().slice(0, 8)}`
  for (let count = 0; count < 52; count += 1) {
    const person = { name: 'Ann Doe', email: `${prefix}-${count}@example.com` }
    const response = await request.post(`${baseURL}/api/waitlist-submissions`, { data: person })
    expect(response.status()).toBe(201)
  }
  await signIn(page)
  await page.goto(`/admin/mail?q=${prefix}`)
  await expect(page.getByRole('row')).toHaveCount(51)
  await expect(page.getByRole('row').nth(1)).toContainText(`${prefix}-51@`)
  await page.getByRole('link', { name: 'Older' }).click()
  await expect(page.getByRole('row')).toHaveCount(3)
  await expect(page.getByRole('row').nth(2)).toContainText(`${prefix}-0@`)
  await expect(page.getByRole('link', { name: 'Older' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Newest' }).click()
  await expect(page.getByRole('row')).toHaveCount(51)
})

/** A separate program, which sends its mail to a server. */
const testWithMailServer = test.extend<{
  server: Awaited<ReturnType<typeof startMailServer>>
  program: Program
}>({
  server: async ({}, provide) => {
    const server = await startMailServer()
    await provide(server)
    await server.close()
  },
  // The timeout of its start adds to that of the test.
  program: [
    async ({ server }, provide, { project }) => {
      const program = await startProgram({ ...(await ownDatabase(project)), SMTP_URL: server.url })
      await provide(program)
      await program.stop()
    },
    { timeout: 120_000 },
  ],
  baseURL: async ({ program }, provide) => provide(program.url),
})

testWithMailServer(
  'a mail that the server rejected is sent when it is retried',
  async ({ page, request, baseURL, server }) => {
    server.state.manner = 'refuses'
    const email = uniqueEmail()
    await request.post(`${baseURL}/api/waitlist-submissions`, { data: { name: 'Ann Doe', email } })
    await signIn(page)
    const row = page.getByRole('row').filter({ hasText: email })
    await expect(async () => {
      await page.goto(`/admin/mail?state=failed&q=${email}`)
      await expect(row).toHaveCount(1, { timeout: 500 })
    }).toPass()
    await expect(row.locator('.badge-red')).toHaveText('Failed')
    await expect(row).toContainText('no such mailbox')

    server.state.manner = 'puts off'
    await row.getByRole('link', { name: 'View' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Mail \d+$/)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.locator('.flash')).toContainText('Mail put back.')
    await expect(page).toHaveURL(/\/admin\/mail\/\d+/)
    await expect(async () => {
      await page.goto(`/admin/mail?state=pending&q=${email}`)
      await expect(row).toContainText('next attempt at', { timeout: 500 })
      await expect(row).toContainText('later, please', { timeout: 500 })
    }).toPass()

    server.state.manner = 'takes'
    await row.getByRole('button', { name: 'Retry' }).click()
    await expect(page.locator('.flash')).toContainText('Mail put back.')
    await expect(page).toHaveURL(new RegExp(`state=pending&q=${email}$`))
    await expect(async () => {
      await page.goto(`/admin/mail?q=${email}`)
      await expect(row.locator('.badge-green')).toHaveText('Sent', { timeout: 500 })
    }).toPass()
    await expect(row.getByRole('button')).toHaveCount(0)
    expect(server.received.filter(({ to }) => to[0] === email)).toHaveLength(1)
  },
)
