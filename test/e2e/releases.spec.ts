import type { Page, TestInfo } from '@playwright/test'

import { admin, startProgram, type Program } from '../support/program'
import { expect, holdRequests, ownDatabase, signIn, test, violations, type OpenPage } from './base'

const second = { email: 'second@example.com', password: admin.password }

/** Each start creates its admin, if there is no such account: two starts, two admins. */
async function startForTwo(project: TestInfo['project']): Promise<Program> {
  const environment = { ...(await ownDatabase(project)), RELEASE_BY: 'two' }
  await (await startProgram({ ...environment, ADMIN_EMAIL: second.email })).stop()
  return startProgram(environment)
}

async function open(openPage: OpenPage, baseURL: string, account: typeof admin) {
  const page = await openPage({ baseURL })
  expect((await page.request.post('/api/auth/login', { data: account })).status()).toBe(200)
  return page
}

async function proposePremium(page: Page, premium: string) {
  await page.goto('/admin/underwriting?tab=coverage-tiers')
  await page.getByRole('link', { name: 'View or edit all of coverage tier Basic' }).click()
  await page.getByLabel('Base premium').fill(premium)
  await page.getByLabel('Note for the admin who releases it').fill('Costs rose')
  await page.getByRole('button', { name: 'Propose these changes' }).click()
  await expect(page.getByText('Proposed: another admin must release it.')).toBeVisible()
  await expect(page.locator('#coverage-tiers tr:has(:text("Basic")) + .table-details')).toHaveText(
    new RegExp(`waits: Base premium: \\$[\\d.]+ → \\$${premium}`),
  )
}

test('one admin proposes a change, another one schedules, cancels and releases it', async ({
  openPage,
  scripted,
}, { project }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const program = await startForTwo(project)
  try {
    const author = await open(openPage, program.url, admin)
    const other = await open(openPage, program.url, second)
    await proposePremium(author, '25.75')

    await author.goto('/admin/underwriting/code')
    await author.getByRole('link', { name: 'Releases' }).click()
    await expect(author.getByText('Yours: another admin must release it')).toBeVisible()
    await author.getByRole('link', { name: 'Change coverage tier Basic' }).click()
    await expect(author.getByText('Another admin must release or reject it.')).toBeVisible()
    expect(await violations(author)).toEqual([])

    await other.goto('/admin/underwriting')
    await other.getByRole('link', { name: 'Releases' }).click()
    await expect(other.getByText('Base premium: $25.00 → $25.75')).toBeVisible()
    expect(await violations(other)).toEqual([])

    // Nothing chosen and no reason: both are named, and what was typed stays.
    await other.getByLabel('Live from, in UTC').fill('2020-01-01T09:00')
    await other.getByRole('button', { name: 'Release what is chosen' }).click()
    for (const name of ['Choose what is released', 'Say why this is released', /must be in the future/])
      await expect(other.getByRole('link', { name })).toBeVisible()
    const box = other.getByRole('checkbox', { name: 'Change coverage tier Basic' })
    await other.getByRole('link', { name: 'Choose what is released' }).click()
    await expect(box).toBeFocused()
    await expect(box).toHaveAttribute('aria-invalid', 'true')
    await expect(other.getByLabel('Live from, in UTC')).toHaveValue('2020-01-01T09:00')

    const tomorrow = new Date(Date.now() + 24 * 60 * 60_000).toISOString().slice(0, 16)
    await other.getByRole('checkbox', { name: 'Change coverage tier Basic' }).check()
    await other.getByLabel('Reason').fill('Agreed on Monday')
    await other.getByLabel('Live from, in UTC').fill(tomorrow)
    await other.getByRole('button', { name: 'Release what is chosen' }).click()
    await expect(other.getByText(/^Release this\? It goes live on .* UTC/)).toBeVisible()
    await expect(other.getByRole('listitem').filter({ hasText: '$25.00 → $25.75' })).toBeVisible()
    expect(await violations(other)).toEqual([])
    await other.goBack()
    await expect(other.getByLabel('Reason')).toHaveValue('Agreed on Monday')
    await expect(box).toBeChecked()
    await other.getByRole('button', { name: 'Release what is chosen' }).click()
    await other.getByRole('link', { name: 'Cancel' }).click()
    await expect(other.getByLabel('Reason')).toHaveValue('Agreed on Monday')
    await expect(other.getByRole('checkbox', { name: 'Change coverage tier Basic' })).toBeChecked()
    await other.getByRole('button', { name: 'Release what is chosen' }).click()
    await other.getByRole('button', { name: 'Release', exact: true }).click()
    await expect(other.getByText(/^Release 1 is scheduled for/)).toBeVisible()
    await expect(other.getByRole('heading', { name: 'Scheduled' })).toBeVisible()
    const scheduled = other.getByRole('table', { name: 'Scheduled releases' })
    await expect(scheduled.getByRole('link', { name: 'Change coverage tier Basic' })).toBeVisible()
    await expect(scheduled.getByText('Base premium: $25.00 → $25.75')).toBeVisible()
    expect(await violations(other)).toEqual([])
    await other.getByRole('button', { name: 'Cancel release 1' }).click()
    await expect(other.getByText('Release 1 was cancelled. Its parts wait again.')).toBeVisible()
    await expect(box).not.toBeChecked()
    await expect(other.getByLabel('Reason')).toHaveValue('')

    await other.getByRole('link', { name: 'Change coverage tier Basic' }).first().click()
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Change coverage tier Basic')
    await other.getByLabel('Reason').fill('Agreed on Tuesday')
    await other.getByRole('button', { name: 'Release this change' }).click()
    await expect(other.getByText('Release 2 is live.')).toBeVisible()
    await other.goto('/admin/underwriting?tab=coverage-tiers')
    await expect(other.locator('#coverage-tiers').getByRole('row', { name: /Basic/ })).toContainText('$25.75')

    await proposePremium(author, '26.5')
    await other.goto('/admin/underwriting/releases')
    await other.getByRole('link', { name: 'Change coverage tier Basic' }).first().click()
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Change coverage tier Basic')
    await other.getByLabel('Reason').fill('Not this year')
    await other.getByLabel('Reason').press('Enter') // decides nothing
    await other.getByRole('button', { name: 'Reject this change' }).click()
    await expect(other.getByRole('heading', { name: 'Rejected and withdrawn changes' })).toBeVisible()
    await expect(other.getByText('Not this year')).toBeVisible()

    await proposePremium(author, '27.5')
    await other.goto('/admin/underwriting/releases')
    await expect(other.getByRole('row', { name: /27\.50/ })).toBeVisible()
    await expect(other.getByRole('link', { name: /^Withdraw/ })).toHaveCount(0)
    await author.goto('/admin/underwriting/releases')
    await author.getByRole('link', { name: /^Withdraw change/ }).click()
    await expect(author.getByText(/^Withdraw this change\?/)).toBeVisible()
    await author.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await expect(author.getByText(/^Change \d+ was withdrawn\.$/)).toBeVisible()
    await expect(author.getByRole('link', { name: /^Withdraw/ })).toHaveCount(0)
  } finally {
    expect(await program.stop()).toBe(0)
  }
})

