import { readFileSync } from 'node:fs'

import {
  test as base,
  expect,
  type BrowserContext,
  type BrowserContextOptions,
  type Cookie,
  type Locator,
  type Page,
  type TestInfo,
} from '@playwright/test'
import type axeCore from 'axe-core'
import type { RunOnly } from 'axe-core'
import pg from 'pg'

import type { Mail } from '../support/mailbox'
import { admin } from '../support/program'

type Mailbox = {
  /** Waits for a new mail to the email with this subject, and returns its text. */
  next: (email: string, subject: RegExp) => Promise<string>
}

/** Opens a page of another browser, with JavaScript as in the project; it is closed after the test. */
export type OpenPage = (options?: BrowserContextOptions) => Promise<Page>

type Fixtures = { scripted: boolean; mailbox: Mailbox; openPage: OpenPage }

/** Runs tests against the program of the project's database. A page must not log an error nor fail to load a resource. */
export const test = base.extend<Fixtures>({
  baseURL: async ({}, provide, { project }) => {
    await provide(process.env[`${project.metadata.database.toUpperCase()}_URL`])
  },
  scripted: async ({}, provide, { project }) => {
    await provide(project.metadata.javaScriptEnabled)
  },
  mailbox: async ({}, provide, { project }) => {
    const url = process.env[`${project.metadata.database.toUpperCase()}_MAILBOX_URL`]
    const seen = new Map<string, number>()
    await provide({
      async next(email, subject) {
        let text = ''
        await expect(async () => {
          const response = await fetch(`${url}?${new URLSearchParams({ to: email })}`)
          const mails = (await response.json()) as Mail[]
          const newest = mails.findLastIndex((mail) => subject.test(mail.subject))
          expect(newest, `a mail ${subject} to ${email}`).toBeGreaterThan(seen.get(email) ?? -1)
          seen.set(email, newest)
          text = mails[newest]?.text ?? ''
        }).toPass({ timeout: 60_000 })
        return text
      },
    })
  },
  page: async ({ page }, provide) => {
    const errors = errorsOf(page)
    await provide(page)
    expect(errors).toEqual([])
  },
  openPage: async ({ browser, baseURL, scripted }, provide) => {
    const opened: { context: BrowserContext; errors: string[] }[] = []
    await provide(async (options) => {
      const context = await browser.newContext({ baseURL, javaScriptEnabled: scripted, ...options })
      const page = await context.newPage()
      opened.push({ context, errors: errorsOf(page) })
      return page
    })
    await Promise.all(opened.map(({ context }) => context.close()))
    expect(opened.flatMap(({ errors }) => errors)).toEqual([])
  },
})

/** The environment of a program with a database of its own: a new one on the server of the project, or an embedded one. */
export async function ownDatabase({ metadata }: TestInfo['project']): Promise<{ DATABASE_URL?: string }> {
  if (metadata.database !== 'postgres') return {}
  const url = new URL(process.env.POSTGRES_SERVER_URL ?? '')
  const client = new pg.Client(url.href)
  await client.connect()
  url.pathname = `own_${crypto.randomUUID().replaceAll('-', '')}`
  await client.query(`create database ${url.pathname.slice(1)}`)
  await client.end()
  return { DATABASE_URL: url.href }
}

/** Collects the errors that a page throws or logs from now on. */
function errorsOf(page: Page) {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    // A browser logs every response with a status of 400 or more, expected ones too.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(message.text())
  })
  return errors
}

export { expect }

/** Starts a run on many applications. There is one at a time, and tests that run in parallel start theirs on the same program. */
export async function startBatch(page: Page, press: () => Promise<void>) {
  const busy = page.getByText('Another such run is under way.')
  const started = page.getByRole('heading', { level: 1, name: /^Batch run \d+$/ })
  await press()
  await expect(busy.or(started).first()).toBeVisible()
  if (await started.isVisible()) return
  await page.reload() // without the message
  await startBatch(page, press)
}

/** Sends a form while the connection is broken: the page stays and shows why. Without JavaScript that is the browser's page. */
export async function sendInVain(page: Page, send: () => Promise<void>, failure: string) {
  await hydrated(page)
  await page.route(
    (url) => url.searchParams.has('_data'),
    (route) => route.abort(),
  )
  await send()
  await expect(page.getByRole('alert').filter({ hasText: failure })).toBeFocused()
  await page.unrouteAll()
}

