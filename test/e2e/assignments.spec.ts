import { application } from '../support/program'
import { expect, signIn, test, violations } from './base'

test('an application is taken, seen among one’s own, and given back', async ({ page, scripted }) => {
  await signIn(page)
  const name = `Tara ${scripted ? 'On' : 'Off'}`
  const sent = await page.request.post('/api/quote-submissions', { data: { ...application, name } })
  const { id } = (await sent.json()) as { id: number }
  await page.goto(`/admin/underwriting/quote/${id}?from=work`)
  await expect(page.getByText('With nobody')).toBeVisible()
  await page.getByRole('button', { name: 'Take' }).click()
  await expect(page.getByText(`Q-${id} is with you.`)).toBeVisible()
  await expect(page.getByText('With you', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/from=work/)
  if (scripted) expect(await violations(page)).toEqual([])

  await page.goto('/admin/work')
  await page.getByRole('link', { name: 'Yours' }).click()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row.getByRole('cell', { name: 'You', exact: true })).toBeVisible()
  await expect(row).toHaveCount(1)
  await page.getByRole('link', { name: 'Not taken' }).click()
  await expect(page).toHaveURL(/with=nobody/)
  await expect(row).toHaveCount(0)

  await page.goto(`/admin/underwriting/quote/${id}`)
  await page.getByRole('link', { name: 'Hand over' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Who works on Q-${id}`)
  await page.getByLabel('With').selectOption({ label: 'Nobody' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`Q-${id} is with nobody now.`)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/quote/${id}$`))
})

test('on a phone, an application is taken from the work, and its name is shown whole', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'the style sheets are the same without scripts')
  await signIn(page)
  const name = `Theodora Longfellow-Cholmondeley ${crypto.randomUUID().slice(0, 4)}`
  const sent = await page.request.post('/api/quote-submissions', { data: { ...application, name } })
  const { id } = (await sent.json()) as { id: number }
  const data = { quote_id: id }
  expect((await page.request.post('/api/admin/underwriting/quote', { data })).status()).toBe(201)
  await page.setViewportSize({ width: 360, height: 740 })
  const row = page.getByRole('row').filter({ hasText: name })
  for (const path of ['/admin/work/send', '/admin/work?with=nobody']) {
    await page.goto(path)
    const cell = row.locator('[data-label=Applicant]')
    const cut = await cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    expect(cut, path).toBe(0)
  }
  const date = await row.locator('[data-label="Answer by"]').boundingBox()
  const decision = await row.getByText('Approved').boundingBox()
  expect(decision?.y).toBeGreaterThanOrEqual((date?.y ?? NaN) + (date?.height ?? NaN) - 1)
  await row.getByRole('button', { name: `Take Q-${id}` }).click()
  const message = page.getByText(`Q-${id} is with you.`)
  await expect(message).toBeVisible()
  // It would cover the next page.
  await page.getByRole('link', { name: 'Batch runs', exact: true }).click()
  await expect(page).toHaveURL(/\/batches$/)
  await expect(message).toHaveCount(0)
})

test('taking an application again on a page that is out of date changes nothing', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await signIn(page)
  const sent = await page.request.post('/api/quote-submissions', { data: application })
  const { id } = (await sent.json()) as { id: number }
  await page.goto(`/admin/underwriting/quote/${id}`)
  await expect(page.getByText('With nobody')).toBeVisible()
  const { user } = (await (await page.request.get('/api/auth/me')).json()) as { user: { id: number } }
  const url = `/api/admin/quotes/${id}/assignment`
  expect((await page.request.put(url, { data: { admin_id: user.id } })).status()).toBe(200)
  await page.getByRole('button', { name: 'Take' }).click()
  await expect(page.getByText(`Q-${id} is with you.`)).toBeVisible()
  for (const admin_id of [0, 'x', {}, 2_000_000_000, undefined])
    expect((await page.request.put(url, { data: { admin_id } })).status()).toBe(422)
  expect(await (await page.request.get(url)).json()).toEqual({ admin_id: user.id })
  await expect(page.getByText('With you', { exact: true })).toBeVisible()
})
