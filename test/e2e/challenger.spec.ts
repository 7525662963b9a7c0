import { application } from '../support/program'
import { expect, signIn, test, violations } from './base'

test('an admin names a challenger, sees new runs compared, ends it, and keeps the evidence of a decision', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  await signIn(page)
  // Another version goes live, so that the earlier one can be compared with it.
  const code = '/api/admin/underwriting/code'
  const { code: source } = (await (await page.request.get(code)).json()) as { code: string }
  const saved = await page.request.post(code, { data: { code: `${source}// ${crypto.randomUUID()}\n` } })
  expect(saved.status()).toBe(200)
  const { backup } = (await saved.json()) as { backup: string }
  const sent = await page.request.post('/api/quote-submissions', { data: application })
  const { id } = (await sent.json()) as { id: number }

  await page.goto('/admin/underwriting/code')
  await page.getByRole('link', { name: 'Challenger' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Challenger')
  // A mistake is named at its field, and what was chosen is still there.
  await page.getByLabel('Version', { exact: true }).selectOption({ label: await optionOf(backup) })
  await page.getByRole('button', { name: 'Name it the challenger' }).click()
  await expect(
    page.getByRole('link', { name: 'Say why this version runs beside the live one' }),
  ).toBeVisible()
  await expect(page.getByLabel('Version', { exact: true })).not.toHaveValue('')
  await page.getByLabel('Reason').fill('To compare')
  await page.getByRole('button', { name: 'Name it the challenger' }).click()
  await expect(page.getByRole('heading', { name: `Challenger: ${backup}` })).toBeVisible()

  const run = await page.request.post('/api/admin/underwriting/quote', { data: { quote_id: id } })
  const { result } = (await run.json()) as { result: { id: number } }
  const list = page.getByRole('table', { name: 'All runs of the challenger, newest first' })
  await expect(async () => {
    await page.goto('/admin/underwriting/challenger')
    await expect(list.getByRole('row', { name: `Q-${id}` })).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 60_000 })
  await expect(list.getByRole('row', { name: `Q-${id}` })).toContainText('$0.00')
  expect(await violations(page)).toEqual([])

  await page.getByRole('button', { name: 'End the challenger' }).click()
  await expect(page.getByRole('link', { name: 'Say why the challenger ends' })).toBeVisible()
  await page.getByLabel('Reason for ending it').fill('Seen enough')
  await page.getByRole('button', { name: 'End the challenger' }).click()
  await expect(page.getByText('The challenger has ended. Its results stay.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Name a challenger' })).toBeVisible()

  await list.getByRole('link', { name: `Result ${result.id}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Underwriting result ${result.id}`)
  const link = page.getByRole('link', { name: 'Download the evidence as JSON' })
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toBe(`evidence-${result.id}.json`)

  async function optionOf(filename: string) {
    const options = await page.getByLabel('Version', { exact: true }).locator('option').allTextContents()
    return options.find((text) => text.startsWith(filename)) ?? ''
  }
})
