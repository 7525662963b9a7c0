// Crawls the built site as a visitor without an account, from the home page and the sitemap, and reports problems: broken links, metadata,
// markup, structured data, and pages over their size budget. `node scripts/check-site.mjs`, after a build.

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'

import { HtmlValidate, Parser } from 'html-validate'

/** The budget of a page in bytes, compressed, and of its script files: with the framework as browsers get them, in brotli. */
const budgets = {
  page: 56 * 1024,
  scripts: 95 * 1024,
  scriptFiles: 6,
  /** The home page shows parts of several other pages, whose scripts it shares. */
  home: { scripts: 98 * 1024, scriptFiles: 8 },
}

/** The required fields of each type of structured data, in the object or its parts. */
const requiredFields = /** @type {Record<string, string[]>} */ ({
  Organization: ['name', 'url', 'logo'],
  WebSite: ['name', 'url'],
  Service: ['name', 'description', 'provider', 'areaServed'],
  FAQPage: ['mainEntity'],
  BreadcrumbList: ['itemListElement'],
  JobPosting: [
    'title',
    'description',
    'datePosted',
    'validThrough',
    'employmentType',
    'hiringOrganization',
    'jobLocation',
  ],
  HowTo: ['name', 'step', 'totalTime'],
})
const requiredInside = /** @type {Record<string, string[]>} */ ({
  Question: ['name', 'acceptedAnswer'],
  Answer: ['text'],
  ListItem: ['position', 'name', 'item'],
  HowToStep: ['name', 'text'],
  PostalAddress: ['streetAddress', 'addressCountry'],
})

const markup = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:document', 'html-validate:a11y'],
  rules: {
    // Every file comes from the site itself; the content security policy allows no others.
    'require-sri': 'off',
  },
})
const parser = new Parser(markup.getConfigForSync('page.html'))

/** @typedef {{ path: string, html: string, dom: ReturnType<Parser['parseHtml']> }} Page */

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'))
/** @type {string[]} */
const problems = []
/** @type {Map<string, Promise<Response & { bytes: Buffer }>>} */
const answers = new Map()
const program = await start()
const origin = program.url
try {
  const pages = await crawl()
  for (const page of pages.values()) checkPage(page)
  checkLinks(pages)
  await checkAssets(pages)
  unique('title', pages, ({ dom }) => dom.querySelector('title')?.textContent)
  unique('description', pages, ({ dom }) => meta(dom, 'name', 'description'))
  await checkSitemap(pages)
  await checkStyles(pages)
  await weigh(pages)
} finally {
  await program.stop()
}
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1

/** Starts the program on a free port, with its own database. */
async function start() {
  const port = await new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address())
      probe.close(() => resolve(port))
    })
  })
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-site-'))
  const child = spawn(process.execPath, ['scripts/serve.mjs', '--no-env-file'], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: folder,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout.resume() // it prints a password, which is not needed here
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const stop = async () => {
    if (child.exitCode === null) child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const url = `http://localhost:${port}`
  const deadline = Date.now() + 60_000
  while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error('The program did not start')
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return { url, stop }
}

/** Requests a path of the site once. @param {string} path */
function get(path) {
  const cached = answers.get(path)
  if (cached) return cached
  const answer = fetch(origin + path).then(async (response) =>
    Object.assign(response, { bytes: Buffer.from(await response.arrayBuffer()) }),
  )
  answers.set(path, answer)
  return answer
}

/** All pages reachable by links, by their path. */
async function crawl() {
  /** @type {Map<string, Page>} */
  const pages = new Map()
  const seen = new Set()
  const waiting = ['/', ...(await sitemapPaths())]
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (seen.has(path)) continue
    seen.add(path)
    const answer = await get(path)
    if (answer.redirected) {
      waiting.push(answer.url.replace(origin, ''))
      continue
    }
    if (!answer.ok) problems.push(`${path}: answers ${answer.status}`)
    if (!answer.ok || !answer.headers.get('Content-Type')?.startsWith('text/html')) continue
    const html = answer.bytes.toString()
    const page = { path, html, dom: parser.parseHtml(html) }
    pages.set(path, page)
    waiting.push(...linksOf(page).map(({ path }) => path))
  }
  return pages
}

async function sitemapPaths() {
  const answer = await get('/sitemap.xml')
  if (!answer.ok) problems.push(`/sitemap.xml: answers ${answer.status}`)
  return [...answer.bytes.toString().matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) =>
    address.replace(origin, ''),
  )
}

/** The links of a page within this site. @param {Page} page */
function linksOf({ path, dom }) {
  return attributes(dom, 'a[href]', 'href')
    .map((href) => new URL(href, origin + path))
    .filter((url) => url.origin === origin)
    .map((url) => ({ path: url.pathname + url.search, anchor: decodeURIComponent(url.hash.slice(1)) }))
}

