import { describe, expect, inject, test } from 'vitest'

import { serverPool } from '../../db/server-pool'
import { onServer } from '../support/database'

const size = { max: 1, connectionTimeoutMillis: 2_000 }

/** Runs a statement in a pool with these parameters in the URL. */
async function run(statement: string, parameters = '', options?: { anyTime: boolean }) {
  const pool = serverPool(`${inject('postgresUrl')}${parameters}`, size, options)
  try {
    return (await pool.query<Record<string, unknown>>(statement)).rows[0]
  } finally {
    await pool.end()
  }
}

const limit = 'show statement_timeout'
const slow = 'select pg_sleep(0.5)'

describe.runIf(onServer)('the time limit of statements', () => {
  test('is five seconds, or that of the URL', async () => {
    expect(await run(limit)).toEqual({ statement_timeout: '5s' })
    expect(await run(limit, '?statement_timeout=20000')).toEqual({ statement_timeout: '20s' })
    await expect(run(slow, '?statement_timeout=100')).rejects.toThrow('statement timeout')
    await expect(run(slow, '?query_timeout=100')).rejects.toThrow('Query read timeout')
  })

  test('does not hold where they may take any time, as migrations do', async () => {
    const anyTime = { anyTime: true }
    expect(await run(limit, '', anyTime)).toEqual({ statement_timeout: '0' })
    const parameters = '?statement_timeout=100&query_timeout=100&application_name=migration'
    expect(await run(slow, parameters, anyTime)).toBeDefined()
    expect(await run('show application_name', parameters, anyTime)).toEqual({ application_name: 'migration' })
  })
})
