import type { Page, Request } from '@playwright/test'

import { expect, holdRequests, hydrated, signIn, test } from './base'

const main = (page: Page) => page.getByRole('main')
const tableOf = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true }).last()
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const press = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).click()

/** Specs share a program and its tables. */
const unique = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`

async function open(page: Page, tab: string, more = '') {
  await page.goto(`/admin/underwriting?tab=${tab}${more}#${tab}`)
}

async function confirmDeletion(page: Page, scripted: boolean, record: string, question: string) {
  await page.getByRole('link', { name: `Delete ${record}` }).click()
  if (!scripted) await expect(page.getByRole('heading', { level: 1 })).toContainText('Delete')
  await expect(page.getByText(question)).toBeVisible()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
}

test('a job role is added, edited in its row and deleted', async ({ page, scripted }) => {
  await signIn(page)
  await page.goto('/admin/underwriting')
  const name = unique('Diver')
  await page.getByRole('link', { name: 'Add New job role' }).click()
  await press(page, 'Add this job role')
  await expect(page.getByRole('alert')).toContainText('Role name is required')
  await page.getByLabel('Role name').fill(name)
  await press(page, 'Add this job role')
  await expect(page.getByText('Job role added successfully!')).toBeVisible()
  await expect(page.getByLabel('Role name')).toHaveCount(0)
  await expect(rowOf(page, name)).toHaveCount(1)
  await expect(page.getByRole('link', { name: 'Undo', exact: true })).toHaveAttribute(
    'href',
    /\/audit\/\d+\/undo/,
  )

  await page.getByRole('link', { name: 'Add New job role' }).click()
  await page.getByLabel('Role name').fill(name.toUpperCase())
  await press(page, 'Add this job role')
  await expect(page.getByRole('alert')).toContainText(
    `Job role "${name.toUpperCase()}" already exists. Please use a unique role name.`,
  )
  await expect(page.getByLabel('Role name')).toHaveValue(name.toUpperCase())
  await page.getByRole('link', { name: 'Cancel' }).click()
  if (scripted) await page.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page.getByLabel('Role name')).toHaveCount(0)

  await page.getByRole('link', { name: `Edit job role ${name} in its row` }).click()
  await page.getByLabel('Role name').fill(`${name} deep`)
  await press(page, 'Save')
  await expect(page.getByText('Job role updated successfully!')).toBeVisible()

  const record = `job role ${name} deep`
  await confirmDeletion(page, scripted, record, 'Are you sure you want to delete this job role?')
  await expect(page.getByText('Job role deleted successfully!')).toBeVisible()
  await expect(rowOf(page, name)).toHaveCount(0)
})

test('an employer is added in the form, found, and its errors are shown by field', async ({
  page,
  scripted,
}) => {
  await signIn(page)
  await open(page, 'employer-risks', '&add=employer-risks')
  const name = unique('Deepwater')
  await page.getByLabel('Employer name').fill(name)
  await page.getByLabel('Stability rating').fill('11')
  await page.getByLabel('Layoff mentions').fill('-3')
  await press(page, 'Add this employer risk')
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    'Stability rating must be a number from 0 to 10',
    'Layoff mentions must be a whole number, 0 or more',
  ])
  await expect(page.getByLabel('Employer name')).toHaveValue(name)
  await page.getByLabel('Stability rating').fill('7.5')
  await page.getByLabel('Layoff mentions').fill('')
  await press(page, 'Add this employer risk')
  await expect(page.getByText('Employer risk added successfully!')).toBeVisible()
  await expect(rowOf(page, name)).toBeVisible() // though the table has several pages

  await page.getByLabel('Search employer risks').fill(name)
  await press(page, 'Search')
  await expect(tableOf(page, 'Employer risks').getByRole('row')).toHaveCount(2)
  await expect(rowOf(page, name)).toContainText('7.5')
  await expect(rowOf(page, name)).toContainText('N/A')
  await page.getByRole('link', { name: `View or edit all of employer risk ${name}` }).click()
  await expect(page.getByLabel('Stability rating')).toHaveValue('7.5')
  await page.getByLabel('Stability rating').fill('')
  await press(page, 'Save changes')
  await expect(page.getByText('Employer risk updated successfully!')).toBeVisible()
  await confirmDeletion(
    page,
    scripted,
    `employer risk ${name}`,
    'Are you sure you want to delete this record? This action cannot be undone.',
  )
  await expect(page.getByText('Employer risk deleted successfully!')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Undo' })).toBeVisible()
  await page.getByLabel('Search employer risks').fill(name)
  await press(page, 'Search')
  await expect(page.getByText(`No employer risks found for "${name}".`)).toBeVisible()
})

