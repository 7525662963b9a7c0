import type { Page } from '@playwright/test'

import { admin, application, startProgram } from '../support/program'
import { expect, ownDatabase, sendInVain, test, violations, type OpenPage } from './base'

const second = { email: 'second@example.com', password: admin.password }

async function open(openPage: OpenPage, baseURL: string, account: typeof admin) {
  const page = await openPage({ baseURL })
  expect((await page.request.post('/api/auth/login', { data: account })).status()).toBe(200)
  return page
}

async function createReferral(page: Page) {
  const data = { ...application, children_count: 3, family_size: 3 }
  const quote = await (await page.request.post('/api/quote-submissions', { data })).json()
  const run = await page.request.post('/api/admin/underwriting/quote', { data: { quote_id: quote.id } })
  return { quote: quote.id as number, result: (await run.json()).result.id as number }
}

test('a senior lowers the authority of another admin, whose decision then waits for the senior', async ({
  openPage,
  scripted,
}, { project }) => {
  test.skip(!scripted, 'what it shows is the same without scripts')
  // Each start creates its admin, if there is no such account: two starts, two admins.
  const environment = await ownDatabase(project)
  await (await startProgram({ ...environment, ADMIN_EMAIL: second.email })).stop()
  const program = await startProgram(environment)
  try {
    const senior = await open(openPage, program.url, admin)
    await senior.goto('/admin/accounts')
    await senior.getByRole('row', { name: second.email }).getByRole('link').first().click()
    await senior.getByLabel('Authority').selectOption('underwriter')
    const save = () => senior.getByRole('button', { name: 'Save the authority' }).click()
    await sendInVain(senior, save, 'The authority could not be saved. Please try again.')
    await expect(senior.getByLabel('Authority')).toHaveValue('underwriter')
    await save()
    await expect(senior.getByText('The underwriting authority is saved.')).toBeVisible()
    await expect(senior.getByLabel('Authority')).toHaveValue('underwriter')
    expect(await violations(senior)).toEqual([])

    const underwriter = await open(openPage, program.url, second)
    const { quote, result } = await createReferral(underwriter)
    await underwriter.goto(`/admin/underwriting/result/${result}`)
    const decision = underwriter.locator('#decision')
    await expect(decision).toContainText('You decide alone up to $12,000.00 of cover')
    await decision.getByLabel('Decision', { exact: true }).selectOption('Accept with changes')
    await decision.getByLabel('Loading').fill('40')
    await decision.getByLabel('Reason').selectOption('loaded')
    await decision.getByLabel('Your words').fill('Hours fell this spring.')
    await decision.getByLabel('What the applicant is told').fill('Your hours changed this year.')
    await decision.getByRole('button', { name: 'Save the decision' }).click()
    await expect(
      underwriter.getByText('It waits for a senior, because its loading is above 25%.'),
    ).toBeVisible()
    await expect(decision.getByRole('button', { name: 'Confirm this decision' })).toHaveCount(0)
    await expect(underwriter.getByRole('link', { name: 'Send this result to the applicant' })).toBeHidden()
    expect(await violations(underwriter)).toEqual([])

    await senior.goto('/admin/work')
    await expect(senior.getByText('Waits for a senior')).toBeVisible()
    await senior.getByRole('link', { name: `Confirm Q-${quote}` }).click()
    expect(await violations(senior)).toEqual([])
    await senior.getByRole('button', { name: 'Confirm this decision' }).click()
    await expect(senior.getByText('The decision is confirmed. The result can be sent.')).toBeVisible()
    await expect(senior.locator('#decision')).toContainText('confirmed by Administrator')
    await expect(senior.getByRole('link', { name: 'Send this result to the applicant' })).toBeVisible()

    // A page that was opened before somebody else has decided does not replace that decision unseen.
    const next = await createReferral(underwriter)
    await underwriter.goto(`/admin/underwriting/result/${next.result}`)
    await decision.getByLabel('Decision', { exact: true }).selectOption('Accept as rated')
    await decision.getByLabel('Reason').selectOption('confirmed')
    await decision.getByLabel('Your words').fill('Confirmed on the phone.')
    const data = {
      verdict: 'declined',
      reason: 'outside',
      words: 'The employer closes.',
      told: 'It closes soon.',
    }
    const path = `/api/admin/underwriting/results/${next.result}/decision`
    expect((await senior.request.post(path, { data })).status()).toBe(201)
    await senior.goto(`/admin/underwriting/offer/${next.result}`)
    await expect(senior.getByRole('main')).toContainText('Declined')
    await expect(senior.getByRole('main')).not.toContainText('Monthly premium')
    // A form with a mistake comes back as it was opened: it still does not know the other decision.
    await decision.getByLabel('Your words').fill('')
    await decision.getByRole('button', { name: 'Save the decision' }).click()
    await expect(decision.getByRole('alert')).toContainText('Say why')
    await expect(decision).toContainText('The employer closes.')
    await decision.getByLabel('Your words').fill('Confirmed on the phone.')
    await decision.getByRole('button', { name: 'Save the decision' }).click()
    await expect(decision.getByRole('alert')).toContainText(
      'Another decision was saved since you opened this page.',
    )
    await expect(decision).toContainText('The employer closes.')
    await expect(decision.getByLabel('Your words')).toHaveValue('Confirmed on the phone.')
    await senior.goto(`/admin/underwriting/result/${next.result}`)
    await decision.getByRole('button', { name: 'Save the decision' }).click()
    await expect(underwriter.getByText('The decision is saved. The result can be sent.')).toBeVisible()

    // Nor is an answer sent that another decision has replaced: what its applicant gets now is shown first.
    const send = async () => {
      await senior.getByRole('link', { name: 'Send this result to the applicant' }).click()
      const question = senior.getByRole('dialog')
      const words = await question.innerText()
      await question.getByRole('button', { name: 'Send it' }).click()
      return words
    }
    expect(await send()).toContain('Send this refusal')
    await expect(senior.getByText('Another decision on this result was saved')).toBeVisible()
    await expect(senior.locator('#decision')).toContainText('Confirmed on the phone.')
    expect(await send()).toContain('Send this quote')
    await expect(senior.getByText('The email with the result waits')).toBeVisible()
  } finally {
    await program.stop()
  }
})
