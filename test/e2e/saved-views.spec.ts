import { expect, signIn, test } from './base'

test('the state of a list is saved as a view, renamed and deleted', async ({ page, scripted }) => {
  await signIn(page)
  const name = `Referred ${crypto.randomUUID().slice(0, 8)}`
  await page.goto('/admin/submissions')
  await page.getByLabel('Underwriting', { exact: true }).selectOption('referred')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/decision=referred/)
  const views = page.getByRole('navigation', { name: 'Saved views' })
  const save = views.getByRole('link', { name: 'Save this view' })
  await expect(save).toHaveAttribute('href', /referred/)
  await save.click()
  await page.getByRole('button', { name: 'Save this view' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Enter a name for the view' })).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill(name)
  if (scripted) {
    await page.reload()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)
  }
  await page.getByRole('button', { name: 'Save this view' }).click()
  await expect(page).toHaveURL(/\/admin\/submissions\?tab=quotes&decision=referred$/)
  await expect(views.getByRole('link', { name })).toHaveAttribute('aria-current', 'true')
  await expect(views.getByRole('link', { name: 'Save this view' })).toHaveCount(0)

  await page.goto('/admin/submissions?tab=contacts')
  await expect(views.getByRole('link', { name })).toHaveCount(0)
  await page.goto('/admin/submissions')
  await views.getByRole('link', { name }).click()
  await expect(page).toHaveURL(/decision=referred/)

  await views.getByRole('link', { name: 'Change views' }).click()
  const row = page.getByRole('listitem').filter({ hasText: name })
  await row.getByText('Rename').first().click()
  await row.getByLabel('New name').fill(`${name} again`)
  await row.getByRole('button', { name: 'Rename' }).click()
  await expect(row.getByRole('link', { name: `${name} again` })).toBeVisible()
  if (scripted) await expect(page.locator('body')).not.toBeFocused()
  await row.getByRole('button', { name: `Delete ${name} again` }).click()
  await expect(row).toHaveCount(0)
  if (scripted) await expect(page.locator('body')).not.toBeFocused()
  await page.getByRole('link', { name: 'Save it again' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(`${name} again`)
  await page.getByRole('button', { name: 'Save this view' }).click()
  await expect(page).toHaveURL(/decision=referred/)
  await page.goto('/admin/views')
  await row.getByRole('button', { name: `Delete ${name} again` }).click()
  await expect(row).toHaveCount(0)
})

test('after each act in a list the focus is where the work goes on', async ({ page, baseURL, scripted }) => {
  test.skip(!scripted, 'without JavaScript each act loads a document')
  const sender = `focus${crypto.randomUUID().replaceAll('-', '').slice(0, 10)}`
  for (const message of ['One', 'Two', 'Three']) {
    const data = { name: sender, email: `${sender}@example.com`, inquiry_type: 'Other', message }
    expect((await page.request.post(`${baseURL}/api/contact-submissions`, { data })).status()).toBe(201)
  }
  await signIn(page)
  await page.goto('/admin/submissions?tab=contacts')
  const count = page.locator('.list-total [role=status]')

  await page.getByLabel(/^Search by name/).fill(sender)
  await page.getByLabel(/^Search by name/).press('Enter')
  await expect(count).toHaveText('3 matches')
  await expect(count).toBeFocused()

  await page.getByRole('link', { name: 'Received' }).click()
  await expect(page.getByRole('columnheader', { name: 'Received' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.getByRole('link', { name: 'Received' })).toBeFocused()

  const view = page.getByRole('link', { name: /^View/ })
  await view.nth(1).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(view.nth(1)).toBeFocused()

  // With a filter by status, the submission that gets another one leaves the list.
  await page.getByLabel('Status', { exact: true }).selectOption('Pending')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/status=Pending/)
  await expect(count).toBeFocused()
  const left = await view.nth(2).getAttribute('href')
  await view.nth(1).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Status', { exact: true }).selectOption('Responded')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(view).toHaveCount(2)
  await expect(view.nth(1)).toHaveAttribute('href', left ?? '')
  await expect(page.locator('body'), 'after a save').not.toBeFocused()

  await page.getByLabel('Select all 2 on this page').check()
  await page.getByLabel('New status').selectOption('Responded')
  await page.getByRole('button', { name: 'Change status' }).click()
  await page.getByRole('button', { name: 'Change it' }).click()
  await expect(view).toHaveCount(0)
  await expect(page.locator('body'), 'after a change of several').not.toBeFocused()

  await page.getByRole('link', { name: 'Show all' }).click()
  await expect(page).toHaveURL(/tab=contacts&sort=created_at$/)
  await expect(count).toBeFocused()
})
