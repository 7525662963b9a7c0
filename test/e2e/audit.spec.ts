import type { Locator } from '@playwright/test'

import { expect, holdRequests, openTool, signIn, test, violations } from './base'

test('an admin sees who changed what, and filters the log', async ({ page, baseURL, scripted }) => {
  await signIn(page)
  const name = `Auditor ${crypto.randomUUID()}`
  const roles = `${baseURL}/api/admin/underwriting/job-roles`
  const { id } = (await (await page.request.post(roles, { data: { role_name: name } })).json()) as {
    id: number
  }
  await page.request.put(`${roles}/${id}`, { data: { role_name: `${name} II` } })
  await page.request.delete(`${roles}/${id}`)

  await page.goto('/admin/submissions')
  await openTool(page, 'Audit')
  await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible()
  await page.setViewportSize({ width: 1024, height: 768 })
  const first = page.locator('.audit-entry').filter({ hasText: name }).first()
  expect((await first.boundingBox())?.height).toBeLessThan(76) // as many lines as its long name takes
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.getByLabel('Who').fill('admin@')
  await page.getByLabel('Record').selectOption('job role')
  await page.getByLabel('Action').selectOption('update')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page).toHaveURL(/action=update/)
  const entry = page.getByRole('listitem').filter({ hasText: `job role ${id}` })
  await expect(entry).toHaveCount(1)
  await expect(entry).toContainText('by Administrator')
  await entry.locator('summary').click()
  await expect(entry.locator('del')).toHaveText(name)
  await expect(entry.locator('ins')).toHaveText(`${name} II`)
  if (scripted) expect(await violations(page)).toEqual([])
  const file = await page.getByRole('link', { name: 'Download as CSV' }).getAttribute('href')
  const lines = (await (await page.request.get(file ?? '')).text()).trim().split('\r\n')
  expect(lines.filter((line) => line.includes(`,job role,${id},`))).toEqual([
    expect.stringMatching(new RegExp(`,role_name,${name},${name} II$`)),
  ])

  await page.getByLabel('Who').fill('nobody at all')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page.getByText('No entry matches.')).toBeVisible()
  await page.getByRole('link', { name: 'Show all' }).click()
  await expect(page).toHaveURL(/\/admin\/audit$/)
  await expect(page.getByRole('listitem').filter({ hasText: `job role ${id}` })).toHaveCount(3)
})

