import type { Page } from '@playwright/test'

import { application } from '../support/program'

import { expect, signIn, test, unfold, violations } from './base'

/** Creates an application by a person who is 13 years with the employer, and a result of it. The page is an admin's. */
async function createResult(page: Page, changes: object = {}) {
  const email = `corrected${crypto.randomUUID().slice(0, 8)}@example.com`
  const answers = { ...application, email, quote_email: email, employment_length: 13, ...changes }
  const applied = await page.request.post('/api/quote-submissions', { data: answers })
  expect(applied.status()).toBe(201)
  const { id: quote } = (await applied.json()) as { id: number }
  return { email, quote, result: await run(page, quote) }
}

async function run(page: Page, quote: number) {
  const answer = await page.request.post('/api/admin/underwriting/quote', { data: { quote_id: quote } })
  return ((await answer.json()) as { result: { id: number } }).result.id
}

const reason = 'She wrote that it was a slip of the pen.'

test.beforeEach(async ({ page }) => signIn(page))

test('what an applicant answers is corrected, rated again, and told wherever the earlier result is', async ({
  page,
  scripted,
  mailbox,
}) => {
  const { email, quote, result } = await createResult(page)
  const data = { message: 'Are you there since you were 18?' }
  expect((await page.request.post(`/api/admin/quotes/${quote}/questions`, { data })).status()).toBe(201)
  const link = /\/questions\/[\w-]{43}/.exec(await mailbox.next(email, /^A question about your/))?.[0]
  const answer = { answer: 'I have been there 2 years, not 13.' }
  expect((await page.request.post(`/api${link}`, { data: answer })).ok()).toBe(true)

  await page.goto(`/admin/underwriting/quote/${quote}#questions`)
  await page.locator('#questions').getByRole('link', { name: 'Correct the answers' }).click()
  await expect(page.getByRole('heading', { name: `Correct the answers of Q-${quote}` })).toBeVisible()
  await expect(page.getByText(answer.answer)).toBeVisible()
  await expect(page.getByText(`Ann Doe, ${email}`)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveCount(0)
  if (scripted) expect(await violations(page)).toEqual([])

  const save = page.getByRole('button', { name: 'Save the correction' })
  await unfold(page.getByRole('main'))
  await page.getByLabel('Years employed').fill('200')
  await save.click()
  const errors = page.getByRole('alert')
  await expect(errors).toContainText('Employment length must be a number of years from 0 to 80')
  await expect(errors).toContainText('Say why, such as what the applicant told you')
  await expect(page.getByLabel('Years employed')).toHaveValue('200')
  await page.getByLabel('Years employed').fill('13')
  await page.getByLabel('Reason').fill(reason)
  await save.click()
  await expect(errors).toContainText('Every answer is the stored one.')
  if (!scripted) await unfold(page.getByRole('main')) // a new document
  await expect(page.getByLabel('Reason')).toHaveValue(reason)
  await page.getByLabel('Years employed').fill('2')
  await save.click()

  await expect(page).toHaveURL(new RegExp(`/quote/${quote}$`))
  await expect(page.getByText('The correction is saved. Run underwriting')).toBeVisible()
  const told = 'Years employed: 13 years → 2 years'
  await expect(page.locator('#timeline').getByRole('listitem').first()).toContainText(
    `corrected ${told}. “${reason}”`,
  )
  const panel = page.locator('#result')
  await expect(panel).toContainText('The application was corrected after this result')
  await expect(panel).toContainText(told)
  const rows = page.getByRole('table', { name: 'Underwriting results, newest first' })
  const older = rows.getByRole('row').filter({ has: page.getByRole('rowheader', { name: String(result) }) })
  await expect(older).toContainText('before a correction')
  if (scripted) expect(await violations(page)).toEqual([])

  await page.goto(`/admin/underwriting/result/${result}`)
  await expect(page.getByRole('main')).toContainText(
    `The application was corrected after this result. ${told}.`,
  )
  if (scripted) expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'Run underwriting again' }).click()
  await panel.getByRole('link', { name: 'Run underwriting again' }).click()
  const again = page.getByRole('button', { name: 'Run Underwriting for this Quote' })
  if (scripted) await expect(again).toBeFocused()
  await again.click()
  await expect(page.getByText('Underwriting completed successfully!')).toBeVisible()
  await expect(panel).not.toContainText('corrected')
  await expect(older).toContainText('before a correction')
  await expect(rows.getByText('before a correction')).toHaveCount(1)

  await page.goto(`/admin/underwriting/offer/${result}`)
  await expect(page.getByRole('main')).toContainText(`corrected after this result. ${told}.`)
  if (scripted) expect(await violations(page)).toEqual([])
  await page.getByLabel(`Send result ${result} all the same`).check()
  await page.getByRole('button', { name: 'Send it' }).click()
  await expect(page.getByText('The result is on its way to its applicant.')).toBeVisible()
  await page.goto(`/admin/underwriting/quote/${quote}`)
  await expect(page.getByText('It was made before the application was corrected.')).toBeVisible()

  await page.goto(`/admin/audit?record=Q-${quote}&action=correct`)
  await unfold(page.getByRole('main'))
  await expect(page.getByRole('row', { name: /^Years employed \(changed\) 13 2/ })).toBeVisible()
  await page.goto(`/admin/search?q=correct+${quote}`)
  await page.getByRole('link', { name: `Correct the answers of Q-${quote} Ann Doe` }).click()
  await expect(page.getByLabel('Years employed')).toHaveValue('2')
})

