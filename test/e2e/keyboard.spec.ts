import type { Page } from '@playwright/test'

import { person } from '../support/accounts'
import { expect, signIn, test } from './base'

test('the keyboard alone joins the waitlist, from the skip link to the confirmation', async ({ page }) => {
  await page.goto('/contact')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()

  const name = page.locator('#waitlist-name')
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab')
    if (await name.evaluate((element) => element === document.activeElement)) break
  }
  await expect(name).toBeFocused()
  await page.keyboard.type('Kay Keyboard')
  await page.keyboard.press('Tab')
  await page.keyboard.type('kay@example.com')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Thank you for joining our waitlist!')).toBeVisible()
})

test('the keyboard opens an answer and the menu', async ({ page, scripted }) => {
  await page.goto('/faq')
  const question = page.locator('.accordion summary').first()
  await question.focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('.accordion details').first()).toHaveAttribute('open', '')

  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/faq')
  const menu = page.locator('#menu')
  for (let presses = 0; presses < 5; presses += 1) {
    await page.keyboard.press('Tab')
    if (await menu.evaluate((element) => element === document.activeElement)) break
  }
  await expect(menu).toBeFocused()
  await page.keyboard.press(scripted ? 'Enter' : 'Space')
  const home = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' })
  await expect(home).toBeVisible()
  for (let presses = 0; presses < 4; presses += 1) {
    await page.keyboard.press('Tab')
    if (await home.evaluate((element) => element === document.activeElement)) break
  }
  await expect(home).toBeFocused()
  if (scripted) {
    await expect(page.locator('main')).toHaveAttribute('inert')
    await page.keyboard.press('Escape')
    await expect(page.locator('main')).not.toHaveAttribute('inert')
    await expect(menu).toBeFocused()
    await page.keyboard.press('Enter')
    await home.focus()
  }
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/$/)
})

test('a linked page starts at its top, with the focus', async ({ page, scripted }) => {
  test.skip(!scripted, 'a browser begins a page at its top by itself')
  await page.goto('/contact')
  await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).press('Enter')
  await expect(page).toHaveURL(/\/about-us$/)
  await expect(page.locator('#main')).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

/** Whether the focused element lies behind the message at the bottom of the screen; null if either is gone. */
function isCovered(page: Page) {
  return page.evaluate(() => {
    const focused = document.activeElement
    const flash = document.querySelector('.flash')
    if (!focused || !flash || flash.contains(focused)) return null
    return focused.getBoundingClientRect().bottom > flash.getBoundingClientRect().top && focused.outerHTML
  })
}

test('the focused element is not hidden by the message at the bottom of the screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await signIn(page)
  await page.goto('/change-password')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.locator('.flash')).toContainText('You are logged out.')
  await page.getByLabel('Email').focus()
  for (let presses = 0; presses < 15; presses += 1) {
    await page.keyboard.press('Tab')
    const covered = await isCovered(page)
    if (covered === null) break
    expect(covered).toBe(false)
  }
})

test('nor is it by a message of many lines', async ({ page, baseURL, scripted }) => {
  test.skip(!scripted, 'the height of the message is measured by a script')
  await page.setViewportSize({ width: 300, height: 640 })
  const email = `${'kay'.repeat(20)}@${'keyboard.'.repeat(13)}example.com`
  const signup = (form: Record<string, string>) =>
    page.request.post(`${baseURL}/signup`, { form, maxRedirects: 0 })
  await signup({ ...person, email, confirm_password: person.password })
  await signup({ intent: 'resend' })
  await page.goto('/contact')
  const flash = page.locator('.flash')
  await expect(flash).toContainText('Email sent again to kay')
  expect((await flash.boundingBox())?.height).toBeGreaterThan(220)
  await page.getByLabel('Name').first().focus()
  for (let presses = 0; presses < 3; presses += 1) {
    await page.keyboard.press('Tab')
    expect(await isCovered(page)).toBe(false)
  }
})
