// `npm run bench:import`: measures how fast a file of synergy rows is imported into a PostgreSQL server. One run on one file:
// COPY by the server itself (the reference), the import with its validation, the import of the same file, which changes nothing,
// a preview of one that changes every row, the import of its staged rows, and the undo of that.

import { once } from 'node:events'
import {
  createReadStream,
  createWriteStream,
  mkdtempSync,
  readFileSync,
  rmSync,
  chmodSync,
  statSync,
} from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'

import { openDatabase } from '~/db.server'
import { collections } from '~/domain/configuration/collections'
import { importChecked, runImport, runPreview } from '~/domain/imports/imports.server'
import { undoImport } from '~/domain/imports/undo.server'
import { sandbox } from '~/domain/underwriting/sandbox.server'

import { migrateToLatest } from '../../db/migrate'
import { startPostgres } from '../../test/support/postgres-server'

const rows = Number(process.env.BENCH_ROWS ?? 100_000)
const { synergyData } = collections
const megabyte = 1024 * 1024

const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'))
chmodSync(folder, 0o755) // the server reads the file itself
const file = join(folder, 'rows.csv')
const changed = join(folder, 'changed.csv')
const server = await startPostgres()
const db = await openDatabase({ url: server.url })
const client = new pg.Client(server.url)
try {
  await migrateToLatest(db)
  await client.connect()
  await writeRows(file, (line) => line)
  await writeRows(changed, (line) => line.replace(',Projection,', ',Forecast,'))
  const { id } = await db
    .insertInto('users')
    .values({ username: 'Bench', email: 'bench@example.com', password_hash: 'x', admin: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  const sourceOf = (path: string) => ({
    collection: synergyData,
    label: 'rows.csv',
    size: statSync(path).size,
    uploaded: true,
    open: () => createReadStream(path),
  })

  const [header = ''] = readFileSync('db/reference/simulation_results.csv', 'utf8').split('\n')
  const columns = header.split(',').map((name) => `"${name}"`)
  const copy = await measure(() =>
    client.query(`copy synergy_data (${columns.join()}) from '${file}' with (format csv, header)`),
  )
  await client.query('truncate synergy_data')
  const importAll = async () => {
    const outcome = await runImport(db, { by: id, sources: [sourceOf(file)], onError: fail })
    if (!outcome.ok || outcome.summary.totalImported !== rows) throw new Error('The import failed')
    return outcome.id
  }
  const first = await measure(importAll)
  const again = await measure(importAll)
  const preview = await measure(async () => {
    const outcome = await runPreview(db, { by: id, sources: [sourceOf(changed)], sandbox, onError: fail })
    if (!outcome.ok || outcome.summary.results[0]?.preview?.changed !== rows)
      throw new Error('The preview failed')
    return outcome.id
  })
  const checked = await measure(async () => {
    const outcome = await importChecked(db, { by: id, preview: preview.result, sandbox, onError: fail })
    if (!outcome.ok || outcome.summary.totalImported !== rows) throw new Error('The import failed')
    return outcome.id
  })
  const undo = await measure(async () => {
    const outcome = await undoImport(db, { by: id, runId: checked.result, anyway: '' })
    if (!outcome.ok || outcome.summary.totalImported !== rows) throw new Error('The undo failed')
  })

  const size = statSync(file).size / megabyte
  console.log(
    `\n${rows.toLocaleString('en-US')} rows of 54 columns, ${size.toFixed(0)} MB, ${availableParallelism()} cores\n`,
  )
  for (const [name, { seconds, memory }] of [
    ['COPY by the server', copy],
    ['import into an empty table, every row checked', first],
    ['import of the same file, which changes nothing', again],
    ['preview of a file that changes every row', preview],
    ['import of what the preview has checked', checked],
    ['undo', undo],
  ] as const) {
    const rate = (rows / seconds).toFixed(0).padStart(8)
    const share = (seconds / copy.seconds).toFixed(1).padEnd(5)
    console.log(
      `${rate} rows a second   1 : ${share} ${memory.toFixed(0).padStart(4)} MB more memory   ${name}`,
    )
  }
} finally {
  await client.end()
  await db.destroy()
  await sandbox.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

function fail(error: unknown): never {
  throw error
}

/** Repeats the bundled months, with a different scenario name each time. */
async function writeRows(path: string, change: (line: string) => string) {
  const [header, ...months] = readFileSync('db/reference/simulation_results.csv', 'utf8').trim().split('\n')
  const out = createWriteStream(path, { mode: 0o644 })
  out.write(`${header}\n`)
  for (let row = 0; row < rows;) {
    const scenario = Math.floor(row / months.length)
    const some = months
      .slice(0, rows - row)
      .map((line) => change(line).replace(',baseline,', `,scenario ${scenario},`))
    row += some.length
    if (!out.write(`${some.join('\n')}\n`)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'finish')
}

/** Measures the time of a function, and the peak increase of this process's memory. */
async function measure<Result>(work: () => Promise<Result>) {
  const before = process.memoryUsage.rss()
  let peak = before
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 50)
  const started = performance.now()
  const result = await work()
  const seconds = (performance.now() - started) / 1000
  clearInterval(watch)
  return { result, seconds, memory: (peak - before) / megabyte }
}
