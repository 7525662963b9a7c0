import type { Db } from '../../../db/schema'
import { listProposals } from '~/domain/engine-versions/proposals.server'
import { readFactor } from '~/domain/portfolio-factor/portfolio-factor.server'

import { listRefusedChanges, listWaitingChanges, nameOf, viewChanges } from './change-views.server'
import * as changes from './changes.queries.server'
import { valuesOf } from './changes.server'
import * as queries from './releases.queries.server'
import type { ReleaseRow } from './releases.queries.server'

/** The number of past releases that are listed. */
const listedReleases = 20

/** Returns what waits for a release, what is scheduled, and what was decided on lately. */
export async function readReleases(db: Db) {
  const [waiting, proposals, factor, scheduled, past, refused] = await Promise.all([
    listWaitingChanges(db),
    listProposals(db),
    readFactor(db),
    queries.listScheduled(db),
    queries.listPast(db, listedReleases),
    listRefusedChanges(db),
  ])
  const viewed = await viewReleased(db, [...past, ...scheduled])
  const busy = new Set(scheduled.map(({ version_id }) => version_id))
  return {
    changes: waiting.changes,
    totalChanges: waiting.total,
    versions: proposals
      .filter(({ id }) => !busy.has(id))
      .map(({ code: _code, differences, ...version }) => ({ ...version, differences: differences.length })),
    factor: factor.waiting,
    scheduled: scheduled.map((row) => viewRelease(row, viewed)),
    past: past.map((row) => viewRelease(row, viewed)),
    refused,
  }
}

/** Returns a release with its parts. */
export async function findRelease(db: Db, id: number) {
  const row = await queries.findRelease(db, id)
  return row ? viewRelease(row, await nameChanges(db, [row])) : null
}

type Named = { id: number; action: 'create' | 'update' | 'delete'; singular: string; name: string }

/** Returns the changes of releases with the columns that they set, by their ids. */
async function viewReleased(db: Db, rows: readonly ReleaseRow[]) {
  const views = await viewChanges(db, await changesOf(db, rows))
  return new Map(views.map((view) => [view.id, view]))
}

function changesOf(db: Db, rows: readonly ReleaseRow[]) {
  return changes.findChanges(
    db,
    rows.flatMap(({ change_ids }) => change_ids ?? []),
  )
}

async function nameChanges(db: Db, rows: readonly ReleaseRow[]) {
  return new Map<number, Named>(
    (await changesOf(db, rows)).map((row) => {
      const change = valuesOf(row)
      const { id, action, collection } = change
      return [id, { id, action, singular: collection.singular, name: nameOf(change) }]
    }),
  )
}

function viewRelease<Part>({ change_ids, user_id, ...release }: ReleaseRow, named: Map<number, Part>) {
  const parts = (change_ids ?? []).flatMap((id) => named.get(id) ?? [])
  return { ...release, author_id: user_id, changes: parts }
}