test('on a phone a record shows its name and what tells most; its form shows the rest', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'the style sheets are the same without scripts')
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page)
  await page.goto('/admin/underwriting?tab=coverage-tiers')
  const row = page
    .locator('#coverage-tiers')
    .getByRole('row')
    .filter({ hasText: /Premium/ })
    .first()
  const cell = (label: string) => row.locator(`[data-label="${label}"]`)
  for (const label of ['Tier name', 'Base premium', 'Max claim coverage', 'Actions'])
    await expect(cell(label), label).toBeVisible()
  // Where no label is shown, a screen reader reads it, with the unit that the figures leave to their heading.
  await expect(cell('Tier name')).toHaveText(/^Tier name: Premium$/)
  await expect(cell('Base premium')).toHaveText(/^Base premium, \$: /)
  for (const label of ['ID', 'Vesting months', 'Claim base rate'])
    await expect(cell(label), label).toBeHidden()
  await expect(row.getByRole('link')).toHaveCount(1) // a tap beside a link deletes nothing
  await row.getByRole('link', { name: 'View or edit all of coverage tier' }).click()
  await expect(page.getByLabel('Vesting months')).toBeVisible()
  await page.getByRole('link', { name: 'Delete this coverage tier' }).click()
  await expect(page.getByRole('button', { name: 'Delete', exact: true })).toBeVisible()
})

test('a table scrolls with the page under its heads, is whole on a tablet and is sorted by them', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'the style sheets are the same without scripts')
  await signIn(page)
  for (const [tab, title] of [
    ['coverage-tiers', 'Coverage tiers'],
    ['employer-risks', 'Employer risks'],
    ['industry-genders', 'Industry gender stats'],
  ] as const)
    for (const width of [1280, 1024]) {
      await page.setViewportSize({ width, height: 800 })
      await open(page, tab)
      const hidden = await tableOf(page, title).evaluate((box) => [
        box.scrollWidth - box.clientWidth,
        box.scrollHeight - box.clientHeight,
      ])
      expect.soft(hidden, `${tab} at ${width}`).toEqual([0, 0])
    }
  await open(page, 'employer-risks')
  const head = tableOf(page, 'Employer risks').getByRole('columnheader', { name: 'Layoff frequency' })
  await head.getByRole('link').click()
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await head.getByRole('link').click()
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  const rates = await tableOf(page, 'Employer risks')
    .locator('[data-label="Layoff frequency"]')
    .allInnerTexts()
  const numbers = rates.map((rate) => parseFloat(rate)).filter((rate) => !Number.isNaN(rate))
  expect(numbers).toEqual(numbers.toSorted((one, other) => other - one))
  await page.mouse.wheel(0, 600)
  await expect.poll(async () => (await head.boundingBox())!.y).toBeLessThan(60)
  await expect(head).toBeInViewport()
})

test('when two admins edit one record, the second sees both versions and decides', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await signIn(page)
  const name = unique('Harbor')
  await open(page, 'employer-risks', '&add=employer-risks')
  await page.getByLabel('Employer name').fill(name)
  await page.getByLabel('Financial health').fill('Stable')
  await press(page, 'Add this employer risk')
  await expect(page.getByText('Employer risk added successfully!')).toBeVisible()
  await page.getByLabel('Search employer risks').fill(name)
  await press(page, 'Search')
  await page.getByRole('link', { name: `View or edit all of employer risk ${name}` }).click()
  await expect(page.getByLabel('Financial health')).toHaveValue('Stable')

  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.getByLabel('Financial health').fill('Weak')
  await press(other, 'Save changes')
  await expect(other.getByText('Employer risk updated successfully!')).toBeVisible()

  await page.getByLabel('Financial health').fill('Strong')
  await press(page, 'Save changes')
  await expect(page.getByRole('alert')).toContainText('This record was changed since you opened it.')
  const versions = page.getByRole('row').filter({ hasText: 'Financial health' }).filter({ hasText: 'Strong' })
  await expect(versions).toContainText('Weak')
  await other.reload()
  await expect(rowOf(other, name)).toContainText('Weak')
  await press(page, 'Save changes')
  await expect(page.getByText('Employer risk updated successfully!')).toBeVisible()
  await expect(rowOf(page, name)).toContainText('Strong')
})

