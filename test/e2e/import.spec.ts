import { readFileSync } from 'node:fs'

import type { Locator, Page } from '@playwright/test'

import { application } from '../support/program'
import { expect, holdRequests, loseAnswers, signIn, test, violations } from './base'

const header = 'industry_name,avg_layoff_frequency,industry_unemp_rate,risk_level'

async function press(page: Page, button: string) {
  await page.getByRole('button', { name: button }).click()
  const outcome = page.locator('.import-outcome').or(page.getByRole('alert')).first()
  await expect(outcome).toBeVisible({ timeout: 60_000 })
}

/** Chooses one file of one's own; it is imported alone. */
async function choose(page: Page, table: string, name: string, content: string | Buffer) {
  const files = page.locator('.import-files')
  if ((await files.getAttribute('open')) === null) await files.locator('summary').click()
  await page.locator(`#${table}`).setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
}

async function open(page: Page) {
  await page.goto('/admin/run-import')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Database Import Tool')
}

test('Run Full Import shows what the bundled files would change, and replaces nothing without confirmation', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await signIn(page)
  const runs = async () => {
    const response = await page.request.get('/api/admin/database/tables/import_runs?limit=1&sort=-id')
    return ((await response.json()) as { records: { id: number; kind: string }[] }).records[0]
  }
  await page.goto('/admin/underwriting')
  await press(page, 'Run Full Import')
  await expect(page.locator('.import-outcome').getByRole('heading')).toHaveText(
    /What would change|Nothing would change/,
  )
  expect(await runs()).toMatchObject({ kind: 'preview' })
})

test('the bundled files are imported, and the outcome has a URL', async ({ page, scripted }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await signIn(page)
  await open(page)
  await expect(page.getByText(/Existing data in these tables is cleared before the import/)).toBeVisible()
  await press(page, 'Start Database Import')
  const outcome = page.locator('.import-outcome')
  await expect(outcome.getByRole('heading')).toHaveText('Import Successful')
  await expect(outcome).toContainText('All tables were imported.')
  await expect(outcome.getByRole('listitem')).toHaveText([
    /^Coverage tiers: 5 rows imported/,
    /^Synergy data: 48 rows imported/,
    /^Employer risks: 63 rows imported/,
    /^Industry fallbacks: 14 rows imported/,
    /^Industry gender stats: 14 rows imported/,
  ])
  await expect(outcome.getByRole('img', { name: 'Success' })).toHaveCount(5)
  await expect(page).toHaveURL(/\/admin\/run-import\?run=\d+$/)
  await page.reload() // imports nothing again
  await expect(outcome.getByRole('heading')).toHaveText('Import Successful')
  await page.getByRole('link', { name: /imports in the audit log$/ }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'coverage tiers' }).first()).toContainText(
    'Imported',
  )
})

