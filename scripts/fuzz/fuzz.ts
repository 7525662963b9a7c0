// `npm run fuzz`: sends generated hostile requests to every route of the running program and prints what fails.

import { parseArgs } from 'node:util'

import { startPostgres } from '../../test/support/postgres-server'

import { excluded } from './cases'
import { describeReport, fuzz } from './run'

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    database: { type: 'string', default: 'both' },
    only: { type: 'string' },
  },
})
const databases = values.database === 'both' ? ['embedded', 'postgres'] : [values.database]
// One case or a range, run verbosely: `--only 17`, `--only 17-25`.
const [first, last = first] = values.only?.split('-').map(Number) ?? []
const only = first === undefined || last === undefined ? undefined : { first, last }

console.log('No case does this:')
for (const [what, why] of excluded) console.log(`  ${what}: ${why}`)

for (const database of databases) {
  const server = database === 'postgres' ? await startPostgres() : null
  try {
    const report = await fuzz({
      database,
      databaseUrl: server?.url,
      cases: Number(values.cases),
      seed: Number(values.seed),
      only,
      say: (line) => console.log(line),
    })
    console.log(describeReport(report))
    if (report.findings.length > 0) process.exitCode = 1
  } finally {
    await server?.stop()
  }
}
