import { expect, signIn, test } from './base'

test('punctuation between tabular figures is as narrow as in text, also before the figures have arrived', async ({
  page,
}) => {
  await signIn(page)
  const gapOf = () =>
    page.evaluate(() => {
      const widthOf = (text: string, figures: string) => {
        const box = document.createElement('span')
        box.style.cssText = `position: absolute; white-space: pre; font: 400 100px var(--body-face); font-variant-numeric: ${figures}`
        box.textContent = text
        document.body.append(box)
        const { width } = box.getBoundingClientRect()
        box.remove()
        return width
      }
      return [...'.,:;'].map((mark) => widthOf(mark, 'tabular-nums') - widthOf(mark, 'normal'))
    })
  await page.goto('/admin/work')
  await page.evaluate(() => document.fonts.ready)
  expect(await gapOf()).toEqual([0, 0, 0, 0])
  await page.route(/schibsted-figures/, (route) => route.abort())
  await page.reload()
  expect(await gapOf()).toEqual([0, 0, 0, 0])
})