test('where one admin releases, a change is added to a release and released with a reason', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await signIn(page)
  await page.goto('/admin/underwriting?tab=industry-fallbacks')
  await page
    .getByRole('link', { name: /^View or edit all of industry fallback/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: /^Edit industry fallback/ })).toBeVisible()
  const field = page.locator('#industry-fallbacks').getByLabel('Average layoff frequency').first()
  const before = await field.inputValue()
  await field.fill(String(Number(before) + 0.01))
  const add = await holdRequests(page, '**/admin/underwriting?*', 'POST')
  await page.getByRole('button', { name: 'Add to a release' }).click()
  await expect(page.getByRole('button', { name: 'Adding...' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled()
  add()
  const message = page.locator('.flash').filter({ hasText: /^Added to a release\./ })
  await message.getByRole('link', { name: 'See the releases' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Releases')
  const box = page.getByRole('checkbox', { name: /^Change industry fallback/ }).first()
  await box.check()
  await page.getByRole('button', { name: 'Release what is chosen' }).click()
  await expect(page.getByRole('link', { name: 'Say why this is released' })).toBeVisible()
  await expect(box).toBeChecked()
  expect(await violations(page)).toEqual([])
  await page
    .getByRole('link', { name: /^Change industry fallback/ })
    .first()
    .click()
  const release = await page.getByRole('button', { name: 'Release this change' }).boundingBox()
  const withdraw = page.getByRole('link', { name: 'Withdraw this change' })
  expect((await withdraw.boundingBox())!.y).toBeGreaterThan(release!.y + release!.height + 8)
  await withdraw.click()
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(page.getByText(/was withdrawn\./)).toBeVisible()
})
