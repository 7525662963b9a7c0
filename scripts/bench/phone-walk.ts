// `npm run bench:phone`: what it takes to apply on a phone, from the home page to the number of the application, with three accidents: a
// wrong date, a choice left out, a reload in the middle. At the speed of a person, over a slow connection; with JavaScript and without.
// BENCH_PACE=0 does not wait for the person, BENCH_SCREENSHOTS=folder stores each screen.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { chromium, type Browser, type Locator, type Page } from '@playwright/test'

import { installedBrowser } from '../find-browser.mjs'
import { application, startProgram } from '../../test/support/program'

import { phoneHand } from './phone-hand'

const pace = Number(process.env.BENCH_PACE ?? 1)
const screenshots = process.env.BENCH_SCREENSHOTS
const screen = { width: 360, height: 740 }
/** Lighthouse's slow 4G: 1.6 Mbit/s down, 0.75 up, 150 ms a round trip. */
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 }

/** The answers as a hurried person types them. */
const answers: Record<string, string> = {
  ...Object.fromEntries(Object.entries(application).map(([name, value]) => [name, String(value)])),
  email: 'ann.doe@example.com',
  phone: '5551234567',
  date_of_birth: '03141988',
  address: '12 Main St, Albany 12207',
  job_role: 'Accountant',
  occupation: 'Nurse',
  income: '4500',
  salary: '54,000',
}

/** The text that is read on a page before its questions. */
const heads =
  'h1, .lede, .application > div > *:not(form) p, form > .error-summary, .form-section > legend, .form-section > legend + p'

type Hand = ReturnType<typeof phoneHand>
type Stop = { name: string; firstQuestion: number | null; screens: number; seconds: number; focus: string }

const program = await startProgram({ LOG_LEVEL: 'warn' })
const isRoot = process.getuid?.() === 0
const browser = await chromium.launch({
  executablePath: installedBrowser(),
  args: isRoot ? ['--no-sandbox', '--disable-gpu'] : ['--disable-gpu'],
})
try {
  for (const scripted of [true, false]) await measure(browser, scripted)
} finally {
  await browser.close()
  await program.stop()
}

async function measure(browser: Browser, scripted: boolean) {
  const context = await browser.newContext({
    viewport: screen,
    isMobile: true,
    hasTouch: true,
    javaScriptEnabled: scripted,
    baseURL: program.url,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', network)
  let bytes = 0
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))

  const hand = phoneHand(page, pace)
  const began = performance.now()
  const { stops, number, again } = await apply(page, hand, scripted, began)
  const { taps, keys, scrolled, sends, human } = hand.counts
  const waiting = (performance.now() - began) / 1000 - human * pace
  console.log(
    `\nJavaScript ${scripted ? 'on' : 'off'}: ${number} after ${Math.round(human + waiting)} s ` +
      `(${Math.round(waiting)} of them waiting for pages), ` +
      `${taps} taps, ${keys} keys, ${(scrolled / screen.height).toFixed(1)} screens scrolled, ${sends} sends, ` +
      `${Math.round(bytes / 1000)} KB, ${again} answers given again after the reload`,
  )
  for (const { name, firstQuestion, screens, seconds, focus } of stops)
    console.log(
      `  ${name.padEnd(29)} first control ${firstQuestion === null ? 'none' : `at ${Math.round(firstQuestion)} px`}, ` +
        `${screens.toFixed(1).padStart(4)} screens high, at ${String(Math.round(seconds)).padStart(3)} s, focus ${focus}`,
    )
  await context.close()
}