test('a record that has changed since the question is not deleted', async ({ page, scripted }) => {
  await signIn(page)
  const name = unique('Keeper')
  const path = '/api/admin/underwriting/job-roles'
  const added = await page.request.post(path, { data: { role_name: name } })
  const { id } = (await added.json()) as { id: number }
  await page.goto('/admin/underwriting')
  await page.getByRole('link', { name: `Delete job role ${name}` }).click()
  await expect(page.getByText('Are you sure you want to delete this job role?')).toBeVisible()
  const renamed = `${name} 2`
  expect((await page.request.put(`${path}/${id}`, { data: { role_name: renamed } })).ok()).toBe(true)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(
    page.getByText('Failed to delete job role. This record was changed since you opened it.'),
  ).toBeVisible()
  await confirmDeletion(
    page,
    scripted,
    `job role ${renamed}`,
    'Are you sure you want to delete this job role?',
  )
  await expect(page.getByText('Job role deleted successfully!')).toBeVisible()
})

test('a record that another admin has deleted keeps what was typed, and can be added again', async ({
  page,
}) => {
  await signIn(page)
  // A table that no other test imports.
  const path = '/api/admin/underwriting/job-roles'
  for (const way of ['edit', 'row']) {
    const name = unique('Sunken')
    const added = await page.request.post(path, { data: { role_name: name } })
    const { id } = (await added.json()) as { id: number }
    const link = `/admin/underwriting?${way}=job-roles:${id}`
    await page.goto(link)
    await page.getByLabel('Role name').fill(`${name} deep`)
    expect((await page.request.delete(`${path}/${id}`)).ok()).toBe(true)
    await press(page, way === 'edit' ? 'Save changes' : 'Save')
    await expect(page.getByRole('alert')).toContainText('This record has since been deleted.')
    await expect(page.getByLabel('Role name')).toHaveValue(`${name} deep`)
    await press(page, 'Add this job role')
    await expect(page.getByText('Job role added successfully!')).toBeVisible()
    await expect(rowOf(page, `${name} deep`)).toHaveCount(1)
    await page.goto(link)
    await expect(page.getByText('This record does not exist, or has been deleted already.')).toBeVisible()
    const rows = (await (await page.request.get(path)).json()) as { id: number; role_name: string }[]
    for (const row of rows.filter(({ role_name }) => role_name === `${name} deep`))
      expect((await page.request.delete(`${path}/${row.id}`)).ok()).toBe(true)
  }
})

test('a month that was deleted while its row was edited is added again with the initial values of the other columns', async ({
  page,
}) => {
  await signIn(page)
  const path = '/api/admin/underwriting/synergy-data'
  const added = await page.request.post(path, { data: { sim_date: '2033-05-01' } })
  const { id } = (await added.json()) as { id: number }
  await page.goto(`/admin/underwriting?tab=synergy-data&row=synergy-data:${id}`)
  await page.getByLabel('Phase').fill('Growth')
  await page.request.delete(`${path}/${id}`) // an import may have deleted it
  await press(page, 'Save')
  await expect(page.getByRole('alert')).toContainText('This record has since been deleted.')
  await expect(page.getByLabel('Phase')).toHaveValue('Growth')
  await expect(page.locator('form [name="meltdown_0"]')).toHaveValue('0')
})

