// `npm start`: installs and builds if the sources have changed since, then serves.

import './env-file.mjs'

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'))

/** @param {string} path */
function changedAt(path) {
  return existsSync(path) ? statSync(path).mtimeMs : 0
}

/** The time of the newest file below a folder, or of a file. @param {string} path @returns {number} */
function newest(path) {
  if (!statSync(path).isDirectory()) return changedAt(path)
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))))
}

/** @param {string[]} parameters */
function npm(...parameters) {
  const { status, error } = spawnSync('npm', parameters, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status === 0) return
  console.error(`npm ${parameters.join(' ')} failed${error ? `: ${error.message}` : ''}`)
  process.exit(1)
}

if (changedAt('node_modules/.package-lock.json') < changedAt('package-lock.json')) {
  npm('ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error')
}
const sources = ['app', 'db', 'public', 'package-lock.json', 'remix.config.js', 'vite.config.ts']
if (changedAt('build/server/index.js') < Math.max(...sources.map(newest))) npm('run', '--silent', 'build')

await import('./serve.mjs')
