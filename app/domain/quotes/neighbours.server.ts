import type { Db } from '../../../db/schema'
import { quotes } from '~/domain/submissions/kinds'
import { readListState } from '~/domain/submissions/submission-list'
import { findNeighbours as findInSubmissions } from '~/domain/submissions/submissions.server'
import { resultList } from '~/domain/underwriting/result-list'
import { findNeighbours as findInResults } from '~/domain/underwriting/result-list.server'
import { findWork, holdersOf, type Holders } from '~/domain/work/work.server'

import type { Origin } from './origin'

/** The quotes before and after one in a list, by their numbers. */
export type Neighbours = { previous: number | null; next: number | null }

const none: Neighbours = { previous: null, next: null }

/** Returns the neighbours of a quote in the list that the admin `by` opened it from, as the list is now. */
export async function findNeighbours(
  db: Db,
  origin: Origin,
  quoteId: number,
  { by }: { by: number },
): Promise<Neighbours> {
  switch (origin.list) {
    case 'work':
      return inWork(db, quoteId, holdersOf(origin.search.get('with'), by))
    case 'submissions': {
      const state = readListState(origin.search)
      return state.kind === quotes ? findInSubmissions(db, state, quoteId) : none
    }
    case 'results':
      return findInResults(db, resultList.read(origin.search), quoteId)
    case null:
      return none
  }
}

/** What was worked off is in the list no more: the first that still waits comes next. */
async function inWork(db: Db, quoteId: number, holders: Holders | undefined): Promise<Neighbours> {
  const { groups } = await findWork(db, { holders })
  const ids = groups.flatMap(({ items }) => items.map((item) => item.quoteId))
  const place = ids.indexOf(quoteId)
  if (place < 0) return { previous: null, next: ids[0] ?? null }
  return { previous: ids[place - 1] ?? null, next: ids[place + 1] ?? null }
}