test('a draft about a record that another admin has deleted is shown, and is gone once it is added again', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'a draft needs a script')
  await signIn(page)
  const name = unique('Drifting')
  const path = '/api/admin/underwriting/employer-risks'
  const added = await page.request.post(path, { data: { employer_name: name, stability_rating: 3 } })
  const { id } = (await added.json()) as { id: number }
  await page.goto(`/admin/underwriting?tab=employer-risks&edit=employer-risks:${id}&q=${name}`)
  await hydrated(page)
  await page.getByLabel('Stability rating').fill('6.5')
  await page.request.delete(`${path}/${id}`) // an import may have deleted it
  page.once('dialog', (question) => void question.accept())
  await page.goto('/admin/submissions')
  await page.getByRole('link', { name: `Employer risk ${id}`, exact: true }).click()
  await expect(page.getByRole('alert')).toContainText(
    'This record does not exist, or has been deleted already.',
  )
  await expect(page.getByLabel('Stability rating')).toHaveValue('6.5')
  await expect(page.getByLabel('Employer name')).toHaveValue(name)
  await press(page, 'Add this employer risk')
  await expect(page.getByText('Employer risk added successfully!')).toBeVisible()
  await page.goto('/admin/submissions')
  await expect(page.getByRole('navigation', { name: 'Back office' })).toBeVisible()
  await hydrated(page)
  await expect(page.getByText('You may have changes that are not saved')).toHaveCount(0)
})

test('the notice about a row that another admin has deleted takes the focus of its link', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'a new document keeps its own focus')
  await signIn(page)
  const name = unique('Gone')
  const path = '/api/admin/underwriting/employer-risks'
  const added = await page.request.post(path, { data: { employer_name: name } })
  const { id } = (await added.json()) as { id: number }
  await open(page, 'employer-risks', `&q=${name}`)
  await hydrated(page)
  await page.request.delete(`${path}/${id}`) // an import may have deleted it
  await page.getByRole('link', { name: `View or edit all of employer risk ${name}` }).click()
  const notice = page.getByRole('alert')
  await expect(notice).toHaveText('This record does not exist, or has been deleted already.')
  await expect(notice).toBeFocused()
})

test('the months of the simulation show 54 columns, or those selected', async ({ page, scripted }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await signIn(page)
  await open(page, 'synergy-data')
  const heads = tableOf(page, 'Synergy data').locator('thead').last().getByRole('columnheader')
  await expect(heads).toHaveCount(54)
  await page.getByText('Choose columns').click()
  await page.getByLabel('Meltdown', { exact: true }).check()
  for (const group of ['Simulation', 'Members', 'Premiums and claims', 'Capital', 'Expenses'])
    await page.getByLabel(group, { exact: true }).uncheck()
  for (const group of ['Profit and reserve', 'State of the business', 'Average premiums'])
    await page.getByLabel(group, { exact: true }).uncheck()
  await press(page, 'Search')
  await expect(heads).toHaveText([
    'ID',
    'Created',
    'Meltdown count',
    'Meltdown',
    'Partial meltdown',
    'Meltdown reason',
    'Meltdown probability',
    'Meltdown persistent months',
    'Months without meltdown',
    'Meltdown confidence',
    'Actions',
  ])
})

test('a new month of the simulation starts active, with its counters at zero', async ({ page, scripted }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await signIn(page)
  await page.goto('/admin/underwriting?tab=synergy-data&add=synergy-data')
  const fieldOf = (name: string) => page.locator(`form [name="${name}"]:not([type=hidden])`)
  await expect(fieldOf('is_active')).toBeChecked()
  for (const name of [
    'meltdown_0',
    'meltdown_1',
    'meltdown_2',
    'meltdown_3',
    'partial_meltdown',
    'OverheadUsed',
  ])
    await expect(fieldOf(name)).toHaveValue('0')
  await expect(fieldOf('OverheadBase')).toHaveValue('')
})

