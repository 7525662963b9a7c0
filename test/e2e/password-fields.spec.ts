import { expect, test, violations } from './base'

test('a button shows a typed password until the form is sent, and a draft never holds it', async ({
  page,
  scripted,
}) => {
  await page.goto('/signup')
  const password = page.getByLabel('Password', { exact: true })
  const show = page.getByRole('button', { name: 'Show password', exact: true })
  if (!scripted) {
    await expect(page.getByRole('button', { name: /^Show/ })).toHaveCount(0)
    return
  }
  await page.getByLabel('Username').fill('Ann')
  await password.fill('a diver under water')
  await expect(show).toHaveAttribute('aria-pressed', 'false')
  await show.click()
  await expect(show).toHaveAttribute('aria-pressed', 'true')
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toHaveValue('a diver under water')
  await expect(page.getByLabel('Confirm password')).toHaveAttribute('type', 'password')
  await password.press('End')
  await password.pressSequentially(' again')
  const drafts = await page.evaluate(() => JSON.stringify(sessionStorage))
  expect(drafts).toContain('Ann')
  expect(drafts).not.toContain('diver')
  expect(await violations(page)).toEqual([])

  await page.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Email is required')
  await expect(password).toHaveAttribute('type', 'password')
  await expect(password).toHaveValue('a diver under water again')
})

test('the button that shows a password neither sends the form nor covers what is typed', async ({
  page,
  scripted,
}) => {
  test.skip(!scripted, 'there is no button without JavaScript')
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    await page.goto('/login')
    const field = page.getByLabel('Password', { exact: true })
    const show = page.getByRole('button', { name: 'Show password' })
    await show.focus()
    await page.keyboard.press('Space')
    await expect(field).toHaveAttribute('type', 'text')
    await page.keyboard.press('Enter')
    await expect(field).toHaveAttribute('type', 'password')
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByRole('alert')).toHaveCount(0)
    const [button, input] = [await show.boundingBox(), await field.boundingBox()]
    const end = await field.evaluate((element) => parseFloat(getComputedStyle(element).paddingInlineEnd))
    expect(button && input && button.x >= input.x + input.width - end).toBe(true)
    expect(button && input && Math.abs(button.y + button.height - input.y - input.height) < 1).toBe(true)
    expect(button?.height).toBeGreaterThanOrEqual(44)
  }
})
