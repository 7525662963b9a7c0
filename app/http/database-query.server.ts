import { deepest, type RecordQuery } from '~/domain/database-browser/database-browser.server'
import { log } from '~/log.server'

import { isUnavailable } from '../../db/errors'
import { invalid } from './api.server'
import { Problem } from './problem.server'

export const noSuchTable = new Problem(404, 'There is no such table')

/** The most records that one answer holds. */
const mostRecords = 100

/**
 * The part of a table that a call asks for: `limit` (10 unless told) and `offset` (0), in the order of the column `sort`, with a minus
 * for the last first. @throws {Response} 422
 */
export function recordQuery(request: Request): RecordQuery {
  const asked = new URL(request.url).searchParams
  const wrong: { path: string; message: string }[] = []
  const whole = (name: string, usual: number, least: number, most: number) => {
    const text = asked.get(name)
    if (text === null || text === '') return usual
    const number = /^\d{1,10}$/.test(text) ? Number(text) : NaN
    if (number >= least && number <= most) return number
    wrong.push({ path: name, message: `${name} must be a whole number from ${least} to ${most}` })
    return usual
  }
  const sort = asked.get('sort') ?? ''
  const query = {
    limit: whole('limit', 10, 1, mostRecords),
    offset: whole('offset', 0, 0, deepest),
    sort: sort.replace(/^-/, '') || undefined,
    descending: sort.startsWith('-'),
  }
  if (wrong.length > 0) throw invalid(wrong)
  return query
}

/** What was read, or, where that failed, a message for the page; the cause is in the log. */
export async function attempt<Result>(work: Promise<Result>, message: string) {
  try {
    return { value: await work, problem: null }
  } catch (error) {
    log.error({ err: error }, message)
    const reason = isUnavailable(error)
      ? 'The database did not answer in time.'
      : 'The database refused to answer.'
    return { value: null, problem: `${message}. ${reason} Please try again.` }
  }
}
