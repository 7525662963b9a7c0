import { readFileSync } from 'node:fs'

import { expect, signIn, test, violations } from './base'

/** The text above the simulated months: 48, and those that other tests add for a moment. */
const recordsFrom = (first: number) => new RegExp(`Showing records ${first}-\\d+ of (?:48|49|5\\d)\\b`)

test('an admin finds a table, pages, sorts, searches, views a record and exports', async ({ page }, {
  project,
}) => {
  await signIn(page)
  await page.goto('/admin/database')
  await expect(page.getByRole('heading', { name: 'Database Administration' })).toBeVisible()
  await expect(page.getByText('Select a Table')).toBeVisible()
  await expect(page.getByText('Direct editing is disabled for security.')).toBeVisible()
  await expect(page.getByText('PostgreSQL', { exact: true })).toBeVisible()
  await expect(page.getByText('Not recorded')).toBeVisible()
  const backups =
    project.metadata.database === 'embedded' ? /copies of its data folder/ : /the database server/
  await expect(page.getByText(backups)).toBeVisible()

  const tables = page.getByRole('region', { name: 'Tables' })
  await tables.getByLabel('Search tables').fill('SYNERGY')
  await tables.getByRole('button', { name: 'Search' }).click()
  await expect(tables.getByRole('listitem')).toHaveCount(1)
  await tables.getByRole('link', { name: /synergy_data/ }).click()
  await expect(page.getByRole('heading', { name: 'synergy_data' })).toBeVisible()
  await expect(page.getByText(recordsFrom(1))).toBeVisible()

  const pages = page.getByRole('navigation', { name: 'Pages' })
  await pages.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText(recordsFrom(11))).toBeVisible()
  await pages.getByRole('link', { name: 'Page 5', exact: true }).click()
  await expect(page.getByText(recordsFrom(41))).toBeVisible()
  await pages.getByRole('link', { name: 'Previous' }).click()
  await expect(page.getByText(recordsFrom(31))).toBeVisible()
  await page.getByRole('link', { name: '25 records per page' }).click()
  await expect(page.getByText(recordsFrom(26))).toBeVisible()

  await page.getByRole('columnheader', { name: 'SimDate' }).getByRole('link').click()
  await expect(page.getByRole('columnheader', { name: 'SimDate' })).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('columnheader', { name: 'SimDate' }).getByRole('link').click()
  await expect(page.getByRole('columnheader', { name: 'SimDate' })).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByText(recordsFrom(1))).toBeVisible()

  await page.goto('/admin/database?table=coverage_tiers')
  await page.getByLabel('Search records').fill('elite')
  await page
    .getByRole('region', { name: 'coverage_tiers', exact: true })
    .getByRole('button', { name: 'Search' })
    .click()
  await expect(page.getByText('Showing records 1-1 of 1')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('coverage_tiers.csv')
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('Elite')

  await page.getByRole('link', { name: 'View record 1' }).click()
  await expect(page.getByRole('heading', { name: 'Record of coverage_tiers' })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: /^Elite$/ })).toBeVisible()
})

test('a long JSON value of a record is folded, and fits a phone', async ({ page, scripted }) => {
  test.skip(!scripted, 'the style sheets are the same without scripts')
  await signIn(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin/database?table=engine_versions')
  await page.getByRole('link', { name: 'View record 1', exact: true }).click()
  const value = page.locator('.record-pairs > div').filter({ has: page.getByText('tables', { exact: true }) })
  await expect(value.locator('pre')).toBeHidden()
  await value.locator('summary').click()
  await expect(value.locator('pre')).toContainText('\n  "')
  expect((await value.locator('pre').boundingBox())!.width).toBeGreaterThan(200)
  expect(await page.locator('html').evaluate(({ scrollWidth }) => scrollWidth)).toBe(360)
})

test('records begin with the newest and with what tells them apart, and empty tables are folded', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await signIn(page)
  await page.goto('/admin/database?table=users')
  const tables = page.getByRole('region', { name: 'Tables' })
  await expect(tables.getByRole('link', { name: /^users / })).toBeVisible()
  const empty = tables
    .locator('details')
    .filter({ hasText: /empty tables?/ })
    .last()
  await expect(empty.getByRole('listitem').first()).toBeHidden()
  await page.goto('/admin/database?table=employer_risks')
  const heads = page.getByRole('region', { name: 'Records of employer_risks' }).getByRole('columnheader')
  await expect(heads.nth(1)).toHaveAttribute('aria-sort', 'descending')
  await expect(heads.nth(2)).toContainText('employer_name')
  await heads.nth(1).getByRole('link').click()
  await expect(heads.nth(1)).toHaveAttribute('aria-sort', 'ascending')
})

