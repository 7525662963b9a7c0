// Serves the build in this process, so that it receives signals directly, without npm or a shell in between.

import './env-file.mjs'

import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
process.chdir(root)
process.env.NODE_ENV ||= 'production'
process.env.PORT ||= '3000' // remix-serve would pick another free port
process.argv[2] = join(root, 'build/server/index.js')
createRequire(import.meta.url)('@remix-run/serve/dist/cli.js')