test('the tiers have 17 headers, and the results tab links to the results', async ({ page, scripted }) => {
  test.skip(!scripted, 'the style sheets are the same without scripts')
  await signIn(page)
  await page.goto('/admin/underwriting')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Underwriting Engine')
  for (const card of ['Job Roles', 'Coverage Levels'])
    await expect(page.getByRole('heading', { name: card, exact: true })).toBeVisible()
  const tabs = page.getByRole('navigation', { name: 'Configuration' }).getByRole('link')
  await expect(tabs).toHaveText([
    'Results',
    'Coverage Tiers',
    'Employer Risks',
    'Industry Fallbacks',
    'Industry Gender Stats',
    'Synergy Data',
  ])
  await expect(page.getByText('The newest 10, kept fresh while this tab is open')).toBeVisible()
  // The job roles stand in as many columns as fit: one would leave half of the page empty.
  await page.setViewportSize({ width: 1280, height: 900 })
  const edges = await page
    .locator('#job-roles tbody tr')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().left))
  expect(new Set(edges).size).toBe(4)
  await tabs.filter({ hasText: 'Coverage Tiers' }).click()
  const tiers = tableOf(page, 'Coverage tiers')
  await expect(tiers.getByRole('columnheader')).toHaveCount(17)
  // A shadow says that there is more to the right, until the end.
  await page.setViewportSize({ width: 900, height: 700 })
  const shadow = () =>
    tiers
      .getByRole('columnheader')
      .last()
      .evaluate((head) => getComputedStyle(head, '::before').opacity)
  await expect.poll(shadow).toBe('1')
  await tiers.getByRole('columnheader', { name: 'Reward for early renewal' }).evaluate((head) => {
    head.closest('.table-scroll')?.scrollBy(10_000, 0)
  })
  await expect.poll(shadow).toBe('0')
  // A tab takes the place of the page.
  await expect(page.getByRole('heading', { name: 'Job Roles', exact: true })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Recent Underwriting Results' })).toHaveCount(0)
})

test('a number that is ten times or a tenth of its old value is stored only when sent twice', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await signIn(page)
  const tier_name = unique('Zinc')
  const rates = { base_churn_rate: 0.02, claim_base_rate: 0.007 }
  const data = { tier_name, base_premium: 35, max_monthly_benefit: 8000, ...rates }
  const created = await page.request.post('/api/admin/underwriting/coverage-tiers', { data })
  expect(created.status()).toBe(201)
  const { id } = (await created.json()) as { id: number }
  const path = `/api/admin/underwriting/coverage-tiers/${id}`
  const stored = async () => {
    const answer = await page.request.get(path)
    const { base_premium, base_churn_rate } = (await answer.json()) as Record<string, number>
    return [base_premium, base_churn_rate]
  }
  const asks = (question: string | RegExp) => expect(page.getByRole('alert')).toContainText(question)
  try {
    await open(page, 'coverage-tiers', `&edit=coverage-tiers:${id}`)
    const premium = page.getByLabel('Base premium')
    const claims = page.getByLabel('Claim base rate')
    await expect(claims).toBeHidden()
    await page.locator('summary', { hasText: 'Read by the first engine alone' }).click()
    await premium.fill('350')
    await claims.fill('0.0699')
    await page.getByLabel('Base churn rate').fill('0.002')
    await press(page, 'Save changes')
    await asks('Base premium was $35.00 and is $350.00 now: ten times as much. Change it')
    // Sending it twice would not help: both are said at once.
    await asks('It cannot be saved in any case. Rule 8: ')
    await expect(page.getByRole('alert')).not.toContainText('{')
    await expect(page.getByRole('alert')).not.toContainText('save again')
    await asks('Base churn rate was 0.02 and is 0.002 now: a tenth of it')
    await expect(page.getByRole('alert')).not.toContainText('Claim base rate')
    expect(await stored()).toEqual([35, 0.02])

    // A new question is asked; the ones before are not repeated once they are answered.
    await premium.fill('36')
    await press(page, 'Save changes')
    await asks(
      'Base churn rate was 0.02 and is 0.002 now: a tenth of it. Change it, or save again to store 0.002',
    )
    await claims.fill('0.07014')
    await press(page, 'Save changes')
    await asks('Claim base rate was 0.007 and is 0.0701 now: more than ten times as much')
    await asks('Claim base rate has 4 decimals: 0.07014 becomes 0.0701')
    expect(await stored()).toEqual([35, 0.02])
    await press(page, 'Save changes')
    await expect(page.getByText('Coverage tier updated successfully!')).toBeVisible()
    expect(await stored()).toEqual([36, 0.002])
  } finally {
    await page.request.delete(path)
  }
})