/** @param {Page['dom']} dom @param {string} selector @param {string} name */
function attributes(dom, selector, name) {
  return dom
    .querySelectorAll(selector)
    .map((element) => (element.getAttributeValue(name) ?? '').replaceAll('&amp;', '&'))
}

/** @param {Page['dom']} dom @param {'name' | 'property'} kind @param {string} name */
function meta(dom, kind, name) {
  return attributes(dom, `meta[${kind}="${name}"]`, 'content')[0]
}

/** Checks a page's metadata and markup. @param {Page} page */
function checkPage({ path, html, dom }) {
  const say = (/** @type {string} */ problem) => problems.push(`${path}: ${problem}`)
  const headings = dom.querySelectorAll('h1').length
  if (headings !== 1) say(`has ${headings} h1 headings`)

  const canonical = attributes(dom, 'link[rel="canonical"]', 'href')
  if (canonical.join() !== origin + path.split('?')[0]) say(`canonical link is '${canonical.join()}'`)
  for (const name of ['og:title', 'og:description', 'og:url', 'og:image'])
    if (!meta(dom, 'property', name)) say(`has no ${name}`)

  for (const { messages } of markup.validateStringSync(html, `${path}.html`).results)
    for (const { ruleId, message, line, column } of messages) say(`${line}:${column} ${message} (${ruleId})`)

  for (const script of dom.querySelectorAll('script[type="application/ld+json"]')) {
    const text = script.textContent
    if (text.includes('<')) say('structured data is not escaped')
    try {
      checkFields(JSON.parse(text), path, true)
    } catch (error) {
      say(`structured data cannot be read: ${/** @type {Error} */ (error).message}`)
    }
  }
}

/** @param {unknown} data @param {string} path @param {boolean} outermost */
function checkFields(data, path, outermost) {
  if (typeof data !== 'object' || data === null) return
  const fields = /** @type {Record<string, unknown>} */ (data)
  const type = String(fields['@type'])
  const required = outermost ? requiredFields[type] : requiredInside[type]
  if (outermost && !required) problems.push(`${path}: structured data of the unknown type ${type}`)
  if (outermost && fields['@context'] !== 'https://schema.org')
    problems.push(`${path}: ${type} has no context`)
  for (const name of required ?? []) {
    const value = fields[name]
    if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
      problems.push(`${path}: structured data: ${type} has no ${name}`)
  }
  for (const value of Object.values(fields)) checkFields(value, path, false)
}

/** Checks that every linked anchor exists on its page; the crawl checks the page itself. @param {Map<string, Page>} pages */
function checkLinks(pages) {
  const anchors = new Map([...pages].map(([path, { dom }]) => [path, new Set(attributes(dom, '[id]', 'id'))]))
  for (const page of pages.values()) {
    for (const { path, anchor } of linksOf(page)) {
      if (anchor !== '' && anchors.get(path)?.has(anchor) === false)
        problems.push(`${page.path}: links to ${path}#${anchor}, which is not there`)
    }
  }
}

/** Checks the images, icons, styles and scripts of pages, and their preview images. @param {Map<string, Page>} pages */
async function checkAssets(pages) {
  for (const { path, dom } of pages.values()) {
    const references = [
      ...attributes(dom, 'img[src]', 'src'),
      ...attributes(dom, 'script[src]', 'src'),
      ...attributes(dom, 'link[href]', 'href'),
      meta(dom, 'property', 'og:image') ?? '',
    ]
    for (const reference of new Set(references)) {
      const url = new URL(reference, origin + path)
      // A canonical link refers to a page, which the crawl checks.
      if (url.origin !== origin || url.pathname === path) continue
      const { status } = await get(url.pathname)
      if (status !== 200) problems.push(`${path}: ${url.pathname} answers ${status}`)
    }
  }
}

/** @param {string} what @param {Map<string, Page>} pages @param {(page: Page) => string | undefined} read */
function unique(what, pages, read) {
  /** @type {Map<string, string>} */
  const seen = new Map()
  for (const page of pages.values()) {
    const value = read(page)
    const other = value && seen.get(value)
    if (!value) problems.push(`${page.path}: has no ${what}`)
    // The steps of one page, which differ by query only, share a canonical URL.
    else if (other !== undefined && other.split('?')[0] !== page.path.split('?')[0])
      problems.push(`${page.path}: has the ${what} of ${other}`)
    else seen.set(value, page.path)
  }
}

/** Checks that the sitemap lists no page with noindex. @param {Map<string, Page>} pages */
async function checkSitemap(pages) {
  for (const path of await sitemapPaths()) {
    const page = pages.get(path)
    if (page && meta(page.dom, 'name', 'robots')?.includes('noindex'))
      problems.push(`/sitemap.xml: names ${path}, which is not to be indexed`)
  }
}

/**
 * Checks that each class in the styles of public pages is named by a public page, or by the scripts of its route, and that these are not those
 * of the office.
 * @param {Map<string, Page>} pages
 */