test('on a phone a record shows what it is and its date, whole', async ({ page, scripted }) => {
  test.skip(!scripted, 'the style sheets are the same without scripts')
  await signIn(page)
  await page.setViewportSize({ width: 360, height: 740 })
  for (const [table, shown] of [
    ['users', ['id', 'username', 'email', 'created_at']],
    ['sessions', ['id', 'created_at']],
  ] as const) {
    await page.goto(`/admin/database?table=${table}`)
    const cells = page
      .getByRole('region', { name: `Records of ${table}` })
      .locator('tbody tr')
      .first()
      .locator('td')
    for (const column of shown) await expect(cells.and(page.locator(`[data-label=${column}]`))).toBeVisible()
    const date = cells.and(page.locator('[data-label=created_at]'))
    expect(await date.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBeLessThanOrEqual(0)
  }
})

test('a shadow says that a table has more columns to the right, until its end', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'the style sheets are the same without scripts')
  await signIn(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/admin/database?table=coverage_tiers')
  const grid = page.getByRole('region', { name: 'Records of coverage_tiers' })
  const shadow = () => grid.evaluate((element) => getComputedStyle(element, '::after').opacity)
  await expect.poll(shadow).toBe('1')
  await grid.evaluate((element) => element.scrollBy(10_000, 0))
  await expect.poll(shadow).toBe('0')
})

test('secrets are hidden, and an unknown table shows an error', async ({ page, scripted }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await signIn(page)
  await page.goto('/admin/database?table=users')
  await expect(page.getByRole('cell', { name: 'hidden' }).first()).toBeVisible()
  await expect(page.getByText('NULL').first()).toBeAttached()
  expect(await page.content()).not.toContain('argon2')

  const missing = await page.goto(
    `/admin/database?table=${encodeURIComponent('users"; drop table users; --')}`,
  )
  expect(missing?.status()).toBe(404)
  await expect(page.getByRole('alert')).toContainText(
    'Failed to fetch schema for table users"; drop table users; --',
  )
  expect((await page.goto('/admin/database/users/row?key=0'))?.status()).toBe(404)
})

test('the API returns tables, columns and records', async ({ page, baseURL, scripted }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await signIn(page)
  const get = async (path: string) => {
    const response = await page.request.get(`${baseURL}/api/admin/database/${path}`)
    return { status: response.status(), body: (await response.json()) as unknown }
  }
  expect((await get('tables')).body).toContainEqual({
    table_name: 'coverage_tiers',
    row_count: expect.any(Number),
    estimated: false,
  })
  expect((await get('schema/users')).body).toContainEqual(
    expect.objectContaining({ column_name: 'password_hash', data_type: 'text', hidden: true }),
  )
  expect(await get('tables/coverage_tiers?limit=1&offset=4')).toMatchObject({
    status: 200,
    body: { records: [{ tier_name: expect.any(String) }], total: expect.any(Number) },
  })
  for (const path of ['schema/nothing', 'tables/nothing', 'tables/pg_authid', 'tables/%22'])
    expect((await get(path)).status, path).toBe(404)
  for (const part of [
    'limit=0',
    'limit=-1',
    'limit=1.5',
    'limit=x',
    'limit=101',
    'offset=-1',
    'offset=1e3',
    'offset=9999999999',
  ])
    expect((await get(`tables/users?${part}`)).status, part).toBe(422)
})

test('the database browser passes axe', async ({ page, scripted }) => {
  test.skip(!scripted, 'axe runs in the page')
  await signIn(page)
  for (const path of [
    '/admin/database',
    '/admin/database?q=nothing',
    '/admin/database?table=synergy_data&page=3',
    '/admin/database?table=users&search=nobody',
    '/admin/database?table=nothing',
    '/admin/database/coverage_tiers/row?key=1',
  ]) {
    await page.goto(path)
    for (const folded of await page.locator('main summary').filter({ visible: true }).all())
      await folded.click()
    expect.soft(await violations(page), path).toEqual([])
  }
})
