import { expect, signIn, test, violations } from './base'

const rules = '/admin/underwriting/state-rules'

test('an admin keeps the rules of the states, and sees the fairness of the engine', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await signIn(page)
  await page.goto(rules)

  // A mistake is named at its field, and what was typed is still there.
  await page.getByLabel('State').selectOption('WY')
  await page.getByLabel('Source').fill('Example Code 1')
  await page.getByRole('button', { name: 'Add the rule' }).click()
  await expect(page.getByRole('link', { name: 'Choose a factor' })).toBeVisible()
  await expect(page.getByLabel('State')).toHaveValue('WY')
  await expect(page.getByLabel('Source')).toHaveValue('Example Code 1')
  await page.getByLabel('Factor').selectOption('pay_type')
  await page.getByRole('button', { name: 'Add the rule' }).click()
  const row = page.getByRole('row', { name: /Wyoming/ })
  await expect(row).toContainText('Example Code 1')
  await expect(page.getByLabel('Source')).toHaveValue('')

  await row.getByRole('link', { name: /Edit/ }).click()
  await expect(page.getByRole('heading', { name: 'Change the rule of WY' })).toBeVisible()
  await page.getByLabel('Note').fill('Asked counsel')
  await page.getByRole('button', { name: 'Save the rule' }).click()
  await expect(row).toContainText('Asked counsel')
  expect(await violations(page)).toEqual([])
  await row.getByRole('link', { name: /Delete/ }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('The rule is deleted.')).toBeVisible()
  await expect(row).toHaveCount(0)

  await page.getByRole('link', { name: 'Fairness' }).click()
  await page.getByRole('link', { name: 'Bundled population' }).click()
  // What the groups come to is said; the figures of each are folded up.
  const fold = page
    .locator('summary')
    .filter({ has: page.getByRole('heading', { name: 'Sex', exact: true }) })
  await expect(fold).toContainText(
    /^Sex 2 groups, (none|1) below 0\.80\. Approved least: (Male|Female), [01]\.\d{3}/,
    {
      timeout: 30_000,
    },
  )
  const groups = page.getByRole('table', { name: 'Sex', exact: true })
  await expect(groups).toBeHidden()
  await fold.click()
  await expect(groups).toContainText('Female')
  // Other tests change the tiers: the figure is that of the rows, and leads to them.
  const figure = page.locator('dl > div').filter({ hasText: 'Below four fifths' })
  const rows = page.getByRole('table', { name: 'Below four fifths' }).locator('tbody tr')
  const count = await rows.count()
  await expect(figure).toContainText(`Below four fifths${count}`)
  if (count > 0) {
    await figure.getByRole('link').click()
    await expect(rows.first()).toBeInViewport()
  } else await expect(figure.getByRole('link')).toHaveCount(0)
  await expect(page.getByText('A group of fewer than 30 people is not shown.')).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('what is typed into the rule of a state is there after the page was left or reloaded', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'it is kept by a script')
  await signIn(page)
  await page.goto(rules)
  await page.getByLabel('Source').fill('Example Code 2, which took long to find')
  await page.getByRole('link', { name: 'Fairness' }).click()
  await expect(page.getByRole('heading', { name: 'Fairness', level: 1 })).toBeVisible()
  await page.goto(rules)
  await expect(page.getByLabel('Source')).toHaveValue('Example Code 2, which took long to find')
  await expect(page.getByText(/^Your unsaved changes of \d\d:\d\d are shown\.$/)).toBeVisible()
  await page.getByLabel('State').selectOption('WY')
  await page.getByLabel('Factor').selectOption('union')
  await page.getByRole('button', { name: 'Add the rule' }).click()
  const row = page.getByRole('row', { name: /Wyoming/ })
  await expect(row).toContainText('Example Code 2')
  await page.reload()
  await expect(page.getByLabel('Source')).toHaveValue('')
  await row.getByRole('link', { name: /Delete/ }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(row).toHaveCount(0)
})
