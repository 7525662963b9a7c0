import { person } from '../support/accounts'

import { expect, openTool, signIn, test, violations } from './base'

test.describe('the security of accounts', () => {
  const password = person.password

  test('an admin finds an account, ends its sessions after a confirmation, and sees both in the log', async ({
    page,
    playwright,
    baseURL,
    mailbox,
    scripted,
  }) => {
    const username = `Diver-${crypto.randomUUID().slice(0, 8)}`
    const email = `${username.toLowerCase()}@example.com`
    const newDevice = () => playwright.request.newContext({ baseURL })
    const devices = await Promise.all([newDevice(), newDevice(), newDevice()])
    const data = { ...person, username, email }
    expect((await devices[0].post('/api/auth/register', { data })).status()).toBe(201)
    for (const context of devices)
      expect((await context.post('/api/auth/login', { data: { email, password } })).status()).toBe(200)
    const alive = async () =>
      (await Promise.all(devices.map((context) => context.get('/api/auth/me')))).filter((response) =>
        response.ok(),
      ).length
    await devices[0].post('/api/auth/login', { data: { email, password: 'wrong' } })
    await mailbox.next(email, /code|verif/i)

    await signIn(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/admin/submissions')
    await openTool(page, 'Accounts')
    await expect(page.getByRole('heading', { level: 1, name: 'Accounts' })).toBeVisible()
    await page.getByLabel('Search').fill(email)
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(/[?]q=/)
    await page.getByRole('link', { name: username }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Account \d+, / })).toBeVisible()
    const account = page.url()
    const ends = page.getByRole('link', { name: /^End this session/ })
    await expect(ends).toHaveCount(3)
    await expect(page.getByText('Wrong email or password')).toHaveCount(1)
    if (scripted) expect(await violations(page)).toEqual([])

    const confirm = async (name: string) => {
      const question = scripted ? page.getByRole('dialog') : page.getByRole('main')
      await expect(question.getByText(/^End (?:this session|all sessions of this account)\?$/)).toBeVisible()
      if (scripted) expect(await violations(page)).toEqual([])
      await question.getByRole('button', { name }).click()
    }
    await ends.first().click()
    await confirm('End this session')
    await expect(page.getByText('The session has ended.')).toBeVisible()
    await expect(ends).toHaveCount(2)
    expect(await alive()).toBe(2)
    expect(await mailbox.next(email, /logged out/)).toContain('on one device')

    await page.getByRole('link', { name: 'End all sessions' }).click()
    await confirm('End all sessions')
    await expect(page.getByText('2 sessions have ended.')).toBeVisible()
    await expect(page.getByText('This account is logged in nowhere.')).toBeVisible()
    expect(await alive()).toBe(0)
    expect(await mailbox.next(email, /logged out/)).toContain('everywhere')
    expect(page.url()).toBe(account)

    await page.getByRole('link', { name: 'All security events of this account' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Security log' })).toBeVisible()
    await expect(page.getByLabel('Account')).toHaveValue(account.split('/').at(-1) ?? '')
    await page.getByLabel('Account').fill(email)
    await page.getByText('Filters', { exact: true }).click()
    await page.getByLabel('Event').selectOption('Session ended')
    await page.getByRole('button', { name: 'Filter' }).click()
    await expect(page).toHaveURL(/kind=session/)
    const log = page.locator('.security-log .audit-entry')
    await expect(log).toHaveCount(2)
    await expect(log.first()).toContainText('by Administrator')
    await expect(log.first()).toContainText('2 sessions')
    const widths = await page.locator('html').evaluate((html) => [html.scrollWidth, html.clientWidth])
    expect(widths[0]).toBe(widths[1])
    if (scripted) expect(await violations(page)).toEqual([])
    await log.first().getByRole('link', { name: username }).click()
    await expect(page).toHaveURL(account)

    await page.goto('/admin/audit?entity=account&action=end+session')
    await expect(page.locator('.audit-log')).toContainText(`account ${account.split('/').at(-1)}`)
  })

  test('filters without matches and invalid dates show messages', async ({ page, scripted }) => {
    test.skip(!scripted, 'what it shows is the same without scripts')
    await signIn(page)
    await page.goto('/admin/security?account=nobody%40example.com&kind=sign-out')
    await expect(page.getByText('No event matches.')).toBeVisible()
    await page.getByRole('link', { name: 'Show all' }).click()
    await expect(page.locator('.security-log .audit-entry').first()).toBeVisible()
    const response = await page.goto('/admin/security?from=2026-02-30')
    expect(response?.status()).toBe(422)
    await expect(
      page.getByRole('link', { name: 'There is no February 30 in 2026: enter the first day as MM/DD/YYYY' }),
    ).toBeVisible()
    await page.goto('/admin/accounts?q=nobody-at-all')
    await expect(page.getByText('No account matches.')).toBeVisible()
    expect(await violations(page)).toEqual([])
    expect((await page.goto('/admin/accounts/999999'))?.status()).toBe(404)
  })

  test('the admin’s own account links to the admin’s own sessions', async ({ page, scripted }) => {
    test.skip(!scripted, 'what it shows is the same without scripts')
    await signIn(page)
    const { user } = (await (await page.request.get('/api/auth/me')).json()) as { user: { id: number } }
    await page.goto(`/admin/accounts/${user.id}`)
    await expect(page.getByRole('link', { name: /^End/ })).toHaveCount(0)
    await page.locator('#sessions').getByRole('link', { name: 'Session Info' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Session Information')
  })
})
