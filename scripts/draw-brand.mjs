// Redraws the images in public/ after a change of the brand, the claim, the colors or the timeline's figures: `npm run draw-brand`. They
// are committed with the sources, so builds do not need this.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { Resvg } from '@resvg/resvg-js'
import subsetFont from 'subset-font'
import { createServer } from 'vite'

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'))
const require = createRequire(import.meta.url)
const fonts = mkdtempSync(join(tmpdir(), 'holdfast-brand-'))
const { defaultBrand, facts } = await content()
const color = lightColors()
const fontFiles = await faces([500, 700])

const favicon = readFileSync('public/favicon.svg', 'utf8')
/** The mark without its background, in a square of 32. */
const knot = /<path [^>]*>/.exec(favicon)?.[0] ?? ''

draw('og-default-image.png', 1200, poster())
draw('icon-192.png', 192, favicon)
draw('icon-512.png', 512, favicon)
// Phones round the corners themselves.
draw('apple-touch-icon.png', 180, favicon.replace(' rx="7"', ''))
rmSync(fonts, { recursive: true })

/** @param {string} name @param {number} width @param {string} svg */
function draw(name, width, svg) {
  const picture = new Resvg(svg, {
    fitTo: { mode: 'width', value: width },
    font: { fontFiles, loadSystemFonts: false, defaultFontFamily: 'Schibsted Grotesk' },
  }).render()
  writeFileSync(join('public', name), picture.asPng())
  console.log(`public/${name} ${picture.width} x ${picture.height}`)
}

/** The content modules of the pages. */
async function content() {
  const server = await createServer({
    configFile: false,
    logLevel: 'warn',
    appType: 'custom',
    server: { middlewareMode: true, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true },
  })
  const modules = await Promise.all(
    ['brand', 'facts'].map((name) => server.ssrLoadModule(`/app/content/${name}.ts`)),
  )
  await server.close()
  return /** @type {typeof import('../app/content/brand') & typeof import('../app/content/facts')} */ (
    Object.assign({}, ...modules)
  )
}

/** The colors of app/styles/tokens.css by name. @returns {(name: string) => string} */
function lightColors() {
  const [light = ''] = readFileSync('app/styles/tokens.css', 'utf8').split('prefers-color-scheme: dark')
  return (name) => {
    const value = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(light)?.[1]
    if (value === undefined) throw new Error(`tokens.css has no colour --${name}`)
    return value
  }
}

/** The heading font at some weights, as files that the renderer can read. @param {number[]} weights */
function faces(weights) {
  const source = readFileSync(
    require.resolve('@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2'),
  )
  return Promise.all(
    weights.map(async (wght) => {
      const file = join(fonts, `${wght}.ttf`)
      const options = { targetFormat: /** @type {const} */ ('sfnt'), variationAxes: { wght } }
      writeFileSync(file, await subsetFont(source, undefined, { ...options, keepAllGlyphs: true }))
      return file
    }),
  )
}

/** The preview image for links to a page: the claim, and the timeline of cover. */
function poster() {
  const { min, max } = facts.vestingMonths
  const line = 470
  const [start, loss, paid] = [80, 620, 980]
  const text = (
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {number} */ size,
    /** @type {string} */ content,
    style = '',
  ) => `<text x="${x}" y="${y}" font-size="${size}" ${style}>${content.replaceAll('&', '&amp;')}</text>`
  const bold = 'font-weight="700"'
  const soft = `fill="${color('on-deep-soft')}"`
  const stop = (/** @type {number} */ x, /** @type {string} */ fill) =>
    `<circle cx="${x}" cy="${line}" r="15" fill="${fill}" stroke="${color('deep')}" stroke-width="6"/>`

  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" font-family="Schibsted Grotesk" font-weight="500" fill="${color('on-deep')}">
  <rect width="1200" height="630" fill="${color('deep')}"/>
  <rect width="1200" height="10" fill="${color('primary')}"/>
  <g transform="translate(80 72) scale(2)"><rect width="32" height="32" rx="7" fill="${color('primary')}"/>${knot}</g>
  ${text(164, 119, 44, defaultBrand.name, `${bold} letter-spacing="-0.9"`)}
  ${text(77, 258, 88, 'Your paycheck, protected', `${bold} letter-spacing="-2.2"`)}
  ${text(80, 318, 32, 'One lump sum when work stops. In beta.', soft)}
  <g stroke-width="8" stroke-linecap="round">
    <path d="M${start} ${line}H${loss}" stroke="${color('primary')}"/>
    <path d="M${loss + 36} ${line}H${paid - 35}" stroke="${color('focus-on-deep')}" stroke-dasharray="0.1 17.9"/>
    <path d="M${paid} ${line}H1200" stroke="${color('on-deep')}" stroke-linecap="butt"/>
  </g>
  ${stop(start + 9, color('on-deep-soft'))}${stop(loss, color('focus-on-deep'))}${stop(paid, color('on-deep'))}
  ${text(start, 430, 26, `${min} to ${max} months of vesting`, soft)}
  ${text(loss + 20, 430, 26, `${facts.eliminationDays} days of waiting`, soft)}
  ${text(start, 528, 30, 'Cover begins', bold)}
  ${text(loss - 15, 528, 30, 'You lose your job', bold)}
  ${text(paid - 15, 528, 30, 'Lump sum', bold)}
</svg>`
}