async function checkStyles(pages) {
  const { entry, routes } = await manifest(pages.get('/')?.html ?? '')
  const office = /^routes\/(?:admin|pitch-deck-admin)\+\//
  const scripts = new Set(['/accordion.js', entry.module, ...entry.imports])
  for (const [id, { module, imports = [] }] of Object.entries(routes)) {
    if (office.test(id)) continue
    for (const script of [module, ...imports]) scripts.add(script)
    if (imports.some((/** @type {string} */ script) => /\/office-[\w-]{1,9}\.js$/.test(script)))
      problems.push(`${id}: loads the scripts of the office`)
  }
  const texts = [...pages.values()].map(({ html }) => html)
  for (const script of scripts) texts.push((await get(script)).bytes.toString())
  const words = new Set(texts.join(' ').match(/[\w-]+/g))
  // A class may be composed, as in `badge-${tone}`.
  const prefixes = [...words].filter((word) => word.endsWith('-'))
  const isNamed = (/** @type {string} */ name) =>
    words.has(name) ||
    prefixes.some((prefix) => name.startsWith(prefix) && words.has(name.slice(prefix.length)))

  const styles = new Set(
    [...pages.values()].flatMap(({ dom }) => attributes(dom, 'link[rel="stylesheet"]', 'href')),
  )
  for (const style of styles) {
    const selectors = (await get(style)).bytes.toString().replace(/\{[^{}]*\}/g, '{}')
    const names = new Set([...selectors.matchAll(/\.([a-z_][\w-]*)/gi)].map(([, name = '']) => name))
    const strays = [...names].filter((name) => !isNamed(name))
    if (strays.length > 0)
      problems.push(
        `${style}: no public page has the classes ${strays.join(', ')}; the office has its own styles`,
      )
  }
}

/** Prints the sizes of pages, and checks them against their budgets. @param {Map<string, Page>} pages */
async function weigh(pages) {
  const framework = await frameworkScripts(pages.get('/')?.html ?? '')
  const table = []
  for (const { path, html, dom } of pages.values()) {
    const styles = attributes(dom, 'link[rel="stylesheet"]', 'href')
    const faces = new Set()
    for (const style of styles)
      for (const [, address = ''] of (await get(style)).bytes.toString().matchAll(/url\(["']?([^"')]+)/g))
        faces.add(new URL(address, origin + style).pathname)
    const scripts = new Set(html.match(/\/assets\/[\w.$-]+\.js/g))
    const own = [...scripts].filter((script) => !framework.has(script))
    for (const script of scripts)
      if ((await get(script)).bytes.includes('ZodError'))
        problems.push(`${path}: the validation library is in ${script}, and belongs on the server`)

    const weights = {
      html: gzipSync(html).length,
      css: await sum(styles, gzipSync),
      fonts: await sum(faces),
      scripts: await sum(scripts, brotliCompressSync),
    }
    const page = weights.html + weights.css + weights.fonts
    const budget = path === '/' ? budgets.home : budgets
    if (page > budgets.page)
      problems.push(`${path}: weighs ${kilobytes(page)} of ${kilobytes(budgets.page)} KB`)
    if (weights.scripts > budget.scripts)
      problems.push(
        `${path}: its scripts weigh ${kilobytes(weights.scripts)} of ${kilobytes(budget.scripts)} KB`,
      )
    if (scripts.size > budget.scriptFiles)
      problems.push(`${path}: loads ${scripts.size} of ${budget.scriptFiles} script files`)
    table.push({
      path,
      HTML: kilobytes(weights.html),
      CSS: kilobytes(weights.css),
      fonts: kilobytes(weights.fonts),
      'in all': kilobytes(page),
      scripts: kilobytes(weights.scripts),
      'script files': scripts.size,
      'own scripts': kilobytes(await sum(own, brotliCompressSync)),
    })
  }
  console.table(table)
  console.log(
    `KB, compressed. Besides, ${kilobytes(await sum(framework, brotliCompressSync))} KB of framework scripts for each page.`,
  )
}

/** The manifest of the scripts of all routes, and its path. @param {string} html */
async function manifest(html) {
  const path = /\/assets\/manifest-[\w-]+\.js/.exec(html)?.[0] ?? ''
  const text = (await get(path)).bytes.toString()
  return { path, ...JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) }
}

/** The scripts that every page loads: entry, root, their imports, and the manifest. @param {string} html */
async function frameworkScripts(html) {
  const { path, entry, routes } = await manifest(html)
  return new Set([path, entry.module, ...entry.imports, routes.root.module])
}

/** The size of files together, after compression. @param {Iterable<string>} paths @param {(bytes: Buffer) => Buffer} compress */
async function sum(paths, compress = (bytes) => bytes) {
  let total = 0
  for (const path of paths) {
    const { bytes } = await get(path)
    total += compress(bytes).length
  }
  return total
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return Number((bytes / 1024).toFixed(1))
}
