import type { Db } from '../../../db/schema'
import { quotes } from '~/domain/submissions/kinds'
import { readListState } from '~/domain/submissions/submission-list'
import { findNeighbors as findInSubmissions } from '~/domain/submissions/submissions.server'
import { resultList } from '~/domain/underwriting/result-list'
import { findNeighbors as findInResults } from '~/domain/underwriting/result-list.server'
import { findWork, holdersOf, type Holders } from '~/domain/work/work.server'

import type { Origin } from './origin'

/** The quotes before and after one in a list, by their numbers. */
export type Neighbors = { previous: number | null; next: number | null }

const none: Neighbors = { previous: null, next: null }

/** Returns the neighbors of a quote in the list that the admin `by` opened it from, as the list is now. */
export async function findNeighbors(
  db: Db,
  origin: Origin,
  quoteId: number,
  { by }: { by: number },
): Promise<Neighbors> {
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

/** Finished work leaves the list: the first waiting one comes next. */
async function inWork(db: Db, quoteId: number, holders: Holders | undefined): Promise<Neighbors> {
  const { groups } = await findWork(db, { holders })
  const ids = groups.flatMap(({ items }) => items.map((item) => item.quoteId))
  const place = ids.indexOf(quoteId)
  if (place < 0) return { previous: null, next: ids[0] ?? null }
  return { previous: ids[place - 1] ?? null, next: ids[place + 1] ?? null }
}
