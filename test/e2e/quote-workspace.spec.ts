import { application } from '../support/program'

import { expect, post, signIn, test, unfold } from './base'

const contradicting = { children_count: 3, family_size: 3, bankruptcy_history: 'Chapter 7' }

test('an underwriter reads what stands out, tries other answers, and goes on to the next quote of the list', async ({
  page,
  scripted,
}) => {
  await signIn(page)
  const name = `Zelda ${crypto.randomUUID().slice(0, 8)}`
  const send = async (changes: object) => {
    const data = { ...application, name, ...changes }
    const sent = await page.request.post('/api/quote-submissions', { data })
    return ((await sent.json()) as { id: number }).id
  }
  const [first, second] = [await send({}), await send(contradicting)]

  // From a list that shows these two alone, the newest first.
  await page.goto(`/admin/submissions?tab=quotes&q=${encodeURIComponent(name)}`)
  await page.getByRole('row').filter({ hasText: name }).first().getByRole('link', { name: /View/ }).click()
  await page.getByRole('link', { name: 'View Full Underwriting Details' }).click()
  await expect(page.getByRole('heading', { name: `Quote Q-${second}` })).toBeVisible()
  await expect(page.getByText('Contradicts the family size')).toHaveCount(0)

  await page.getByRole('button', { name: 'Run Underwriting for this Quote' }).click()
  await expect(page.getByRole('link', { name: 'Contradicts the family size' })).toHaveAttribute(
    'href',
    new RegExp(`/correct/${second}\\?from=[^#]+#children_count$`),
  )
  await expect(page.getByText(/^Bankruptcy adds \$/)).toBeVisible()
  const panel = page.locator('#result')
  await expect(panel).toContainText('Referred')
  await expect(panel).toContainText(/[A-Z][^.]* [+−]\$\d+\.\d\d, .*[+−]\$\d+\.\d\d, .*[+−]\$\d+\.\d\d\./)
  await expect(panel.getByRole('link', { name: 'Decide on it' })).toHaveAttribute(
    'href',
    /\/result\/\d+#decision$/,
  )
  const timeline = page.locator('#timeline')
  await expect(timeline.getByRole('listitem').first()).toContainText('ran underwriting: referred')
  await expect(timeline.getByRole('listitem').last()).toContainText('The applicant sent the application')

  const results = page.getByRole('link', { name: /^View Details/ })
  const stored = await results.count() // another test may have run all applications

  // Bad values stand beside their field, and stay.
  const trial = page.locator('#what-if')
  await trial.getByText('What if', { exact: true }).click()
  await trial.getByLabel('Years with the employer').fill('lots')
  await trial.getByRole('button', { name: 'Work it out' }).click()
  await expect(trial.getByRole('alert')).toContainText('Enter the years with the employer, from 0 to 80')
  await expect(trial.getByLabel('Years with the employer')).toHaveValue('lots')
  await expect(trial.getByLabel('Years with the employer')).toHaveAttribute('aria-invalid', 'true')
  await trial.getByLabel('Years with the employer').fill('8')
  await trial.getByLabel('Tier').selectOption('Elite')
  await trial.getByLabel('Employer', { exact: true }).fill('Granite Quay Builders')
  await trial.getByRole('button', { name: 'Work it out' }).click()
  await expect(trial.getByRole('status')).toContainText(
    /Referred, \$[\d.]+ a month.*Referred, \$[\d.]+ a month/,
  )
  await expect(trial.getByRole('status')).toContainText(
    'With tier Elite, 8 years with the employer, employer Granite Quay Builders:',
  )
  await expect(trial.getByRole('row', { name: /^Layoffs of the employer/ })).toContainText(
    'Granite Quay Builders',
  )
  await expect(trial.getByLabel('Tier')).toHaveValue('Elite')
  await expect(results).toHaveCount(stored)

  // The list is still known.
  const list = page.getByRole('navigation', { name: 'The list of quotes' })
  await expect(list.getByRole('link', { name: /^Previous/ })).toHaveCount(0)
  await list.getByRole('link', { name: `Next Q-${first}` }).click()
  await expect(page.getByRole('heading', { name: `Quote Q-${first}` })).toBeVisible()
  await trial.getByText('What if', { exact: true }).click()
  await expect(trial.getByLabel('Years with the employer')).toHaveValue('')
  await expect(list.getByRole('link', { name: /^Next/ })).toHaveCount(0)
  await list.getByRole('link', { name: `Previous Q-${second}` }).click()
  await expect(page.getByRole('heading', { name: `Quote Q-${second}` })).toBeVisible()
  await list.getByRole('link', { name: 'Back to the list' }).click()
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(2)
  if (scripted) await expect(page).toHaveURL(/q=Zelda/)

  // The record of an application says the same of its answers, and leads through the same list.
  await page.goto(`/admin/submissions/quotes/${second}?q=${encodeURIComponent(name)}`)
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText(`Q-${second}, ${name}`)
  await expect(page.getByRole('main')).toContainText(/Referred\$\d+\.\d\d a month/)
  await expect(page.getByRole('link', { name: 'Contradicts the family size' })).toHaveAttribute(
    'href',
    new RegExp(`/correct/${second}\\?from=[^#]+#children_count$`),
  )
  await page.getByRole('link', { name: `Next Q-${first}` }).click()
  await expect(title).toHaveText(`Q-${first}, ${name}`)
  await expect(page.getByRole('main')).toContainText('Not run yet')
  await expect(page.getByRole('link', { name: `Previous Q-${second}` })).toBeVisible()
})

