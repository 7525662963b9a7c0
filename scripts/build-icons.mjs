// Subsets the fonts to what the site uses: the icon font to the named icons, the face to Latin. Runs before each build; rewrites
// only files that changed, so that a build does not look stale.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import subsetFont from 'subset-font'

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'))
const require = createRequire(import.meta.url)
const folder = 'app/styles/generated'

/** @param {string} name @param {string | Buffer} content */
function write(name, content) {
  const path = join(folder, name)
  const bytes = Buffer.from(content)
  if (!existsSync(path) || !readFileSync(path).equals(bytes)) writeFileSync(path, bytes)
  console.log(`${path} ${bytes.length} bytes`)
}

/** The characters from one code point to another. @param {number} first @param {number} last */
function range(first, last) {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index))
}

/** Finds the uses of each icon: `<Icon name="...">` with a literal name. */
function namedIcons() {
  /** @type {Map<string, string>} */
  const named = new Map()
  for (const file of readdirSync('app', { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.tsx')) continue
    const source = readFileSync(join('app', file), 'utf8')
    for (const [use, attributes = ''] of source.matchAll(/<Icon\s([^>]*)>/g)) {
      const name = /(?:^|\s)name="([^"]*)"/.exec(attributes)?.[1]
      if (name === undefined) fail(`app/${file}: ${use} must have its name as plain text: name="..."`)
      else if (!named.has(name) || officeRoutes.test(named.get(name) ?? '')) named.set(name, `app/${file}`)
    }
  }
  return named
}

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(message)
  process.exit(1)
}

/** @type {Record<string, number>} */
const codePoints = require('bootstrap-icons/font/bootstrap-icons.json')
const officeRoutes = /^app\/routes\/(?:admin|pitch-deck-admin)\+\//
const icons = [...namedIcons()]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([name, file]) => {
    const point = codePoints[name]
    if (point === undefined) fail(`${file}: there is no icon named '${name}' in bootstrap-icons`)
    return { name, point, isOffice: officeRoutes.test(file) }
  })

/** @param {typeof icons} icons */
function rulesOf(icons) {
  return icons
    .map(({ name, point }) => `.icon-${name}::before {\n  content: '\\${point.toString(16)}';\n}\n`)
    .join('\n')
}

mkdirSync(folder, { recursive: true })
write(
  'icons.woff2',
  await subsetFont(
    readFileSync(require.resolve('bootstrap-icons/font/fonts/bootstrap-icons.woff2')),
    String.fromCodePoint(...icons.map(({ point }) => point)),
    { targetFormat: 'woff2' },
  ),
)
write(
  'icons.css',
  `@font-face {
  font-family: 'Icons';
  src: url('./icons.woff2') format('woff2');
  font-display: block;
}

.icon::before {
  display: inline-block;
  font: 400 1em/1 'Icons';
  vertical-align: -0.125em;
  -webkit-font-smoothing: antialiased;
}

${rulesOf(icons.filter(({ isOffice }) => !isOffice))}`,
)
write('office-icons.css', rulesOf(icons.filter(({ isOffice }) => isOffice)))

const face = readFileSync(
  require.resolve('@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2'),
)
const weights = { wght: { min: 400, max: 800 } }
write(
  'schibsted-grotesk.woff2',
  await subsetFont(
    face,
    range(0x20, 0x7e) + range(0xa0, 0xff) + '\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u00d7',
    {
      targetFormat: 'woff2',
      keepFeatures: ['kern', 'mark', 'ccmp', 'lnum'],
      variationAxes: weights,
    },
  ),
)
// The tabular figures of the face come with punctuation as wide as a digit. So they are a separate file with only digits: punctuation
// is always that of the text, also on a page that this file reaches late.
write(
  'schibsted-figures.woff2',
  await subsetFont(face, '0123456789', {
    targetFormat: 'woff2',
    keepFeatures: ['lnum', 'tnum'],
    variationAxes: weights,
  }),
)
