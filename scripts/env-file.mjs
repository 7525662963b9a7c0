// Imported before anything that reads the environment: adds the variables of the .env file next to package.json. The environment itself
// takes precedence. A malformed line ends the process with a message that names it; `--no-env-file` skips the file.

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const file = join(dirname(fileURLToPath(import.meta.url)), '../.env')
/** NAME=value, as docker, a shell and Node's own parser all read it; optionally with quotes, and a trailing comment. */
const assignment = /^\s*(?:export\s+)?([A-Za-z_]\w*)=(?:"([^"]*)"|'([^']*)'|([^"'\s].*?)?)(?:\s+#.*)?\s*$/

if (existsSync(file) && !process.argv.includes('--no-env-file')) {
  try {
    for (const [name, value] of variablesOf(readFileSync(file, 'utf8'))) process.env[name] ??= value
  } catch (error) {
    console.error(`.env cannot be read: ${/** @type {Error} */ (error).message}`)
    process.exit(1)
  }
}

/** @param {string} text @returns {Map<string, string>} for a repeated name, its last value */
function variablesOf(text) {
  const variables = new Map()
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    if (/^\s*(?:#|$)/.test(line)) continue
    const match = assignment.exec(line)
    if (!match) throw new Error(`line ${index + 1} is not NAME=value`)
    variables.set(match[1], match[2] ?? match[3] ?? match[4] ?? '')
  }
  return variables
}