test('a trial that does not reach the server shows neither the errors nor the answer of an earlier one', async ({
  page,
  context,
  scripted,
}) => {
  test.skip(!scripted, 'a browser says so by itself')
  await signIn(page)
  const { id } = await post(page, '/api/quote-submissions', application)
  await page.goto(`/admin/underwriting/quote/${id}`)
  const trial = page.locator('#what-if')
  const years = trial.getByLabel('Years with the employer')
  const tryIt = () => trial.getByRole('button', { name: 'Work it out' }).click()
  const tryOffline = async () => {
    await context.setOffline(true)
    await tryIt()
    await expect(trial.getByRole('alert')).toHaveText([
      'The server could not be reached. Check your connection and try again.',
    ])
    await expect(trial.getByRole('status')).toBeEmpty()
    await context.setOffline(false)
  }
  await unfold(trial)
  await years.fill('lots')
  await tryIt()
  await expect(trial.getByRole('alert')).toContainText('Enter the years with the employer')
  await years.fill('8')
  await tryOffline()
  await page.route('**/healthz', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }))
  await tryIt()
  await expect(trial.getByRole('alert')).toContainText('The server could not be reached.')
  await page.unrouteAll()
  await tryIt()
  await expect(trial.getByRole('status')).toContainText('a month')
  await years.fill('1')
  await tryOffline()
  await expect(years).toHaveValue('1')
  await tryIt()
  await expect(trial.getByRole('status')).toContainText('a month')
})

test('what an underwriter offers instead stands in place of what the engine rated', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await signIn(page)
  const data = { ...application, ...contradicting }
  const { id } = (await (await page.request.post('/api/quote-submissions', { data })).json()) as {
    id: number
  }
  const run = await page.request.post('/api/admin/underwriting/quote', { data: { quote_id: id } })
  const { result } = (await run.json()) as { result: { id: number; monthly_premium: number } }
  const decision = {
    verdict: 'changed',
    reason: 'lower',
    coverage: 4000,
    words: 'She needs less than she asked for.',
    told: 'We offer the cover that fits your income.',
  }
  const decided = await page.request.post(`/api/admin/underwriting/results/${result.id}/decision`, {
    data: decision,
  })
  expect(decided.status()).toBe(201)
  await page.goto(`/admin/underwriting/quote/${id}`)
  const panel = page.locator('#result')
  await expect(panel.getByRole('definition').first()).toHaveText('$4,000.00')
  await expect(panel).toContainText(
    `The engine rated $8,000.00 at $${result.monthly_premium.toFixed(2)} a month.`,
  )
  await expect(panel.getByRole('link', { name: 'Send to the applicant' })).toBeVisible()
  await expect(panel).not.toContainText(decision.words)
  await expect(page.locator('#timeline')).toContainText('accepted the referred result with changes')
  await expect(page.locator('#timeline')).not.toContainText(decision.words)
})

