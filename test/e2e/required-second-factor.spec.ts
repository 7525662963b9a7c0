import { admin, startProgram } from '../support/program'
import { appCode } from '../support/second-factor'
import { expect, test, violations } from './base'

test('where two-step login is required, an admin sets it up before the back office opens', async ({
  openPage,
  scripted,
}) => {
  const program = await startProgram({ ADMIN_SECOND_FACTOR: 'required' })
  try {
    const page = await openPage({ baseURL: program.url })
    const logIn = async () => {
      await page.goto('/login?redirectTo=%2Fadmin%2Faudit')
      await page.getByLabel('Email').fill(admin.email)
      await page.getByLabel('Password', { exact: true }).fill(admin.password)
      await page.getByRole('button', { name: 'Log in', exact: true }).click()
    }
    await logIn()
    await expect(page).toHaveURL(/\/two-step-login$/)
    await expect(page.getByText('Administrators need two-step login here')).toBeVisible()
    if (scripted) expect(await violations(page)).toEqual([])
    await page.goto('/admin/submissions')
    await expect(page).toHaveURL(/\/two-step-login$/)
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
    const key = (await page.locator('.secret-key').textContent()) ?? ''
    await page.getByLabel('Code from the app').fill(appCode(key))
    await page.getByRole('button', { name: 'Use this app from now on' }).click()
    await page.getByRole('link', { name: 'Go to the back office' }).click()
    await expect(page).toHaveURL(/\/admin\//)

    await page.context().clearCookies()
    await logIn()
    await expect(page).toHaveURL(/\/login\/code\?redirectTo=%2Fadmin%2Faudit$/)
    await page.getByLabel('Code from your authenticator app').fill(appCode(key, 1))
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(page).toHaveURL(/\/admin\/audit$/)
  } finally {
    await program.stop()
  }
})
