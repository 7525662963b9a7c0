import type { Locator, Page } from '@playwright/test'

/** How a careful person handles a phone, in seconds. Silent reading of English: 238 words a minute (Brysbaert 2019). */
const seconds = { key: 0.2, choice: 1.5, swipe: 0.7, word: 60 / 238 }
/** Whether a field has text that the next key does not replace. */
function hasOtherText(field: SVGElement | HTMLElement) {
  const { value, selectionStart, selectionEnd } = field as HTMLInputElement
  return value !== '' && !(selectionStart === 0 && selectionEnd === value.length)
}

/** What one swipe scrolls, in CSS pixels. */
const swipe = 500

export type Counts = { taps: number; keys: number; scrolled: number; sends: number; human: number }

/**
 * The hand and eyes of a person with a phone: each action takes its time and is counted. `pace` multiplies the time that is really
 * waited; the counted time is always that of a person.
 */
export function phoneHand(page: Page, pace: number) {
  const counts: Counts = { taps: 0, keys: 0, scrolled: 0, sends: 0, human: 0 }

  async function pause(time: number) {
    counts.human += time
    if (pace > 0) await page.waitForTimeout(time * pace * 1000)
  }

  /** Scrolls until an element is on the screen, below the header and with space under it. */
  async function bringIntoView(element: Locator) {
    const distance = await element.evaluate((box) => {
      const { top, bottom } = box.getBoundingClientRect()
      const header = document.querySelector('.site-header')?.getBoundingClientRect().bottom ?? 0
      return top >= header && bottom <= window.innerHeight ? 0 : top - window.innerHeight / 3
    })
    if (distance === 0) return
    const before = await page.evaluate(() => window.scrollY)
    await page.evaluate((by) => window.scrollBy({ top: by, behavior: 'instant' }), distance)
    const moved = Math.abs((await page.evaluate(() => window.scrollY)) - before)
    counts.scrolled += moved
    await pause(Math.ceil(moved / swipe) * seconds.swipe)
  }

  async function tap(element: Locator) {
    await bringIntoView(element)
    await pause(seconds.choice)
    counts.taps += 1
    await element.tap()
  }

  return {
    counts,
    tap,
    async read(text: string) {
      await pause(text.split(/\s+/).filter(Boolean).length * seconds.word)
    },
    async type(field: Locator, text: string) {
      await tap(field)
      if (await field.evaluate(hasOtherText)) {
        counts.taps += 1 // a double tap selects the text to replace
        await pause(seconds.choice)
        await field.selectText()
      }
      for (const key of text) {
        await pause(seconds.key)
        counts.keys += 1
        await field.press(key === ' ' ? 'Space' : key)
      }
    },
    /** Opens a menu and selects an option: two taps. */
    async select(menu: Locator, value: string) {
      await bringIntoView(menu)
      await pause(2 * seconds.choice)
      counts.taps += 2
      await menu.selectOption(value)
    },
    async send(button: Locator) {
      counts.sends += 1
      await tap(button)
    },
  }
}