type Url = Parameters<Page['route']>[0]

/** Holds the requests to a URL, or those of one method, until the returned function is called. */
export async function holdRequests(page: Page, url: Url, method?: 'GET' | 'POST') {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(url, async (route) => {
    if (method === undefined || route.request().method() === method) await released
    await route.fallback()
  })
  return release
}

/** Loses the responses to the forms that are sent from now on, until `unrouteAll`: the program does what they ask for. */
export async function loseAnswers(page: Page) {
  await page.route(
    (url) => url.searchParams.has('_data'),
    async (route) => {
      await route.fetch()
      await route.abort()
    },
  )
}

/** The admin session that this worker used last. */
let session: Cookie[] = []

/** Waits until React has taken over a page of the back office, and the scripts of the pages that its forms post to are loaded. */
export async function hydrated(page: Page) {
  await expect(page.locator('.before-script')).toHaveCount(0)
  const preloads = page.locator('link[rel=modulepreload]')
  await expect
    .poll(() =>
      preloads.evaluateAll((links) =>
        (links as HTMLLinkElement[]).every(({ href }) => performance.getEntriesByName(href).length > 0),
      ),
    )
    .toBe(true)
}

/** Opens what is folded in a part of the page. */
export async function unfold(part: Locator) {
  await part.evaluateAll((elements) => {
    for (const element of elements)
      for (const details of [element.closest('details'), ...element.querySelectorAll('details')])
        if (details) details.open = true
  })
}

/** Follows a link under 'More' in the bar of the back office, or in the menu of a narrow screen, which shows all. */
export async function openTool(page: Page, name: string) {
  const office = page.getByRole('navigation', { name: 'Back office' })
  const menu = page.getByText('Menu', { exact: true })
  if (await menu.isVisible()) await menu.click()
  else await office.getByText('More').click()
  await office.getByRole('link', { name }).click()
}

/** Signs the admin in without a page: with the session of an earlier test, if that is still valid. */
export async function signIn(page: Page) {
  await page.context().addCookies(session)
  if ((await page.request.get('/api/auth/me')).ok()) return
  expect((await page.request.post('/api/auth/login', { data: admin })).status()).toBe(200)
  session = (await page.context().cookies()).filter(({ name }) => name.endsWith('session'))
  expect(session).toHaveLength(1)
}

/** Makes a call with the session of the page, and returns its answer. */
export async function post(page: Page, path: string, data: object) {
  const answer = await page.request.post(path, { data })
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
  return (await answer.json()) as { id: number }
}

/** Fills in and sends the login form that is shown, as the admin. */
export async function logIn(page: Page) {
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password').fill(admin.password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** Signs the admin in through the form: a session of the test's own. */
export async function signInWithForm(page: Page) {
  await page.goto('/login?redirectTo=%2Fadmin%2Fsubmissions')
  await logIn(page)
  await expect(page.getByText('Successfully logged in! Redirecting...')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/submissions$/)
}

/** The minified source, which each page parses: less than half of the package's `source`. */
const axeSource = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

/** Returns the axe violations of the current page: WCAG 2.2 A and AA in the light theme, contrast in the dark one too. Needs JavaScript. */
export async function violations(page: Page): Promise<string[]> {
  // A link that is half hidden by the sticky header would count as too small.
  const header = page.locator('.site-header')
  await header.evaluateAll((headers) =>
    (headers as HTMLElement[]).forEach(({ style }) => (style.position = 'static')),
  )
  await page.evaluate(axeSource)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const inLight = await axe(page, {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  })
  await page.emulateMedia({ colorScheme: 'dark' })
  const inDark = await axe(page, { type: 'rule', values: ['color-contrast'] })
  await page.emulateMedia({ colorScheme: 'light' })
  await header.evaluateAll((headers) =>
    (headers as HTMLElement[]).forEach(({ style }) => (style.position = '')),
  )
  return [...inLight, ...inDark.map((violation) => `in dark, ${violation}`)]
}

function axe(page: Page, runOnly: RunOnly): Promise<string[]> {
  return page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as { axe: typeof axeCore }
    // The rows of a table are alike: five are enough, and hundreds take seconds.
    const looked = { exclude: [['tbody > tr:nth-child(n + 6)']] }
    const { violations } = await axe.run(looked, { runOnly, resultTypes: ['violations'] })
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
    )
  }, runOnly)
}