test('a custom file is previewed, rejected with its errors, and its bad rows can be downloaded', async ({
  page,
  scripted,
}) => {
  await signIn(page)
  await open(page)
  const bad = `${header}\nDiving,many,2,Low\n"=cmd|x",1,2\nFlying,1,2,Low\n`
  await choose(page, 'industry-fallbacks', 'own.csv', bad)
  await press(page, 'Start Database Import')
  const outcome = page.locator('.import-outcome')
  await expect(outcome.getByRole('heading')).toHaveText('Import Failed')
  await expect(outcome).toContainText('Industry fallbacks: 2 faults, nothing was changed.')
  await expect(outcome.getByRole('img', { name: 'Failure' })).toHaveCount(1)
  const table = page.getByRole('table', { name: /Bad rows of Industry fallbacks/ })
  await expect(table.getByRole('row').nth(1).getByRole('cell')).toHaveText([
    '2',
    'avg_layoff_frequency',
    'many',
    /must be a percentage from 0 to 100/,
  ])
  await expect(table.getByRole('row').nth(2)).toContainText('The row has 3 cells, the header 4')
  const link = page.getByRole('link', { name: 'Download the bad rows of Industry fallbacks as CSV' })
  const response = await page.request.get((await link.getAttribute('href')) ?? '')
  expect(response.headers()['content-disposition']).toMatch(
    /^attachment; filename="import-\d+-industry-fallbacks-bad-rows\.csv"/,
  )
  expect((await response.text()).split('\r\n').slice(1, 3)).toEqual([
    expect.stringMatching(/^Diving,many,2,Low,2,"?avg_layoff_frequency: /),
    `'=cmd|x,1,2,,3,"The row has 3 cells, the header 4"`,
  ])
  if (scripted) expect(await violations(page)).toEqual([])
})

test('a preview shows the changes, its files are imported without choosing them again, and the import is undone', async ({
  page,
  scripted,
}) => {
  await signIn(page)
  await open(page)
  expect((await page.request.post('/api/quote-submissions', { data: application })).status()).toBe(201)
  // The engine's tables stay as other tests expect them.
  const bundled = readFileSync('db/reference/industry_fallback.csv', 'utf8')
  const text = `${bundled.replace(',High', ',Odd').trimEnd()}\nDiving,1,2,Low\n`
  await choose(page, 'industry-fallbacks', 'own.csv', text)
  await press(page, 'See what would change')
  await expect(page.locator('.import-outcome').getByRole('heading')).toHaveText('What would change')
  const section = page.getByRole('region', { name: 'Industry fallbacks' })
  await expect(section.getByRole('heading')).toHaveText('Industry fallbacks: 1 added, 1 changed')
  await expect(page.locator('.import-outcome')).toContainText('1 added, 1 changed, 13 unchanged')
  await expect(section.getByText('Risk level: High → Odd')).toBeVisible()
  await expect(section.getByText('Diving')).toBeVisible()
  if (scripted) expect(await violations(page)).toEqual([])

  const top = async (place: Locator) => (await place.boundingBox())?.y ?? NaN
  expect(await top(page.getByRole('heading', { name: 'Impact on stored quotes' }))).toBeLessThan(
    await top(page.getByRole('button', { name: 'Import these files' })),
  )
  const ready = page.getByRole('table', { name: 'Files that will be imported' })
  await expect(ready.getByRole('row').nth(1)).toHaveText(
    /Industry fallbacks\s*own\.csv\s*\d{3} B\s*15\s*1 added, 1 changed/,
  )
  const preview = new URL(page.url()).searchParams.get('run')
  await page.goto('/admin/run-import') // they wait
  await page.getByRole('link', { name: /^See what preview \d+ would change$/ }).click()
  const go = await holdRequests(page, /\/admin\/run-import/, 'POST')
  const pressed = page.getByRole('button', { name: 'Import these files' }).click()
  if (scripted) {
    await expect(page.getByRole('button', { name: 'Importing Data...' })).toBeDisabled()
    for (const name of ['See what would change', 'Start Database Import'])
      await expect(page.getByRole('button', { name })).toBeDisabled()
  }
  go()
  await pressed
  await expect(page.locator('.import-outcome').getByRole('heading')).toHaveText('Import Successful')
  await expect(page.locator('.import-outcome')).toContainText(
    'Industry fallbacks: 15 rows imported (1 added, 1 changed)',
  )
  await expect(page.getByRole('button', { name: 'Import these files' })).toHaveCount(0)
  const id = new URL(page.url()).searchParams.get('run')
  await expect(page.getByText('Industry fallbacks, Diving, added')).toBeVisible()
  await page.goto(`/admin/run-import?run=${preview}`)
  await expect(page.locator('.import-outcome')).toContainText(`import ${id} has imported its files`)
  await page.goBack()
  await page.getByRole('link', { name: `Undo import ${id}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Undo import ${id}`)
  await expect(page.getByText('Industry fallbacks, Diving goes')).toBeVisible()
  await expect(page.getByText('Risk level: Odd → High')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Impact on stored quotes' })).toBeVisible()
  if (scripted) expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo this import' }).click()
  await expect(page.locator('.import-outcome').getByRole('heading')).toHaveText('Import undone')
  await expect(page.locator('.import-outcome')).toContainText(
    'Industry fallbacks: 2 changes taken back (1 changed, 1 removed)',
  )
})

/** Another admin's change of an industry. */
async function changeIndustry(page: Page, name: string, values: object) {
  const path = '/api/admin/underwriting/industry-fallbacks'
  const rows = (await (await page.request.get(path)).json()) as { id: number; industry_name: string }[]
  const { id } = rows.find(({ industry_name }) => industry_name === name)!
  expect((await page.request.put(`${path}/${id}`, { data: values })).ok()).toBe(true)
}

test('what has changed since a preview, or since the question of an undo, is shown before it is overwritten', async ({
  page,
  scripted,
}) => {
  await signIn(page)
  await open(page)
  const bundled = readFileSync('db/reference/industry_fallback.csv', 'utf8').trimEnd()
  const names = ['Diving', 'Sailing'].map((name) => `${name} ${crypto.randomUUID().slice(0, 8)}`)
  const [diving = '', sailing = ''] = names
  await page.request.post('/api/admin/underwriting/industry-fallbacks', {
    data: { industry_name: diving, risk_level: 'Low' },
  })
  const text = `${bundled}\n${names.map((name) => `${name},1,2,Odd`).join('\n')}\n`
  await choose(page, 'industry-fallbacks', 'own.csv', text)
  await press(page, 'See what would change')
  const outcome = page.locator('.import-outcome')
  const section = page.getByRole('region', { name: 'Industry fallbacks' })
  await expect(section.getByText('Risk level: Low → Odd')).toBeVisible()
  const preview = new URL(page.url()).searchParams.get('run')
  await changeIndustry(page, diving, { risk_level: 'High' })

  await page.getByRole('button', { name: 'Import these files' }).click()
  await expect(outcome.getByRole('heading')).toHaveText('Nothing was imported')
  await expect(outcome).toContainText(`Changed since preview ${preview}: Industry fallbacks.`)
  await expect(outcome).toContainText('This is what the same files would change now.')
  await expect(section.getByText('Risk level: High → Odd')).toBeVisible()
  if (scripted) {
    await expect(outcome).toBeFocused()
    expect(await violations(page)).toEqual([])
  }
  await page.getByRole('button', { name: 'Import these files' }).click()
  await expect(outcome.getByRole('heading')).toHaveText('Import Successful')
  const id = new URL(page.url()).searchParams.get('run')

  await changeIndustry(page, diving, { risk_level: 'Medium' })
  await page.goto('/admin/run-import/undo')
  const lost = page.getByRole('listitem')
  await expect(lost.filter({ hasText: `Industry fallbacks: ${diving}` })).toBeVisible()
  await changeIndustry(page, sailing, { risk_level: 'Medium' })
  await page.getByRole('button', { name: 'Undo, and lose those changes' }).click()
  await expect(
    page.getByText(
      'Nothing was put back: rows were changed after this page was opened. They are listed below.',
    ),
  ).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Undo import ${id}`)
  await expect(lost.filter({ hasText: `Industry fallbacks: ${sailing}, ${diving}` })).toBeVisible()
  if (scripted) expect(await violations(page)).toEqual([])
  if (scripted) {
    await loseAnswers(page)
    await page.getByRole('button', { name: 'Undo, and lose those changes' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Pressing again is safe' })).toBeVisible()
    await page.unrouteAll()
  }
  await page.getByRole('button', { name: 'Undo, and lose those changes' }).click()
  await expect(outcome.getByRole('heading')).toHaveText('Import undone')
  await page.goto('/admin/run-import/undo') // as after a reload of the question
  await expect(outcome.getByRole('heading')).toHaveText('Import undone')
})

test('the good rows of a file with bad ones are imported by a choice of its own', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await signIn(page)
  await open(page)
  const name = `Diving ${crypto.randomUUID()}`
  await choose(page, 'industry-fallbacks', 'own.csv', `${header}\n${name},1,2,Low\nFlying,many,2,Low\n`)
  await press(page, 'See what would change')
  const outcome = page.locator('.import-outcome')
  await expect(outcome.getByRole('heading')).toHaveText('Some files have faults')
  expect(await violations(page)).toEqual([])
  await expect(page.getByText('Ready to be imported')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Only the good rows can be imported' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import these files' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Import 1 good row, leave 1 bad row out' }).click()
  await expect(outcome).toContainText('Industry fallbacks: 1 row imported, 1 bad row left out')
  const id = new URL(page.url()).searchParams.get('run')
  await page.getByRole('link', { name: `Undo import ${id}` }).click()
  await page.getByRole('button', { name: 'Undo this import' }).click()
  await expect(outcome.getByRole('heading')).toHaveText('Import undone')
})

test('a bundled file beside one of one’s own is imported where it is ticked', async ({ page, scripted }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await signIn(page)
  await open(page)
  await choose(page, 'industry-fallbacks', 'own.csv', readFileSync('db/reference/industry_fallback.csv'))
  await page.getByLabel(/^Bundled file industry_gender_stats\.csv/).check()
  await press(page, 'Start Database Import')
  await expect(page.locator('.import-outcome').getByRole('listitem')).toHaveText([
    /^Industry fallbacks: 14 rows imported \(.+\) own\.csv/,
    /^Industry gender stats: 14 rows imported \(nothing changed\) industry_gender_stats\.csv/,
  ])
})

test('an import whose answer is lost is seen after a reload, above the form', async ({ page, scripted }) => {
  test.skip(!scripted, 'a browser says so by itself')
  await signIn(page)
  await open(page)
  await choose(page, 'industry-fallbacks', 'lost.csv', readFileSync('db/reference/industry_fallback.csv'))
  await page.route(/\/admin\/run-import/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch({ maxRedirects: 0 })
    await route.abort()
  })
  await page.getByRole('button', { name: 'Start Database Import' }).click()
  await expect(page.getByRole('alert')).toContainText('Import failed: the server could not be reached')
  await expect(page.getByRole('alert')).toContainText(
    'Imported: 0, failed: 5, as far as this page knows. Check your connection. It may have arrived all the same.',
  )
  await page.reload()
  const last = page.getByText(/^Last run: Import \d+$/)
  await expect(last).toBeVisible()
  await expect(page.getByText(/^1 table was imported\./).first()).toBeVisible()
  const [above, below] = [
    await last.boundingBox(),
    await page.getByText('Use files of your own').boundingBox(),
  ]
  expect(above!.y).toBeLessThan(below!.y)
})

test('what is no CSV file is refused in words', async ({ page, scripted }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await signIn(page)
  await open(page)
  await choose(page, 'coverage-tiers', 'tiers.xlsx', 'PK\u0003\u0004')
  await press(page, 'See what would change')
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    'Choose a CSV file. Its name ends in .csv',
  ])
  await open(page)
  await choose(page, 'coverage-tiers', 'tiers.csv', Buffer.from('PK\u0003\u0004'))
  await press(page, 'See what would change')
  await expect(page.getByRole('table', { name: /Bad rows of Coverage tiers/ })).toContainText(
    'This is a spreadsheet or an archive',
  )
})

test('a running import shows its progress', async ({ page, scripted }) => {
  test.skip(!scripted, 'the browser says so without JavaScript')
  await signIn(page)
  await open(page)
  const go = await holdRequests(page, /\/admin\/run-import/, 'POST')
  let share = 0.4
  await page.route('**/import-progress', (route) =>
    route.fulfill({ json: { run: 1, kind: 'import', table: 'Synergy data', rows: 12_345, share } }),
  )
  await page.getByRole('button', { name: 'Start Database Import' }).click()
  await expect(page.getByRole('button', { name: 'Importing Data...' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'See what would change' })).toBeDisabled()
  await expect(page.getByText('Synergy data: 12,345 rows read, 40% of all files')).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', '0.4')
  expect(await violations(page)).toEqual([])
  share = 1
  const allRead = page.getByText('All files are read.')
  await expect(allRead).toBeVisible()
  await expect(page.getByRole('progressbar')).not.toHaveAttribute('value')
  await page.route('**/import-progress', (route) => route.abort())
  await expect(page.getByText('The progress could not be loaded.')).toBeVisible()
  await expect(allRead).toBeVisible()
  go()
  await expect(page.getByRole('heading', { name: 'Import Successful' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start Database Import' })).toBeEnabled()
})

test('the outcome of an import disappears after half a minute', async ({ page, scripted }) => {
  test.skip(!scripted, 'it stays without JavaScript')
  await signIn(page)
  await open(page)
  await page.clock.install()
  await press(page, 'Start Database Import')
  const outcome = page.locator('.import-outcome')
  await expect(outcome).toBeFocused() // the page is hydrated: its timers run
  await page.mouse.move(0, 0)
  await page.clock.fastForward(10_000)
  await expect(outcome).toBeVisible()
  await page.clock.fastForward(21_000)
  await expect(outcome).toBeHidden()
})
