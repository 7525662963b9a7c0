import type { Db } from '../../../db/schema'
import { quotes } from '~/domain/submissions/kinds'
import { readListState } from '~/domain/submissions/submission-list'
import { findNeighbours as findInSubmissions } from '~/domain/submissions/submissions.server'
import { findNeighbours as findInResults } from '~/domain/underwriting/underwriting.server'
import { findWork } from '~/domain/work/work.server'
import { choiceParam, dateRange, readParams, text } from '~/lists/list-params'

import type { Origin } from './origin'

/** The quotes before and after one in a list, by their numbers. */
export type Neighbours = { previous: number | null; next: number | null }

const none: Neighbours = { previous: null, next: null }

/** The filters of the list of results that concern more than one quote. */
const resultFilters = {
  decision: choiceParam(['approved', 'referred', 'declined']),
  tier: text(100),
  ...dateRange,
}

/** Returns the neighbours of a quote in the list that it was opened from, as the list is now. */
export async function findNeighbours(db: Db, origin: Origin, quoteId: number): Promise<Neighbours> {
  switch (origin.list) {
    case 'work':
      return inWork(db, quoteId)
    case 'submissions': {
      const state = readListState(origin.search)
      return state.kind === quotes ? findInSubmissions(db, state, quoteId) : none
    }
    case 'results':
      return findInResults(db, readParams(origin.search, resultFilters).values, quoteId)
    case null:
      return none
  }
}

/** Returns the first quote of the work list other than the one at hand; null if nothing else waits. */
export async function nextInWork(db: Db, quoteId: number) {
  const { groups } = await findWork(db)
  return groups.flatMap(({ items }) => items).find((item) => item.quoteId !== quoteId)?.quoteId ?? null
}

/** What was worked off is in the list no more: the first that still waits comes next. */
async function inWork(db: Db, quoteId: number): Promise<Neighbours> {
  const { groups } = await findWork(db)
  const ids = groups.flatMap(({ items }) => items.map((item) => item.quoteId))
  const place = ids.indexOf(quoteId)
  if (place < 0) return { previous: null, next: ids[0] ?? null }
  return { previous: ids[place - 1] ?? null, next: ids[place + 1] ?? null }
}
