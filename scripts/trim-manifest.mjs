// Leaves the routes below /api, and those of files, downloads, probes and URLs that only redirect, out of the manifest that every page
// loads: a quarter of it. Scripts call them by `fetch`; links and forms of the router never refer to them. Fields that a route lacks are left out,
// and so are the scripts that every page has. Each route gets its id from its key.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = 'build/client/assets'
const start = 'window.__remixManifest='

const names = readdirSync(folder).filter((name) => /^manifest-[\da-f]+\.js$/.test(name))
if (names.length !== 1) throw new Error(`Expected one manifest in ${folder}, not ${names.length}`)
const path = join(folder, names[0] ?? '')
const script = readFileSync(path, 'utf8')
if (!script.startsWith(start)) throw new Error(`${path} is not as expected`)

const manifest = JSON.parse(script.slice(start.length).replace(/;\s*$/, ''))
const ofEveryPage = new Set(manifest.entry.imports)
const routes = Object.entries(manifest.routes)
  .filter(
    ([id]) =>
      !/^routes\/(?:api\+\/|\[|healthz$|readyz$|metrics$)|[./+]export$|evidence$|months$|[./+]bad-rows|temp-redirect$/.test(
        id,
      ),
  )
  .map(([id, { id: _, ...route }]) => {
    // In one order, in which they compress better.
    const imports = route.imports.filter((/** @type {string} */ file) => !ofEveryPage.has(file)).sort()
    const isLacking = (/** @type {unknown} */ value) =>
      value === false || (Array.isArray(value) && value.length === 0)
    const has = Object.entries({ ...route, imports }).filter(([, value]) => !isLacking(value))
    return [id, Object.fromEntries(has)]
  })
const trimmed = JSON.stringify({ ...manifest, routes: Object.fromEntries(routes) })
const setIds = 'for(const id in __remixManifest.routes)__remixManifest.routes[id].id=id'
writeFileSync(path, `${start}${trimmed};${setIds};`)