test('a correction of two admins at once loses neither', async ({ page, openPage, scripted }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const { quote } = await createResult(page)
  const path = `/admin/underwriting/correct/${quote}`
  await page.goto(path)
  const colleague = await openPage()
  await signIn(colleague)
  await colleague.goto(path)
  await unfold(colleague.getByRole('main'))
  await colleague.getByLabel('Years employed').fill('2')
  await colleague.getByLabel('Reason').fill(reason)
  await colleague.getByRole('button', { name: 'Save the correction' }).click()
  await expect(colleague.getByText('The correction is saved.')).toBeVisible()

  await unfold(page.getByRole('main'))
  await page.getByLabel('Years employed').fill('14')
  await page.getByLabel('Years employed').fill('13') // as it was
  await page.getByLabel('Monthly income').fill('5000')
  await page.getByLabel('Reason').fill('She earns more now.')
  await page.getByRole('button', { name: 'Save the correction' }).click()
  await expect(page.getByRole('alert')).toContainText('This application was corrected since you opened it')
  await expect(page.getByText('Years employed: 13 years → 2 years')).toBeVisible()
  await expect(page.getByLabel('Years employed')).toHaveValue('2')
  await expect(page.getByLabel('Monthly income')).toHaveValue('5000')
  await expect(page.getByLabel('Reason')).toHaveValue('She earns more now.')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Save the correction' }).click()
  await expect(page.getByText('The correction is saved.')).toBeVisible()
  const stored = await page.request.get(`/api/admin/quote-submissions/${quote}`)
  expect(await stored.json()).toMatchObject({ employment_length: 2, income: 5000 })
})