test('a number with a typo is not stored as an empty one, and is emptied or rounded only when sent twice; a price is not taken away', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await signIn(page)
  const tier_name = unique('Copper')
  const data = { tier_name, base_premium: 35, max_monthly_benefit: 8000, score_offset: 5 }
  const created = await page.request.post('/api/admin/underwriting/coverage-tiers', { data })
  expect(created.status()).toBe(201)
  const { id } = (await created.json()) as { id: number }
  const path = `/api/admin/underwriting/coverage-tiers/${id}`
  const record = async () =>
    (await (await page.request.get(path)).json()) as Record<'base_premium' | 'score_offset', number | null>
  const stored = async () => (await record()).base_premium
  try {
    await open(page, 'coverage-tiers', `&row=coverage-tiers:${id}`)
    const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Save' }) })
    await row.getByLabel('Base premium').fill('25.555')
    await row.getByLabel('Score offset').fill('')
    await press(page, 'Save')
    await expect(page.getByRole('alert')).toContainText(
      'Base premium has 2 decimals: 25.555 becomes 25.56. Change it, or save again to store 25.56',
    )
    await expect(page.getByRole('alert')).toContainText(
      'Score offset was 5 and is empty now. Enter a number, or save again to leave it empty',
    )
    expect(await stored()).toBe(35)
    await press(page, 'Save')
    await expect(page.getByText('Coverage tier updated successfully!')).toBeVisible()
    expect(await record()).toMatchObject({ base_premium: 25.56, score_offset: null })

    await open(page, 'coverage-tiers', `&edit=coverage-tiers:${id}`)
    const premium = page.getByLabel('Base premium')
    await premium.fill('0')
    await press(page, 'Save changes')
    await expect(page.getByRole('alert')).toContainText(
      'Base premium was $25.56 and is 0 now. Enter a number',
    )
    await expect(page.getByRole('alert')).toContainText('It cannot be saved in any case. Rule 9: ')
    expect(await stored()).toBe(25.56)
    await premium.fill('2O.5')
    await press(page, 'Save changes')
    await expect(page.getByRole('alert')).toContainText(
      'Base premium must be a number from 0 to 1,000,000,000. Write it like 1,500 or 3.5',
    )
    await expect(premium).toHaveValue('2O.5')
    await premium.fill('')
    await press(page, 'Save changes')
    await expect(page.getByRole('alert')).toContainText('Base premium was $25.56 and is empty now')
    expect(await stored()).toBe(25.56)
  } finally {
    expect((await page.request.delete(path)).status()).toBe(200)
  }
})