test('a change of the employer’s risk record after a result makes another run the first act', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await signIn(page)
  const employer = `Kestrel ${crypto.randomUUID().slice(0, 8)}`
  const employers = '/api/admin/underwriting/employer-risks'
  const record = { employer_name: employer, industry: 'Information', layoff_frequency: 1 }
  const created = await page.request.post(employers, { data: record })
  const { id } = (await created.json()) as { id: number }
  const sent = await page.request.post('/api/quote-submissions', {
    data: { ...application, employer_name: employer, industry: 'Information' },
  })
  const quote = ((await sent.json()) as { id: number }).id
  await page.request.post('/api/admin/underwriting/quote', { data: { quote_id: quote } })
  await page.goto(`/admin/underwriting/quote/${quote}`)
  const run = page.getByRole('button', { name: 'Run Underwriting for this Quote' })
  await expect(run).toHaveClass(/button-secondary/)
  const changed = page.getByText('The employer’s risk record was changed after this result.')
  await expect(changed).toHaveCount(0)

  await page.request.put(`${employers}/${id}`, { data: { ...record, layoff_frequency: 3 } })
  await page.reload()
  await expect(changed).toBeVisible()
  await expect(run).toHaveClass(/button-primary/)
  await run.click()
  await expect(page.getByText('Underwriting completed successfully!')).toBeVisible()
  await page.goto(`/admin/underwriting/quote/${quote}`)
  await expect(changed).toHaveCount(0)
})

test('the next act is the one primary button, on the first screen', async ({ page, scripted }) => {
  test.skip(!scripted, 'the style sheets are the same without scripts')
  await signIn(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  const email = `next${crypto.randomUUID().slice(0, 8)}@example.com`
  const referred = { ...application, email, quote_email: email, children_count: 3, family_size: 3 }
  const sent = await page.request.post('/api/quote-submissions', { data: referred })
  const { id } = (await sent.json()) as { id: number }
  const primary = page.getByRole('main').locator('.button-primary')
  const expectNext = async (name: string) => {
    await page.goto(`/admin/underwriting/quote/${id}`)
    await expect(primary).toHaveText([name])
    await expect(primary).toBeInViewport({ ratio: 1 })
  }
  await expectNext('Run Underwriting for this Quote')
  const run = await page.request.post('/api/admin/underwriting/quote', { data: { quote_id: id } })
  const { result } = (await run.json()) as { result: { id: number } }
  await expectNext('Decide on it')
  const decision = { verdict: 'accepted', reason: 'confirmed', words: 'Confirmed on the phone.' }
  await page.request.post(`/api/admin/underwriting/results/${result.id}/decision`, { data: decision })
  await expectNext('Send to the applicant')
})

test('on a phone the figures come first, and the rest is folded', async ({ page, scripted }) => {
  test.skip(!scripted, 'the style sheets are the same without scripts')
  await signIn(page)
  const sent = await page.request.post('/api/quote-submissions', { data: application })
  const { id } = (await sent.json()) as { id: number }
  await page.request.post('/api/admin/underwriting/quote', { data: { quote_id: id } })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/admin/underwriting/quote/${id}?from=work`)
  const panel = page.locator('#result')
  await expect(page.getByText('Ann Doe, Analyst at Brightloom Software')).toBeInViewport()
  await expect(panel.locator('.panel-price')).toContainText('a month')
  await expect(panel.locator('.panel-price')).toBeInViewport()
  const act = panel.getByRole('link', { name: 'Send to the applicant' })
  await expect(act).toBeInViewport({ ratio: 1 })
  const reached = panel.getByRole('link', { name: 'See how it was reached' })
  await expect(reached).toBeHidden()
  await panel.getByText('Why', { exact: true }).click()
  await expect(reached).toBeVisible()
  await page.getByRole('button', { name: /run/i }).click() // the only one of the page
  await expect(page.getByText('Underwriting completed successfully!')).toBeVisible()
  await expect(page).toHaveURL(/from=work/)
  const trail = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link')
  await expect(trail).toHaveText(['Work', 'Underwriting Engine'])
  await expect(trail.first()).toHaveAttribute('href', '/admin/work')
})
