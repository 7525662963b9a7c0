import { application } from '../support/program'

import { expect, signIn, test, violations } from './base'

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} scheme`, () => {
    test.use({ colorScheme })

    test('the public pages and their errors have no barrier', async ({ page }) => {
      for (const path of [
        '/',
        '/?sent=waitlist',
        '/how-it-works',
        '/coverage-tiers',
        '/coverage-tiers?pay=4000&household=3&reserve=1',
        '/get-a-quote',
        '/get-a-quote?submitted=yes',
        '/faq',
        '/investor',
        '/pitch-deck',
        '/pitch-deck?step=request',
        '/pitch-deck?step=code',
        '/pitch-deck?sent=request',
        '/about-us',
        '/careers',
        '/careers?sent=application',
        '/contact',
        '/contact?sent=contact',
        '/trust-and-fraud-prevention',
        '/terms-of-service',
        '/privacy-policy',
        '/login',
        '/signup',
        '/signup?sent=registration',
        '/account-recovery',
        '/account-recovery?sent=by-email',
        '/account-recovery/reset?token=nonsense',
        '/no/such/page',
      ]) {
        await page.goto(path)
        expect.soft(await violations(page), path).toEqual([])
      }
      for (const [path, button] of [
        ['/get-a-quote', 'Send my application'],
        ['/login', 'Log in'],
        ['/signup', 'Sign up'],
        ['/', 'Join the waitlist'],
        ['/contact', 'Send my message'],
        ['/careers', 'Send my application'],
        ['/coverage-tiers', 'Show my tier'],
        ['/pitch-deck', 'Continue'],
        ['/pitch-deck?step=request', 'Submit Request'],
        ['/pitch-deck?step=code', 'Submit Code'],
      ] as const) {
        await page.goto(path)
        await page.getByRole('button', { name: button }).click()
        await expect(page.getByRole('alert')).toBeVisible()
        expect.soft(await violations(page), `${path} refused`).toEqual([])
      }
    })

    test('deleting an account has no barrier, nor has its refusal', async ({ page, request, baseURL }) => {
      const account = { username: 'Ann', password: 'a diver under water', full_address: '1 Main Street' }
      const email = `ann-${crypto.randomUUID()}@example.com`
      const data = { ...account, email, region_state: 'NY', occupation: 'Diver' }
      await request.post(`${baseURL}/api/auth/register`, { data })
      await page.request.post(`${baseURL}/api/auth/login`, { data }) // a second place, which the dashboard lists
      await page.context().clearCookies()
      await page.request.post(`${baseURL}/api/auth/login`, { data })
      await page.goto('/dashboard')
      await expect(page.getByRole('button', { name: /^End / })).toHaveCount(1)
      expect.soft(await violations(page), '/dashboard').toEqual([])
      await page.goto('/delete-account')
      expect.soft(await violations(page), '/delete-account').toEqual([])
      await page.getByRole('button', { name: 'Delete my account' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
      expect.soft(await violations(page), '/delete-account refused').toEqual([])
    })

    test('the back office has no barrier', async ({ page, request, baseURL }) => {
      await signIn(page)
      const created = await request.post(`${baseURL}/api/quote-submissions`, { data: application })
      const { id } = (await created.json()) as { id: number }
      const ran = await page.request.post(`${baseURL}/api/admin/underwriting/quote`, {
        data: { quote_id: id },
      })
      const { result } = (await ran.json()) as { result: { id: number } }
      const asked = (await (
        await request.post(`${baseURL}/api/pitch-deck/request-access`, {
          data: { name: 'Ann Doe', email: `${crypto.randomUUID()}@example.com`, reason: 'We look at it.' },
        })
      ).json()) as { id: number }
      for (const path of [
        '/dashboard',
        '/edit-profile',
        '/change-password',
        '/delete-account',
        '/admin/submissions',
        '/admin/submissions?q=nobody',
        '/admin/underwriting',
        '/admin/run-import',
        '/admin/underwriting/pictures',
        `/admin/underwriting/quote/${id}`,
        `/admin/underwriting/result/${result.id}`,
        '/admin/underwriting/result/999999',
        '/pitch-deck-admin',
        `/pitch-deck-admin/${asked.id}/delete`,
        '/admin/mail',
        '/admin/mail?state=failed&q=nobody',
        '/admin/mail/1',
      ]) {
        await page.goto(path)
        expect.soft(await violations(page), path).toEqual([])
      }
      await page.goto('/pitch-deck-admin')
      await page.getByRole('link', { name: 'Delete' }).first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
      expect.soft(await violations(page), 'the question before a deletion').toEqual([])
    })
  })
}

test('nothing moves while a page arrives', async ({ page }) => {
  for (const path of ['/', '/how-it-works', '/coverage-tiers', '/faq', '/get-a-quote', '/careers']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
              sum += entry.value
          }).observe({ type: 'layout-shift', buffered: true })
          setTimeout(() => resolve(sum), 200)
        }),
    )
    expect.soft(shift, path).toBeLessThan(0.01)
  }
})
