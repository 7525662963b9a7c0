// `npm run bench:office`: what six tasks of an underwriter take, in deliberate actions, on a desktop screen: with only the keyboard and with
// the mouse (and keys only for text), with JavaScript and without. A text typed, a control used and a file chosen are an action each;
// presses of Tab are counted apart.

import { readFileSync } from 'node:fs'

import { chromium, type Browser, type Locator, type Page } from '@playwright/test'

import { installedBrowser } from '../find-browser.mjs'
import { admin, application, startProgram, type Program } from '../../test/support/program'

type Way = { scripted: boolean; keyboard: boolean }
type Counts = { actions: number; tabs: number }

const ideal = [4, 5, 6, 8, 3, 2]
const tasks = [underwriteAndSend, changeTier, importAndUndo, changeCode, findLosses, findChanges]

const isRoot = process.getuid?.() === 0
const browser = await chromium.launch({
  executablePath: installedBrowser(),
  args: isRoot ? ['--no-sandbox', '--disable-gpu'] : ['--disable-gpu'],
})
try {
  for (const scripted of [true, false])
    for (const keyboard of [true, false]) await measure(browser, { scripted, keyboard })
} finally {
  await browser.close()
}

/** Runs all tasks on a separate database. */
async function measure(browser: Browser, way: Way) {
  const program = await startProgram({ LOG_LEVEL: 'warn' })
  try {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      javaScriptEnabled: way.scripted,
      baseURL: program.url,
    })
    const page = await context.newPage()
    await prepare(page, program)
    const found: string[] = []
    for (const [index, task] of tasks.entries()) {
      const hand = handOf(page, way)
      await page.goto('/admin/work')
      await task(page, hand)
      const { actions, tabs } = hand.counts
      found.push(`${index + 1}: ${actions}${way.keyboard ? ` and ${tabs} tabs` : ''} (${ideal[index]})`)
    }
    const name = `${way.keyboard ? 'keyboard' : 'mouse'}, JavaScript ${way.scripted ? 'on' : 'off'}`
    console.log(`${name.padEnd(26)} ${found.join(', ')}`)
    await context.close()
  } finally {
    await program.stop()
  }
}

async function prepare(page: Page, { url }: Program) {
  const post = (path: string, data: object) => page.request.post(path, { data, headers: { origin: url } })
  await post('/api/auth/login', admin)
  for (const [index, name] of ['Henrik Aas', 'Ann Doe', 'Bea Li', 'Cy Roe'].entries()) {
    const employer_name = index > 1 ? 'Granite Quay Builders' : 'Acme'
    const sent = await post('/api/quote-submissions', { ...application, name, employer_name })
    const { id } = (await sent.json()) as { id: number }
    if (index > 0) await post('/api/admin/underwriting/quote', { quote_id: id })
  }
}

type Hand = ReturnType<typeof handOf>

/** Uses controls with only the keyboard, or with the mouse, and counts actions. */
function handOf(page: Page, { scripted, keyboard }: Way) {
  const counts: Counts = { actions: 0, tabs: 0 }

  async function reach(control: Locator) {
    await control.first().waitFor()
    const hasFocus = () => control.first().evaluate((element) => element.matches(':focus'))
    for (let presses = 0; !(await hasFocus()); presses += 1) {
      if (presses > 250) throw new Error(`The keyboard does not reach ${String(control)}`)
      await page.keyboard.press('Tab')
      counts.tabs += 1
    }
  }
  async function use(control: Locator) {
    counts.actions += 1
    if (!keyboard) return control.first().click()
    await reach(control)
    const isCheckBox = await control
      .first()
      .evaluate((element) => element.matches('[type=checkbox], summary'))
    await page.keyboard.press(isCheckBox ? 'Space' : 'Enter')
  }
  async function type(field: Locator, text: string) {
    counts.actions += 1
    if (keyboard) await reach(field)
    else await field.first().click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(text)
  }
  return {
    counts,
    scripted,
    use,
    type,
    /** Chooses a file: the system's dialog counts as one action. */
    async choose(field: Locator, name: string, content: string) {
      counts.actions += 1
      if (keyboard) await reach(field)
      await field.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
    },
    /** Types into the search of the bar, and opens the hit: from the list below it or, without JavaScript, from the page of hits. */
    async find(text: string, hit: string) {
      const field = page.getByLabel('Find in the back office')
      if (keyboard && scripted) {
        await page.keyboard.press('/')
        counts.actions += 1
        await page.keyboard.insertText(text)
      } else await type(field, text)
      if (scripted) {
        const option = page.getByRole('option').filter({ hasText: hit }).first()
        await option.waitFor()
        counts.actions += 1
        if (!keyboard) return option.click()
        for (let presses = 0; (await option.getAttribute('aria-selected')) !== 'true'; presses += 1) {
          if (presses > 20) throw new Error(`The arrows do not reach ${hit}`)
          await page.keyboard.press('ArrowDown')
        }
        return page.keyboard.press('Enter')
      }
      counts.actions += 1
      await page.keyboard.press('Enter')
      await use(page.getByRole('main').getByRole('link').filter({ hasText: hit }))
    },
  }
}

