import type { Db } from '../../../db/schema'
import { withSnapshot } from '../../../db/snapshot'
import { recordAudit } from '~/domain/audit/audit.server'
import { byteOrderMark, csvLine } from '~/domain/csv'
import { instantsOf } from '~/domain/dates'
import { listInBatches } from '~/lists/list-in-batches.server'
import type { PageRequest } from '~/lists/list-page'
import { sortText } from '~/lists/list-params'

import { factorLabel } from './factor-label'
import {
  groupLabels,
  isNewestOnly,
  usualGroupSort,
  type GroupSort,
  type ResultGroup,
  type ResultListState,
} from './result-list'
import * as queries from './result-list.queries.server'

export { listFactors } from './result-list.queries.server'
export type { GroupRow, ResultListRow } from './result-list.queries.server'

type Query = Pick<ResultListState, 'filter'> & {
  view: Pick<ResultListState['view'], 'sort' | 'factor'> & {
    group?: ResultGroup | undefined
    group_sort?: GroupSort | undefined
  }
}

function resultQuery({ filter, view }: Query): queries.ResultQuery {
  const { quote, from, to, which, ...others } = filter
  const newest = isNewestOnly(which, view.group)
  return {
    filter: { ...others, newest, quoteId: quote, ...instantsOf({ from, to }) },
    sort: view.sort,
    factor: view.factor,
  }
}

/** Rows of a chunk of a file or an answer. */
const batch = 250

export function listResultRows(db: Db, query: Query, page: { cursor?: number; limit: number }) {
  return queries.listRows(db, resultQuery(query), page)
}

/** Returns the quotes before and after one in a list of results. */
export function findNeighbors(db: Db, query: Query, quoteId: number) {
  return queries.findNeighbors(db, resultQuery(query), quoteId)
}

/** Returns the results before and after one in a list, as the list is now. */
export function findResultsBeside(db: Db, query: Query, id: number) {
  return queries.findResultsBeside(db, resultQuery(query), id)
}

/** Counts the results that match, exactly up to a maximum. */
export async function countResultRows(db: Db, query: Query) {
  const count = await queries.countMatching(db, resultQuery(query))
  return boundedCount(count)
}

function boundedCount(count: number) {
  return { count: Math.min(count, queries.countedUpTo), exact: count <= queries.countedUpTo }
}

/**
 * Sums the premiums of the results that match, dollars a month, and counts all results. Of an application its newest result alone counts, as
 * in groups: it is insured once. For a list with an exact count: no more are read.
 */
export async function sumResultRows(db: Db, query: Query) {
  const matching = resultQuery(query)
  const [sums, all] = await Promise.all([
    queries.sumMatching(db, { ...matching, filter: { ...matching.filter, newest: true } }),
    queries.countMatching(db, { ...matching, filter: {} }),
  ])
  return { ...sums, all: boundedCount(all) }
}

/** Returns filtered results with all their fields, in batches, for calls. Their decision is the engine's. */
export function filteredBatches(db: Db, query: Query, page: PageRequest) {
  const { sort, ...rest } = resultQuery(query)
  const { decision: engineDecision, ...others } = rest.filter
  const filter = { ...others, engineDecision, search: page.search }
  return listInBatches(db, page, (reader, { cursor, limit = batch }) =>
    queries.listWhole(reader, { ...rest, sort, filter }, { cursor, limit }),
  )
}

/** The newest results that are looked at for groups, and the groups of a page. */
const groupLimits = { newest: 5_000, groups: 200 }

/** Groups the matching results. `total` has the figures of all groups; `newestOnly` is the number that is looked at when there may be more. */
export async function groupResults(
  db: Db,
  query: Query,
  group: ResultGroup,
  { newest, groups } = groupLimits,
) {
  const { filter } = resultQuery({ ...query, view: { ...query.view, group } })
  const sort = query.view.group_sort ?? usualGroupSort(group)
  const found = await queries.groupRows(db, filter, { group, sort, max: newest, limit: groups + 1 })
  return {
    rows: found.groups.slice(0, groups),
    total: found.total,
    isCut: found.groups.length > groups,
    newestOnly: found.looked >= newest ? newest : null,
  }
}

export type ResultGroups = Awaited<ReturnType<typeof groupResults>>

/** Returns all groups of the matching results, of the newest ones as groupResults, as CSV. Audits the export first. */
export async function exportGroups(db: Db, query: Query, group: ResultGroup, { by }: { by: number }) {
  await auditExport(db, query, { by, as: { group } })
  const { newest } = groupLimits
  const { filter } = resultQuery({ ...query, view: { ...query.view, group } })
  const sort = query.view.group_sort ?? usualGroupSort(group)
  const { groups: rows } = await queries.groupRows(db, filter, { group, sort, max: newest, limit: newest })
  const head = [
    groupLabels[group],
    'Results',
    'Mean rated premium a month',
    'Rated premiums a month',
    'Final premiums a month',
    'Expected loss ratio',
  ]
  const lines = rows.map(({ name, count, mean, sum, offered, loss_ratio }) =>
    csvLine([
      ...[name ?? 'No tier', count, mean?.toFixed(2), sum.toFixed(2), offered.toFixed(2)],
      loss_ratio?.toFixed(4),
    ]),
  )
  return byteOrderMark + csvLine(head) + lines.join('')
}

/** Audits an export; of the employer, which may tell who somebody is, only that there was one. */
async function auditExport(db: Db, { filter }: Query, { by, as }: { by: number; as: object }) {
  const { employer, ...others } = filter
  await recordAudit(db, {
    userId: by,
    action: 'export',
    entity: 'underwriting result',
    after: { through: 'CSV', ...others, byEmployer: employer !== undefined, ...as },
  })
}

/** Streams the matching results in list order as chunks of CSV, from one snapshot (see withSnapshot). Audits the export first. */
export async function exportResults(db: Db, query: Query, { by }: { by: number }) {
  const { sort, factor } = query.view
  await auditExport(db, query, { by, as: { sort: sortText(sort), factor } })
  async function* pieces(reader: Db) {
    yield byteOrderMark + csvLine(csvHead(factor))
    let cursor: number | undefined
    for (;;) {
      const rows = await listResultRows(reader, query, { cursor, limit: batch })
      yield rows.map((row) => csvLine(csvCells(row))).join('')
      if (rows.length < batch) return
      cursor = rows.at(-1)?.id
    }
  }
  return withSnapshot(db, pieces)
}

function csvHead(factor: string) {
  return [
    'Result',
    'Date',
    'Quote',
    'Name',
    'Employer',
    'Industry',
    'Tier',
    'Decision',
    'Decided by a person',
    'Monthly premium',
    'Score',
    'Combined factor',
    'Expected loss ratio',
    `${factorLabel(factor)}, dollars`,
    'Final premium',
    'Final expected loss ratio',
    'Sent',
  ]
}

function csvCells(row: queries.ResultListRow) {
  return [
    row.id,
    row.date_created,
    row.quote_submission_id,
    row.name,
    row.employer,
    row.industry,
    row.coverage_tier,
    row.decision,
    row.verdict,
    row.monthly_premium,
    row.user_score,
    row.combined_risk_factor,
    row.expected_loss_ratio,
    row.factor_dollars,
    row.offered_premium,
    row.offered_loss_ratio,
    row.sent_at,
  ]
}