test('a change without a release is listed with the releases, and is undone from there', async ({
  page,
  baseURL,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await signIn(page)
  const roles = `${baseURL}/api/admin/underwriting/job-roles`
  const unique = crypto.randomUUID().slice(0, 8) // a summary shows the beginning of a long name
  const created = await page.request.post(roles, { data: { role_name: `Direct ${unique}` } })
  const { id } = (await created.json()) as { id: number }
  const name = `Renamed ${unique}`
  await page.request.put(`${roles}/${id}`, { data: { role_name: name } })

  await page.goto('/admin/underwriting/releases')
  const rows = page.locator('#direct').getByRole('row').filter({ hasText: name })
  const change = rows.filter({ hasText: `Role name: Direct ${unique} → ${name}` })
  await expect(change).toContainText('Changed')
  await expect(rows.filter({ hasText: 'A new record' })).toContainText('Changed since')
  expect(await violations(page)).toEqual([])
  await change.getByRole('link', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Undo it' }).click()
  await expect(page.getByText('The change is undone.')).toBeVisible()
  await page.goto('/admin/underwriting/releases')
  await expect(rows.filter({ hasText: 'Undone' })).toHaveCount(1)
  await page.request.delete(`${roles}/${id}`)
})

test('what changed today is two clicks away, and a record has its history', async ({
  page,
  baseURL,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await signIn(page)
  const name = `Historian ${crypto.randomUUID()}`
  const roles = `${baseURL}/api/admin/underwriting/job-roles`
  const created = await page.request.post(roles, { data: { role_name: name } })
  const { id } = (await created.json()) as { id: number }
  await page.request.put(`${roles}/${id}`, { data: { role_name: `${name} II` } })

  await page.goto('/admin/work')
  await openTool(page, 'Audit')
  await page.getByRole('link', { name: 'Today' }).click()
  await expect(page).toHaveURL(/from=/)
  const entry = page.getByRole('listitem').filter({ hasText: `job role ${id}, ${name} II` })
  await expect(entry.first()).toContainText(`Role name: ${name.slice(0, 39)}… → ${name.slice(0, 39)}…`)
  await page.getByRole('link', { name: 'Yesterday' }).click()
  await expect(entry).toHaveCount(0)
  expect(await violations(page)).toEqual([])

  await page.goto(`/admin/underwriting?tab=results&edit=job-roles:${id}#job-roles`)
  await page.getByRole('link', { name: 'History' }).click()
  await expect(entry).toHaveCount(2)
  await page.request.delete(`${roles}/${id}`)
})

test('an invalid date shows an error below the filters', async ({ page, scripted }) => {
  await signIn(page)
  const response = await page.goto('/admin/audit?from=2026-02-30&to=12%2F31%2F2099')
  expect(response?.status()).toBe(422)
  await expect(
    page.getByRole('link', { name: 'There is no February 30 in 2026: enter the first day as MM/DD/YYYY' }),
  ).toBeVisible()
  const from = page.getByLabel('From', { exact: true })
  await expect(from).toHaveAccessibleDescription(
    'Error: There is no February 30 in 2026: enter the first day as MM/DD/YYYY',
  )
  const top = async (field: Locator) => (await field.boundingBox())?.y ?? 0
  const filter = page.getByRole('button', { name: 'Filter' })
  expect(await top(page.locator('#from-error'))).toBeGreaterThan((await top(filter)) + 20)
  expect(await top(from)).toBe(await top(page.getByLabel('To', { exact: true })))
  if (scripted) expect(await violations(page)).toEqual([])
})

test('a change of a record is undone from its history, unless it has changed since', async ({
  page,
  baseURL,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await signIn(page)
  const name = `Undoer ${crypto.randomUUID().slice(0, 8)}`
  const roles = `${baseURL}/api/admin/underwriting/job-roles`
  const created = await page.request.post(roles, { data: { role_name: name } })
  const { id } = (await created.json()) as { id: number }
  const rename = (to: string) => page.request.put(`${roles}/${id}`, { data: { role_name: to } })
  await rename(`${name} II`)
  await page.goto(`/admin/audit?entity=job+role&record=${id}`)
  const change = page.getByRole('listitem').filter({ hasText: `Role name: ${name} → ${name} II` })
  await change.getByRole('link', { name: /^Undo entry/ }).click()
  await expect(page.getByText('The record gets its earlier values.')).toBeVisible()
  const undoUrl = page.url()
  await expect(page.getByRole('row', { name: 'Role name' })).toContainText(`${name} II`)
  expect(await violations(page)).toEqual([])
  const answer = await holdRequests(page, /undo/, 'POST')
  await page.getByRole('button', { name: 'Undo it' }).click()
  await expect(page.getByRole('button', { name: 'Undoing...' })).toBeDisabled()
  answer()
  await expect(page.getByText('The change is undone.')).toBeVisible()
  await expect(page.locator('.flash').getByRole('link', { name: `Open job role ${name}` })).toHaveAttribute(
    'href',
    `/admin/underwriting?tab=job-roles&edit=job-roles:${id}#job-roles`,
  )
  expect(await (await page.request.get(`${roles}/${id}`)).json()).toMatchObject({ role_name: name })

  await change.getByRole('link', { name: /^Undone/ }).click()
  await page.goto(undoUrl)
  await expect(page.getByText('This change was undone,')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo it' })).toHaveCount(0)

  await rename(`${name} III`)
  await page.goto(`/admin/audit?entity=job+role&record=${id}`)
  const older = page.getByRole('listitem').filter({ hasText: `Role name: ${name} → ${name} III` })
  await older.getByRole('link', { name: /^Undo entry/ }).click()
  await expect(page.getByRole('button', { name: 'Undo it' })).toBeVisible()
  await rename(`${name} IV`)
  await page.getByRole('button', { name: 'Undo it' }).click()
  await expect(page.getByText('Changed again since: role name. Undo the newer change first.')).toBeVisible()
  await expect(older.getByRole('link', { name: /^Undo entry/ })).toHaveCount(0)
  await page.goBack()
  await page.reload()
  await expect(page.getByText('Changed again since: role name. Undo the newer change first.')).toBeVisible()
  await expect(page.getByRole('row', { name: 'Role name' })).toContainText(`${name} III${name} IV`)
  expect(await violations(page)).toEqual([])
  await expect(page.getByRole('button', { name: 'Undo it' })).toHaveCount(0)
  await page.getByRole('link', { name: 'The history of the record' }).click()
  await expect(older).toBeVisible()
  expect((await page.goto('/admin/audit/2000000000/undo'))?.status()).toBe(404)
})
