import { expect, signIn, test } from './base'

test('nothing is lost at 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await signIn(page)
  for (const path of [
    '/',
    '/how-it-works',
    '/coverage-tiers?pay=4000&household=3&reserve=1',
    '/get-a-quote',
    '/faq',
    '/investor',
    '/pitch-deck',
    '/pitch-deck?step=request',
    '/pitch-deck?step=code',
    '/about-us',
    '/careers',
    '/contact',
    '/trust-and-fraud-prevention',
    '/terms-of-service',
    '/privacy-policy',
    '/login',
    '/dashboard',
    '/delete-account',
    '/admin/submissions',
    '/admin/underwriting',
    '/admin/underwriting/pictures',
  ]) {
    await page.goto(path)
    const { scroll, inner } = await page
      .locator('html')
      .evaluate((html) => ({ scroll: html.scrollWidth, inner: html.clientWidth }))
    expect.soft(scroll, path).toBeLessThanOrEqual(inner)
  }
})
