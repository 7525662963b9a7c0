import { expect, test } from 'vitest'

import { describeReport, fuzz } from '../scripts/fuzz/run'

import { startPostgres } from './support/postgres-server'

/** The first cases of `npm run fuzz`. A longer run uses another seed. */
const seed = 1
const cases = 500

test(`${cases} hostile requests get no server error`, { timeout: 600_000 }, async () => {
  const server = await startPostgres()
  try {
    const report = await fuzz({ database: 'postgres', databaseUrl: server.url, cases, seed })
    expect(report.findings, describeReport(report)).toEqual([])
    for (const kind of Object.values(report.cases)) expect(kind).toBeGreaterThan(0)
    // Many requests are accepted: rejections alone would prove little.
    const taken = Object.values(report.statuses).flatMap((statuses) =>
      [...statuses].filter(([status]) => status >= 200 && status < 400).map(([, times]) => times),
    )
    expect(taken.reduce((sum, times) => sum + times, 0)).toBeGreaterThan(cases / 4)
  } finally {
    await server.stop()
  }
})
