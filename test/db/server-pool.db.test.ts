import { expect, inject, test } from 'vitest'

import { serverPool } from '../../db/server-pool'
import { onServer } from '../support/database'

const size = { max: 1, connectionTimeoutMillis: 2_000 }

async function limitsOf(parameters = '', options?: { anyTime: boolean }) {
  const pool = serverPool(`${inject('postgresUrl')}${parameters}`, size, options)
  const client = await pool.connect()
  const { rows } = await client.query<{ statement_timeout: string }>('show statement_timeout')
  const { query_timeout } = (client as unknown as { connectionParameters: { query_timeout: unknown } })
    .connectionParameters
  client.release()
  await pool.end()
  return [rows[0]?.statement_timeout, Number(query_timeout)]
}

test.runIf(onServer)(
  'statements have a time limit, unless they may take any time as migrations do',
  async () => {
    expect(await limitsOf()).toEqual(['5s', 6_000])
    expect(await limitsOf('', { anyTime: true })).toEqual(['0', 0])
  },
)

test.runIf(onServer)('the limits in the URL of the database replace those of the program', async () => {
  expect(await limitsOf('?statement_timeout=20000&query_timeout=21000')).toEqual(['20s', 21_000])
})
