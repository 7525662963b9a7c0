// `node scripts/lay-out-image.mjs <folder>`: copies only what the built program needs at run time to a new folder: the content of the
// container image.

import { cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'))
const [, , target] = process.argv
if (target === undefined) throw new Error('Usage: node scripts/lay-out-image.mjs <folder>')

/** @param {string} path @param {(file: string) => boolean} isNeeded */
function copy(path, isNeeded = () => true) {
  const filter = (/** @type {string} */ from) => {
    if (statSync(from).isDirectory()) return from === path || basename(from) !== 'node_modules' // those are listed one by one
    return isNeeded(from)
  }
  cpSync(path, join(/** @type {string} */ (target), path), { recursive: true, filter })
}

for (const file of ['package.json', 'scripts/serve.mjs', 'scripts/env-file.mjs']) copy(file)

// Only the operator's command and the worker's module: no benchmarks, fuzzer or build steps.
const commands = ['create-admin.js', 'simulate-book.js']
copy('build', (file) => dirname(file) !== 'build/commands' || commands.includes(basename(file)))

// Files that are read at run time: workers, the engine's source, the reference data.
for (const folder of ['app', 'db']) {
  for (const name of readdirSync(folder, { encoding: 'utf8', recursive: true })) {
    if (['.js', '.mjs', '.csv'].includes(extname(name))) copy(join(folder, name))
  }
}

/** Source maps, declarations, sources and documentation of packages; unused extensions of PGlite. */
const unneeded = /\.(?:map|[cm]?ts|tsbuildinfo|flow|md|tar\.gz)$/
/** @type {{ packages: Record<string, { dev?: boolean, devOptional?: boolean }> }} */
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
for (const [path, { dev, devOptional }] of Object.entries(packages)) {
  // Optional packages for other platforms are listed, but not installed.
  if (path !== '' && !dev && !devOptional && existsSync(path)) copy(path, (file) => !unneeded.test(file))
}