test('a restored draft that is older than a correction conflicts once, and then is saved on top of it', async ({
  page,
  openPage,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const { quote } = await createResult(page)
  const path = `/admin/underwriting/correct/${quote}`
  page.on('dialog', (dialog) => void dialog.accept())
  const save = page.getByRole('button', { name: 'Save the correction' })
  const type = async () => {
    await page.getByLabel('Monthly income').fill('5000')
    await page.getByLabel('Reason').fill('She earns more now.')
  }
  await page.goto(path)
  await unfold(page.getByRole('main'))
  await type()
  await page.goto('/admin/work')

  const colleague = await openPage()
  await signIn(colleague)
  const correct = async (years: string) => {
    await colleague.goto(path)
    await unfold(colleague.getByRole('main'))
    await colleague.getByLabel('Years employed').fill(years)
    await colleague.getByLabel('Reason').fill(reason)
    await colleague.getByRole('button', { name: 'Save the correction' }).click()
    await expect(colleague.getByText('The correction is saved.')).toBeVisible()
  }
  await correct('2')

  const isUpToDate = async (years: string) => {
    await expect(page.getByLabel('Years employed')).toHaveValue(years)
    await expect(page.getByLabel('Monthly income')).toHaveValue('5000')
    await expect(page.getByLabel('Reason')).toHaveValue('She earns more now.')
  }
  await page.goto(path)
  await expect(page.getByText(/^Your unsaved changes of \d\d:\d\d are shown\.$/)).toBeVisible()
  await isUpToDate('13')
  await save.click()
  await expect(page.getByText('Years employed: 13 years → 2 years')).toBeVisible()
  await isUpToDate('2')
  await page.reload()
  await expect(page.getByText(/^Your unsaved changes of \d\d:\d\d are shown\.$/)).toBeVisible()
  await isUpToDate('2')

  await correct('4')
  await save.click()
  await expect(page.getByText('Years employed: 2 years → 4 years')).toBeVisible()
  await isUpToDate('4')
  await save.click()
  await expect(page.getByText('The correction is saved.')).toBeVisible()
  const stored = await page.request.get(`/api/admin/quote-submissions/${quote}`)
  expect(await stored.json()).toMatchObject({ employment_length: 4, income: 5000 })
})

test('a referral that was corrected since has to run again before somebody decides on it', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const { quote, result } = await createResult(page, { children_count: 3, family_size: 3 })
  await page.goto(`/admin/underwriting/quote/${quote}`)
  await page.getByRole('button', { name: 'Take', exact: true }).click()
  await expect(page.getByText('With you', { exact: true })).toBeVisible()
  await page.goto('/admin/work?with=me')
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: `Q-${quote}`, exact: true }) })
  await expect(row).toContainText('Children: contradicts the family size')
  await row.getByRole('link', { name: `Decide Q-${quote}` }).click()
  await expect(page).toHaveURL(new RegExp(`/result/${result}\\?from=.*#decision$`))
  const trail = page.getByRole('navigation', { name: 'Breadcrumbs' })
  await expect(trail.getByRole('link', { name: 'Work' })).toHaveAttribute('href', '/admin/work?with=me')
  const decision = page.locator('#decision')
  await page.goto(`/admin/underwriting/correct/${quote}`)
  const doubted = page.getByRole('group', { name: 'In doubt' })
  await expect(doubted.getByLabel('Children')).toHaveAccessibleDescription(
    '3 children do not fit a family of 3.',
  )
  await expect(doubted.getByLabel('Family size')).toBeVisible()
  await expect(page.getByLabel('Monthly income')).toBeHidden()
  await page.goto(`/admin/underwriting/result/${result}#decision`)
  await decision.getByLabel('Decision', { exact: true }).selectOption('accepted')
  await decision.getByLabel('Reason').selectOption('confirmed')
  const words = 'The applicant confirmed it on the phone.'
  await decision.getByLabel('Your words').fill(words)

  const data = { employment_length: 2, reason }
  expect((await page.request.post(`/api/admin/quotes/${quote}/corrections`, { data })).ok()).toBe(true)
  await decision.getByRole('button', { name: 'Save the decision' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'The application was corrected after this result. Run it again, and decide on the new result.',
  )
  await expect(decision.getByRole('blockquote')).toHaveText(words) // the form is gone
  await expect(decision.getByLabel('Your words')).toHaveCount(0)

  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto('/admin/work?with=me')
  await expect(page.locator('#again').locator(row)).toBeVisible()
  await expect(row).not.toContainText('contradicts')
  await row.getByRole('button', { name: `Run again Q-${quote}` }).click()
  await expect(page.getByText('Underwriting completed successfully!')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/quote/${quote}\\?`))
  await page.goto('/admin/work?with=me')
  await expect(row.getByRole('link', { name: `Decide Q-${quote}` })).toBeVisible()
})

test('a correction tells of the offer that its applicant has, and leads back to the list', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const { quote, result } = await createResult(page)
  const path = `/admin/underwriting/quote/${quote}?from=work`
  const live = page.getByText(`The offer of result ${result} is live`)
  await page.goto(path)
  await page.getByRole('link', { name: 'Correct the answers' }).click()
  await expect(page.getByRole('heading', { name: `Correct the answers of Q-${quote}` })).toBeVisible()
  await expect(live).toHaveCount(0)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(path)

  await page.goto(`/admin/underwriting/offer/${result}`)
  await page.getByRole('button', { name: 'Send it' }).click()
  await expect(page.getByText('The result is on its way to its applicant.')).toBeVisible()
  await page.goto(path)
  await page.getByRole('link', { name: 'Correct the answers' }).click()
  await expect(live).toBeVisible()
  const offer = `/admin/underwriting/result/${result}#offer`
  const link = page.getByRole('main').getByRole('link', { name: `the offer of result ${result}` })
  await expect(link).toHaveAttribute('href', offer)
  expect(await violations(page)).toEqual([])
  await unfold(page.getByRole('main'))
  await page.getByLabel('Years employed').fill('2')
  await page.getByRole('button', { name: 'Save the correction' }).click()
  await expect(page.getByRole('alert')).toContainText('Say why')
  await expect(live).toBeVisible()
  await page.getByLabel('Reason').fill(reason)
  await page.getByRole('button', { name: 'Save the correction' }).click()
  await expect(page).toHaveURL(path)
  await expect(live).toContainText('and was made before it: withdraw it')
  await page.getByRole('link', { name: `Look at the offer of result ${result}` }).click()
  await expect(page).toHaveURL(offer)

  // What the applicant has counts again after the correction is taken back, and not the result in between.
  await page.request.post('/api/admin/underwriting/quote', { data: { quote_id: quote } })
  await page.goto(path)
  const panel = page.locator('#result')
  await expect(panel).toContainText('An earlier result is with the applicant')
  await page.getByRole('link', { name: 'Correct the answers' }).click()
  await expect(page.getByRole('heading', { name: `Correct the answers of Q-${quote}` })).toBeVisible()
  await unfold(page.getByRole('main'))
  await page.getByLabel('Years employed').fill('13')
  await page.getByLabel('Reason').fill(reason)
  await page.getByRole('button', { name: 'Save the correction' }).click()
  await expect(page.getByText(`The offer of result ${result} holds`)).toBeVisible()
  await expect(panel).toContainText('An earlier result holds again')
  await expect(panel.getByRole('link', { name: /^Send/ })).toHaveCount(0)
  expect(await violations(page)).toEqual([])
})

