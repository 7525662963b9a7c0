import type { Page } from '@playwright/test'

import { expect, signIn, test, violations } from './base'

// The four projects share two programs, each with one import at a time: these tests take turns, and put the tables back.
test.describe.configure({ mode: 'serial' })

const header = 'industry_name,avg_layoff_frequency,industry_unemp_rate,risk_level'
const file = (name: string, text: string | Buffer) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})

/** Presses a button of the form, again while another project's import is under way. */
async function press(page: Page, button: string, choose: () => Promise<void> = async () => {}) {
  await expect(async () => {
    await choose()
    await page.getByRole('button', { name: button }).click()
    const ended = page.locator('.import-outcome').or(page.getByRole('alert')).first()
    await expect(ended).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText('Another import is under way')).toHaveCount(0, { timeout: 100 })
  }).toPass({ timeout: 50_000 })
}

async function open(page: Page) {
  await page.goto('/admin/run-import')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Database Import Tool')
}

test('the bundled files are imported, and the outcome has an address', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/underwriting')
  await expect(page.getByRole('button', { name: 'Run Full Import' })).toBeVisible()
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
})

test('a file of one’s own is looked at first, refused with its reasons, and its bad rows can be had', async ({
  page,
  scripted,
}) => {
  await signIn(page)
  await open(page)
  const bad = `${header}\nDiving,many,2,Low\n"=cmd|x",1,2\nFlying,1,2,Low\n`
  const choose = async () => {
    const details = page.locator('.import-files')
    if ((await details.getAttribute('open')) === null) await details.locator('summary').click()
    await page.getByLabel('Industry fallbacks').setInputFiles(file('own.csv', bad))
    await page.getByLabel('Import only the files chosen here').check()
  }
  await press(page, 'Start Database Import', choose)
  const outcome = page.locator('.import-outcome')
  await expect(outcome.getByRole('heading')).toHaveText('Import Failed')
  await expect(outcome).toContainText(
    'Industry fallbacks: 2 faults, nothing was changed. Line 2, avg_layoff_frequency',
  )
  await expect(outcome.getByRole('img', { name: 'Failure' })).toHaveCount(1)
  const table = page.getByRole('table', { name: /Bad rows of Industry fallbacks/ })
  await expect(table.getByRole('row').nth(2)).toContainText('The row has 3 cells, the header 4')
  const link = page.getByRole('link', { name: 'Download the bad rows of Industry fallbacks as CSV' })
  const answer = await page.request.get((await link.getAttribute('href')) ?? '')
  expect(answer.headers()['content-disposition']).toMatch(
    /^attachment; filename="import-\d+-industry-fallbacks-bad-rows\.csv"/,
  )
  expect((await answer.text()).split('\r\n').slice(1, 3)).toEqual([
    expect.stringMatching(/^"Diving","many","2","Low","2","avg_layoff_frequency: /),
    `"'=cmd|x","1","2","","3","The row has 3 cells, the header 4"`,
  ])
  if (scripted) expect(await violations(page)).toEqual([])
})

test('a preview says what would change, an import of one file is undone', async ({ page, scripted }) => {
  await signIn(page)
  await open(page)
  const text = `${header}\nConstruction,3.43,5.95,Odd\nDiving,1,2,Low\n`
  const choose = async () => {
    const details = page.locator('.import-files')
    if ((await details.getAttribute('open')) === null) await details.locator('summary').click()
    await page.getByLabel('Industry fallbacks').setInputFiles(file('own.csv', text))
    await page.getByLabel('Import only the files chosen here').check()
  }
  await press(page, 'See what would change', choose)
  await expect(page.locator('.import-outcome').getByRole('heading')).toHaveText('What would change')
  const section = page.getByRole('region', { name: 'Industry fallbacks' })
  await expect(section.locator('.import-figures')).toHaveText(
    /1 added\s*1 changed\s*13 removed\s*0 unchanged/,
  )
  await section.getByText('1 changed in').click()
  await expect(section).toContainText('Risk level: High Odd')
  if (scripted) expect(await violations(page)).toEqual([])

  await press(page, 'Start Database Import', choose)
  await expect(page.locator('.import-outcome').getByRole('heading')).toHaveText('Import Successful')
  const id = new URL(page.url()).searchParams.get('run')
  await page.getByRole('link', { name: `Undo import ${id}` }).click()
  if (scripted) {
    await expect(page.getByRole('dialog')).toContainText(`Put back the rows from before import ${id}?`)
    expect(await violations(page)).toEqual([])
  } else await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Undo import ${id}`)
  await page.getByRole('button', { name: 'Undo this import' }).click()
  await expect(page.locator('.import-outcome').getByRole('heading')).toHaveText('Import undone')
  await expect(page.locator('.import-outcome')).toContainText('Industry fallbacks: 14 rows put back')
})

test('what is no CSV file is refused in words', async ({ page }) => {
  await signIn(page)
  await open(page)
  const choose = (name: string, bytes: string | Buffer) => async () => {
    const details = page.locator('.import-files')
    if ((await details.getAttribute('open')) === null) await details.locator('summary').click()
    await page.getByLabel('Coverage tiers').setInputFiles(file(name, bytes))
    await page.getByLabel('Import only the files chosen here').check()
  }
  await press(page, 'See what would change', choose('tiers.xlsx', 'PK\u0003\u0004'))
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    'Choose a CSV file. Its name ends in .csv',
  ])
  await press(page, 'See what would change', choose('tiers.csv', Buffer.from('PK\u0003\u0004')))
  await expect(page.getByRole('table', { name: /Bad rows of Coverage tiers/ })).toContainText(
    'This is a spreadsheet or an archive',
  )
})

test('the outcome of an import goes after half a minute', async ({ page, scripted }) => {
  test.skip(!scripted, 'it stays without JavaScript')
  await signIn(page)
  await open(page)
  await page.clock.install()
  await press(page, 'Start Database Import')
  const outcome = page.locator('.import-outcome')
  await page.mouse.move(0, 0)
  await page.clock.fastForward(29_000)
  await expect(outcome).toBeVisible()
  await page.clock.fastForward(2_000)
  await expect(outcome).toBeHidden()
})

test('the tool is for admins', async ({ page }) => {
  for (const path of [
    '/admin/run-import',
    '/admin/run-import/undo',
    '/admin/run-import/bad-rows/1/coverage-tiers',
  ]) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/login\?redirectTo=%2Fadmin%2Fsubmissions$/)
  }
})