function button(page: Page, name: string | RegExp) {
  return page.getByRole('button', { name })
}

/** Finds an applicant, runs underwriting and sends the result. */
async function underwriteAndSend(page: Page, hand: Hand) {
  await hand.find('henrik', 'Henrik Aas')
  await hand.use(button(page, 'Run Underwriting for this Quote'))
  await hand.use(page.locator('#result').getByRole('link', { name: /^Send/ }))
  await hand.use(button(page, 'Send it'))
  await page.getByText('The result is on its way').waitFor()
}

/** Changes the price of a tier after seeing its impact: beside the field or, without JavaScript, on a separate page. */
async function changeTier(page: Page, hand: Hand) {
  await hand.find('tier standard', 'Standard')
  await hand.type(page.getByLabel('Base premium'), '38')
  if (hand.scripted) await page.getByText('Before you save').waitFor()
  await hand.use(button(page, 'Save changes'))
  await page.getByText('Coverage tier updated successfully!').waitFor()
}

/** Imports the good rows of an employer file with three bad ones, and undoes it. */
async function importAndUndo(page: Page, hand: Hand) {
  const bundled = readFileSync('db/reference/employer_risk_data.csv', 'utf8').trimEnd()
  const bad = ['A', 'B', 'C'].map(
    (name) => `${name} Works,Private,Small (<50),Construction,eleven,Fair,1,1,1`,
  )
  await hand.find('import', 'Import')
  await hand.use(page.locator('.import-files summary'))
  await hand.choose(page.locator('#employer-risks'), 'employers.csv', [bundled, ...bad, ''].join('\n'))
  await hand.use(button(page, 'See what would change'))
  await hand.use(button(page, /^Import \d+ good rows?, leave 3 bad rows out$/))
  await hand.use(page.getByRole('link', { name: /^Undo import \d+$/ }))
  await hand.use(button(page, 'Undo this import'))
  await page.getByText('Import undone').waitFor()
}

/** Changes the engine's code after seeing its impact, and restores the version before. */
async function changeCode(page: Page, hand: Hand) {
  await hand.find('edit code', 'Edit the engine code')
  const area = page.locator('.cm-content').or(page.getByLabel('Source of the underwriting engine'))
  const source = readFileSync('app/engine/underwrite.js', 'utf8')
  await hand.type(area.filter({ visible: true }), `${source}\n// tried\n`)
  if (await page.locator('.cm-content').isVisible()) await page.keyboard.press('Escape')
  await hand.use(button(page, 'See the impact'))
  await page.getByText(/were run on the newest/).waitFor()
  await hand.use(button(page, 'Save Changes'))
  await page.getByText('Underwriting engine code updated successfully!').waitFor()
  await hand.use(page.getByRole('link', { name: 'Backups' }))
  await hand.use(page.getByRole('link', { name: 'Roll back to the last version' }))
  await hand.use(button(page, 'Confirm Restore'))
  await page.getByText('Backup restored successfully!').waitFor()
}

/** Lists the results of this week that lost most to their employer's risk, and opens the first. */
async function findLosses(page: Page, hand: Hand) {
  await hand.find('week employer', 'Results of this week')
  await hand.use(page.getByRole('main').getByRole('table').getByRole('row').nth(1).getByRole('link').first())
  await page.getByRole('heading', { name: 'Each factor and its effect' }).waitFor()
}

/** Lists who changed what yesterday. */
async function findChanges(page: Page, hand: Hand) {
  await hand.find('changed yesterday', 'Changes of yesterday')
  await page.getByRole('heading', { name: 'Audit log' }).waitFor()
}