test('the changes and their price are shown before they are saved, in whatever group they are', async ({
  page,
  scripted,
}) => {
  const { quote } = await createResult(page, { children_count: 3, family_size: 3 })
  const path = `/admin/underwriting/correct/${quote}`
  const panel = page.getByRole('region', { name: 'Your changes' })
  const show = page.getByRole('button', { name: 'Show the price first' })
  const ask = async () => (scripted ? expect(show).toHaveCount(0) : show.click())
  await page.goto(path)
  await page.getByLabel('Family size').fill('5')
  await page.getByText('Employment', { exact: true }).last().click()
  await page.getByLabel('Years employed').fill('200')
  await ask()
  await expect(panel).toContainText('Family size: 3 → 5')
  const wrong = panel.getByRole('link', { name: 'Employment length must be a number of years from 0 to 80' })
  await expect(wrong).toBeVisible()
  if (scripted) {
    await page.getByText('Employment', { exact: true }).last().click()
    await expect(page.getByLabel('Years employed')).toBeHidden()
    await wrong.click()
    await expect(page.getByLabel('Years employed')).toBeFocused()
  }
  await page.getByLabel('Years employed').fill('2')
  await ask()
  await expect(panel).toContainText('Years employed: 13 years → 2 years')
  await expect(panel).toContainText(/Run today: Referred, \$[\d.]+ a month.*Approved, \$[\d.]+ a month/)
  if (scripted) expect(await violations(page)).toEqual([])
  const stored = await page.request.get(`/api/admin/quote-submissions/${quote}`)
  expect(await stored.json()).toMatchObject({ employment_length: 13, family_size: 3 })

  if (scripted) {
    // A restored draft unfolds the groups that it has changed.
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(page.getByLabel('Years employed')).toHaveValue('2')
    await expect(panel).toContainText('Years employed: 13 years → 2 years')
    await expect(page.getByLabel('Years employed')).toBeVisible()
    await expect(page.getByLabel('Phone')).toBeHidden()
  }
  await page.setViewportSize({ width: 360, height: 740 })
  if (scripted) {
    await page.evaluate(() => window.scrollTo(0, 0))
    await expect(page.getByText('2 changes: $')).toBeInViewport()
    await page.getByRole('link', { name: 'Review' }).click()
    await expect(panel.getByLabel('Reason')).toBeInViewport()
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.getByLabel('Reason').fill(reason)
  await page.getByRole('button', { name: 'Save the correction' }).click()
  await expect(page.getByText('The correction is saved.')).toBeVisible()
})

test('what cannot be priced is said, and priced once the connection is back', async ({
  page,
  context,
  scripted,
}) => {
  test.skip(!scripted, 'without JavaScript nothing is priced before it is asked for')
  const { quote } = await createResult(page, { children_count: 3, family_size: 3 })
  await page.goto(`/admin/underwriting/correct/${quote}`)
  const panel = page.getByRole('region', { name: 'Your changes' })
  await expect(panel).toContainText('No answer is changed yet.')
  await context.setOffline(true)
  await page.getByLabel('Family size').fill('5')
  await expect(panel).toContainText('The service cannot be reached. What you typed is kept here')
  await page.getByRole('button', { name: 'Show the price first' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to work out the price. Please try again.')
  await expect(page.getByRole('alert')).not.toContainText('It may have arrived')
  await context.setOffline(false)
  await expect(panel).toContainText('Family size: 3 → 5')
  await expect(page.getByLabel('Family size')).toHaveValue('5')
})

test('what is typed survives a broken connection and a reload', async ({ page, scripted }) => {
  test.skip(!scripted, 'without JavaScript the browser shows its own page')
  const { quote } = await createResult(page)
  const path = `/admin/underwriting/correct/${quote}`
  await page.goto(path)
  await unfold(page.getByRole('main'))
  await page.getByLabel('Years employed').fill('2')
  await page.getByLabel('Reason').fill(reason)
  await page.route(`**${path}*`, async (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await page.getByRole('button', { name: 'Save the correction' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to save the correction. Please try again.')
  await page.unroute(`**${path}*`)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByLabel('Years employed')).toHaveValue('2')
  await expect(page.getByLabel('Reason')).toHaveValue(reason)
  await page.getByRole('button', { name: 'Save the correction' }).click()
  await expect(page.getByText('The correction is saved.')).toBeVisible()
})

test('the results of a quote tell what a person offers in place of what was rated', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  const { quote, result } = await createResult(page, { children_count: 3, family_size: 3 })
  const data = {
    verdict: 'changed',
    reason: 'lower',
    coverage: 4000,
    words: 'She needs less than she asked for.',
    told: 'We offer the cover that fits your income.',
  }
  const decided = await page.request.post(`/api/admin/underwriting/results/${result}/decision`, { data })
  expect(decided.status()).toBe(201)
  await page.goto(`/admin/underwriting/quote/${quote}`)
  const rows = page.getByRole('table', { name: 'Underwriting results, newest first' })
  const row = rows.getByRole('row').filter({ has: page.getByRole('rowheader', { name: String(result) }) })
  await expect(row).toContainText(/\$4,000\.00rated \$[\d,]+\.\d\d/)
  await expect(row.getByText(/^rated \$/)).toHaveCount(3)
  await expect(row).toContainText('Changed')
  await page.goto(`/admin/underwriting/result/${result}`)
  const figure = page.locator('.stat').filter({ hasText: 'Max coverage' })
  await expect(figure.locator('.stat-value')).toHaveText('$4,000.00')
  await expect(figure).toContainText(/offered; rated: \$[\d,]+\.\d\d/)
  await expect(page.getByRole('main')).toContainText(
    'Ann Doe, Analyst at Brightloom Software, 13 years, states',
  )

  // A newer result replaces a referral that nobody has decided on.
  const other = await createResult(page, { children_count: 3, family_size: 3 })
  await run(page, other.quote)
  await page.goto(`/admin/underwriting/quote/${other.quote}`)
  await expect(rows.getByText('Replaced')).toHaveCount(1)
  await page.goto(`/admin/underwriting/results?quote=${other.quote}&decision=referred`)
  await expect(page.getByText(/^1 of 1 result, of \d+ in all/)).toBeVisible()
  await page.goto(`/admin/underwriting/results?quote=${other.quote}&decision=replaced`)
  await expect(page.getByRole('link', { name: String(other.result), exact: true })).toBeVisible()
})

test('an error that another answer makes needless goes, and a doubt about an answer that is changed', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'without JavaScript an error stays until the form is sent again')
  const { quote, result } = await createResult(page, { children_count: 3, family_size: 3 })
  await page.goto(`/admin/underwriting/result/${result}#decision`)
  const decision = page.locator('#decision')
  await decision.getByLabel('Decision', { exact: true }).selectOption('Decline')
  await decision.getByLabel('Reason').selectOption('risk')
  await decision.getByLabel('Your words').fill('It is all confirmed now.')
  await decision.getByRole('button', { name: 'Save the decision' }).click()
  const told = decision.getByText('Tell the applicant the main reason, in a sentence')
  await expect(told).toHaveCount(2)
  await decision.getByLabel('Decision', { exact: true }).selectOption('Accept as rated')
  await expect(told).toHaveCount(0)

  await page.goto(`/admin/underwriting/correct/${quote}`)
  const doubt = page.locator('form').getByText('3 children do not fit a family of 3.')
  await expect(doubt).toBeVisible()
  await page.getByLabel('Children', { exact: true }).fill('1')
  await expect(doubt).toHaveCount(0)
  await page.getByLabel('Children', { exact: true }).fill('3')
  await expect(doubt).toBeVisible()
  await unfold(page.getByRole('main'))
  await page.getByLabel('Other job role').fill('')
  await page.getByLabel('Reason').fill(reason)
  await page.getByRole('button', { name: 'Save the correction' }).click()
  const alert = page.getByRole('alert')
  await expect(alert.getByRole('link')).toHaveCount(1)
  await page.getByLabel('Job role', { exact: true }).selectOption({ index: 1 })
  await expect(alert).toHaveCount(0)
})