async function apply(page: Page, hand: Hand, scripted: boolean, began: number) {
  const stops: Stop[] = []
  const arrive = async (name: string, marker: Locator) => {
    await marker.waitFor()
    if (scripted) await page.waitForTimeout(50) // the focus follows the page
    await hand.read((await page.locator('main').locator(heads).allInnerTexts()).join(' '))
    stops.push(await lookAt(page, name, hand, began))
    if (screenshots) await store(page, `${scripted ? 'on' : 'off'}-${stops.length}-${name}`)
  }
  const step = (name: string) => page.getByRole('group', { name, exact: true })
  const go = () => hand.send(page.getByRole('button', { name: 'Continue', exact: true }))
  const alert = page.getByRole('alert')

  await page.goto('/')
  await arrive('home', page.getByRole('heading', { level: 1 }))
  await hand.tap(page.getByRole('main').getByRole('link', { name: 'Get a quote', exact: true }).first())
  await arrive('Personal Info', step('Personal Info'))

  await answer(page, hand, { date_of_birth: '03411988' })
  await go()
  await arrive('Personal Info, a wrong date', alert)
  await hand.tap(alert.getByRole('link').first())
  await hand.type(page.getByLabel('Date of birth'), String(answers.date_of_birth))
  await go()

  await arrive('Household', step('Household'))
  await answer(page, hand, { housing_status: '' })
  await go()
  await arrive('Household, a choice left out', alert)
  await hand.tap(alert.getByRole('link').first())
  await hand.tap(page.locator(`[name=housing_status][value="${answers.housing_status}"]`))
  await go()

  await arrive('Employment', step('Employment'))
  const half = await answer(page, hand, {}, 8)
  await page.reload()
  await arrive('Employment, after a reload', step('Employment'))
  const rest = await answer(page, hand)
  await go()

  await arrive('Finalize', step('Finalize'))
  await answer(page, hand)
  await go()

  const title = (text: string) => page.getByRole('heading', { level: 1, name: text })
  await arrive('Check your answers', title('Check your answers'))
  await hand.tap(page.getByLabel(/^I agree to the terms/))
  await hand.send(page.getByRole('button', { name: 'Send my application' }))
  await arrive('Thank you', title('Thank you. Your application is in.'))
  const number = /Q-\d+/.exec(await page.getByRole('main').innerText())?.[0]
  if (number === undefined) throw new Error('The application has no number')
  return { stops, number, again: rest.filter((name) => half.includes(name)).length }
}

/** Answers the questions of the open step that do not have their answer yet, in the order of the page. @returns their names. */
async function answer(page: Page, hand: Hand, changes: Record<string, string> = {}, most = Infinity) {
  const wanted = { ...answers, ...changes }
  const section = page.locator('main form fieldset.form-section').first()
  const controls = section.locator('input:not([type=hidden]), select, textarea')
  const names = new Set(await controls.evaluateAll((all) => all.map((each) => each.getAttribute('name'))))
  const given: string[] = []
  for (const name of names) {
    const value = name === null ? undefined : wanted[name]
    const field = section.locator(`[name="${name}"]`)
    if (given.length >= most || !value || !(await field.first().isVisible())) continue
    const before = await field.evaluateAll((all) => {
      const [first] = all as HTMLInputElement[]
      return first?.type === 'radio'
        ? (all as HTMLInputElement[]).find(({ checked }) => checked)?.value
        : first?.value
    })
    if (before === value) continue
    const kind = await field.first().evaluate((element) => (element as HTMLInputElement).type)
    if (kind === 'radio') await hand.tap(section.locator(`[name="${name}"][value="${value}"]`))
    else if (kind === 'select-one') await hand.select(field, value)
    else await hand.type(field, value)
    given.push(String(name))
  }
  return given
}

async function lookAt(page: Page, name: string, { counts }: Hand, began: number): Promise<Stop> {
  const seen = await page.evaluate((screenHeight) => {
    const controls = document.querySelectorAll(
      'main form .error-summary, main form fieldset :is(input:not([type=hidden]), select), main .button-row a',
    )
    const first = [...controls].find((each) => each.getClientRects().length > 0)
    const { activeElement: active } = document
    return {
      firstQuestion: first?.getBoundingClientRect().top ?? null,
      screens: document.documentElement.scrollHeight / screenHeight,
      focus:
        active === null || active === document.body
          ? 'on the page'
          : active.id
            ? `#${active.id}`
            : `.${active.className}`,
    }
  }, screen.height)
  const waiting = (performance.now() - began) / 1000 - counts.human * pace
  return { name, ...seen, seconds: counts.human + waiting }
}

async function store(page: Page, name: string) {
  mkdirSync(String(screenshots), { recursive: true })
  const path = (part: string) => join(String(screenshots), `${name.replace(/\W+/g, '-')}${part}.png`)
  await page.screenshot({ path: path('') })
  await page.screenshot({ path: path('-whole'), fullPage: true })
}