test('an open row shows all its fields, leads to its impact, and a saved change is named and can be undone', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await signIn(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  // An employer that no applicant names changes the results of no other test.
  const name = unique('Tinworks')
  const data = { employer_name: name, employer_stability_rating: 5, layoff_mentions: 2 }
  const created = await page.request.post('/api/admin/underwriting/employer-risks', { data })
  expect(created.status()).toBe(201)
  const { id } = (await created.json()) as { id: number }
  try {
    await open(page, 'employer-risks', `&row=employer-risks:${id}&q=${encodeURIComponent(name)}`)
    const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Save', exact: true }) })
    await expect(row.getByRole('heading', { name: `Edit employer risk ${name}` })).toBeVisible()
    await expect(row.getByRole('button', { name: 'See the impact' })).toBeVisible()
    await expect(row.getByText('What you save goes live at once.')).toBeVisible()
    const fields = await row.locator('input:not([type=hidden]), select').all()
    expect(fields).toHaveLength(9)
    const boxes = await Promise.all(fields.map((field) => field.boundingBox()))
    for (const box of boxes) expect(box!.x + box!.width).toBeLessThan(1260)

    await row.getByLabel('Stability rating').fill('6.5')
    await row.getByLabel('Layoff mentions').fill('3')
    await press(page, 'Save')
    const message = page.locator('.flash')
    await expect(message).toContainText('Employer risk updated successfully!')
    await expect(message).toContainText('Stability rating: 5 → 6.5; Layoff mentions: 2 → 3.')
    await expect(page.getByText(/^\d+(?: of \d+)? records$/)).toBeVisible()
    await message.getByRole('link', { name: 'Undo' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Undo change \d+$/)
    await expect(page.getByText(`Employer risk ${name}, changed by `)).toBeVisible()

    await open(page, 'employer-risks', `&edit=employer-risks:${id}`)
    const labels = page.locator('.configuration-form .field > label')
    const [first, second] = [await labels.nth(0).boundingBox(), await labels.nth(1).boundingBox()]
    expect(first!.y).toBe(second!.y)
  } finally {
    expect((await page.request.delete(`/api/admin/underwriting/employer-risks/${id}`)).status()).toBe(200)
  }
})

test('a link that is pressed during a save opens after it, and says how it ended', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'without JavaScript the browser leaves at once')
  await signIn(page)
  const employer_name = unique('Millworks')
  const data = { employer_name, layoff_mentions: 2 }
  const created = await page.request.post('/api/admin/underwriting/employer-risks', { data })
  const { id } = (await created.json()) as { id: number }
  try {
    await open(page, 'employer-risks', `&edit=employer-risks:${id}`)
    const hold = () => holdRequests(page, '**/admin/underwriting?*', 'POST')
    let send = await hold()
    await page.getByLabel('Layoff mentions').fill('3')
    await press(page, 'Save changes')
    await expect(page.getByText(/^Trying the new values on 250 sample applicants/)).toBeVisible()
    const portfolio = page.getByRole('banner').getByRole('link', { name: 'Portfolio' })
    await portfolio.click()
    await expect(page.getByRole('dialog')).toContainText('Your changes are being saved.')
    send()
    await expect(page).toHaveURL(/\/admin\/portfolio$/)
    await expect(page.locator('.flash')).toContainText('Layoff mentions: 2 → 3')

    // What is refused is seen where it was typed.
    await open(page, 'employer-risks', `&edit=employer-risks:${id}`)
    send = await hold()
    await page.getByLabel('Stability rating').fill('11')
    await press(page, 'Save changes')
    await portfolio.click()
    await expect(page.getByRole('dialog')).toContainText('Your changes are being saved.')
    send()
    await expect(page.getByRole('alert')).toContainText('Stability rating must be a number from 0 to 10')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  } finally {
    expect((await page.request.delete(`/api/admin/underwriting/employer-risks/${id}`)).status()).toBe(200)
  }
})

test('a link that is pressed after errors, while the page still loads, asks before it leaves', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'without JavaScript the browser leaves at once')
  await signIn(page)
  await open(page, 'coverage-tiers', '&edit=coverage-tiers:1')
  const isLoad = (request: Request) => request.method() === 'GET' && request.url().includes('_data=')
  const load = await holdRequests(page, /\/admin\/underwriting\?.*_data=/, 'GET')
  await page.getByLabel('Base premium').fill('none')
  await press(page, 'Save changes')
  await expect(page.getByRole('alert')).toContainText('Base premium')
  const loaded = page.waitForEvent('requestfinished', isLoad)
  await page.getByRole('banner').getByRole('link', { name: 'Portfolio' }).click()
  await expect(page.getByRole('dialog')).toContainText('Your changes are not saved.')
  load()
  await loaded
  await page.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page).toHaveURL(/\/admin\/portfolio$/)
})

test('on a phone Save and Cancel of an open record stay in view', async ({ page, scripted }) => {
  test.skip(!scripted, 'the style sheets are the same without scripts')
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page)
  for (const way of ['edit', 'row']) {
    await open(page, 'coverage-tiers', `&${way}=coverage-tiers:1`)
    await page.evaluate(() => window.scrollTo(0, 700))
    for (const name of [way === 'edit' ? 'Save changes' : 'Save', 'Cancel'])
      await expect(main(page).getByText(name, { exact: true }), `${way}: ${name}`).toBeInViewport()
  }
})
