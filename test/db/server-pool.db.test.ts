import { expect, inject, test } from 'vitest'

import { serverPool } from '../../db/server-pool'
import { onServer } from '../support/database'

test.runIf(onServer)(
  'statements have a time limit, unless they may take any time as migrations do',
  async () => {
    const limitOf = async (options?: { anyTime: boolean }) => {
      const pool = serverPool(inject('postgresUrl'), { max: 1, connectionTimeoutMillis: 2_000 }, options)
      const { rows } = await pool.query<{ statement_timeout: string }>('show statement_timeout')
      await pool.end()
      return [rows[0]?.statement_timeout, pool.options.query_timeout]
    }
    expect(await limitOf()).toEqual(['5s', 6_000])
    expect(await limitOf({ anyTime: true })).toEqual(['0', undefined])
  },
)
