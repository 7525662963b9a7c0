import { recordAudit } from '~/domain/audit/audit.server'
import { byteOrderMark } from '~/domain/csv'
import { pageSize, type PageRequest } from '~/lists/list-page'
import { sortText, type Sort } from '~/lists/list-params'
import { listInBatches } from '~/lists/list-in-batches.server'
import { normalizeLineBreaks } from '~/domain/line-breaks'
import { parseFields, type FieldError, type Fields } from '~/domain/parse-fields'

import type { Db } from '../../../db/schema'
import { withSnapshot } from '../../../db/snapshot'
import { fileUrl, submissionKinds, verdict, type Submission, type SubmissionKind } from './kinds'
import { chosenIn, type Answers, type StatusChange } from './status-changes'
import { shownFields, type RowCursor, type SubmissionListState } from './submission-list'
import { csvHead, csvRecord } from './submissions-csv'
import * as queries from './submissions.queries.server'
import { stateSchema, statusSchema } from './submissions.schema'

/** A count: exact, a lower bound, or an estimate. */
export type Count = { count: number; precision: 'exact' | 'at least' | 'about' }

type ListQuery = Pick<SubmissionListState, 'kind' | 'view' | 'filter' | 'sort' | 'after' | 'before'>

/** One page of the list, with the fields of its columns and those that the page needs of each submission. */
export async function listSubmissions(
  db: Db,
  { kind, view, filter, sort, after, before }: ListQuery,
  limit = pageSize,
) {
  const columns = shownFields({ kind, view })
  const fields = kind.fields.filter((field) => columns.includes(field) || alwaysRead.includes(field.name))
  if (kind.underwritten) fields.push(verdict)
  const read = await queries.listByCursor(db, kind, { fields, filter, sort, after, before, limit: limit + 1 })
  const hasMore = read.length > limit
  const shown = before ? read.slice(-limit) : read.slice(0, limit)
  return {
    rows: shown.map(({ sort_value: _, ...row }) => row as Submission),
    /** Cursors of the neighboring pages; null where there is none. */
    next: hasMore || before ? cursorOf(shown.at(-1)) : null,
    previous: (before && hasMore) || after ? cursorOf(shown[0]) : null,
  }
}

const alwaysRead = ['id', 'status', 'engine_decision']

function cursorOf(row: queries.SortedSubmission | undefined): RowCursor | null {
  return row ? { value: row.sort_value, id: row.id } : null
}

/** Returns which of the submissions are applications with an offer that can still be accepted, or of which no result was sent. */
export async function findAnswers(
  db: Db,
  { underwritten }: SubmissionKind,
  ids: readonly number[],
): Promise<Answers> {
  if (!underwritten || ids.length === 0) return { offered: [], unanswered: [] }
  const [offered, unanswered] = await Promise.all([
    queries.listOffered(db, ids),
    queries.listUnanswered(db, ids),
  ])
  return { offered, unanswered }
}

/** Returns the ids before and after a submission in a filtered and sorted list, of which it need not be part itself. */
export async function findNeighbors(
  db: Db,
  { kind, filter, sort }: Pick<ListQuery, 'kind' | 'filter' | 'sort'>,
  id: number,
) {
  const cursor = await queries.findCursor(db, kind, sort, id)
  if (cursor === null) return { previous: null, next: null }
  const list = { fields: kind.fields.filter(({ name }) => name === 'id'), filter, sort, limit: 1 }
  const [[previous], [next]] = await Promise.all([
    queries.listByCursor(db, kind, { ...list, before: cursor }),
    queries.listByCursor(db, kind, { ...list, after: cursor }),
  ])
  return { previous: previous?.id ?? null, next: next?.id ?? null }
}

export async function countKinds(db: Db) {
  const counts = await queries.countKinds(db)
  return submissionKinds.map(({ slug }) => {
    const { counted, estimate } = counts.find((row) => row.slug === slug)!
    return { slug, ...toCount(counted, estimate) }
  })
}

export async function countMatching(db: Db, { kind, filter }: ListQuery): Promise<Count> {
  return toCount(await queries.countMatching(db, kind, filter))
}

export async function countStatuses(db: Db, kind: SubmissionKind) {
  const counts = await queries.countStatuses(db, kind)
  return counts.map(({ status, counted }) => ({ status, ...toCount(counted) }))
}

/** Turns a bounded count into a Count; beyond the bound it uses the server's estimate where that is plausible. */
function toCount({ count, max }: queries.BoundedCount, estimate = 0): Count {
  if (count <= max) return { count, precision: 'exact' }
  return estimate > max
    ? { count: Math.round(estimate / 1000) * 1000, precision: 'about' }
    : { count: max, precision: 'at least' }
}

/**
 * Returns submissions of a kind with all fields, in batches, for calls: ordered by id or, with a `sort`, by a field. Audits the
 * read first.
 */
export async function readSubmissions(
  db: Db,
  kind: SubmissionKind,
  page: PageRequest & { sort?: Sort },
  { by }: { by: number },
) {
  const { search, sort, ...part } = page
  await recordAudit(db, {
    ...subject(kind, by),
    action: 'export',
    after: {
      through: 'call',
      ...part,
      ...(sort && { sort: sortText(sort) }),
      searched: search !== undefined,
    },
  })
  async function* parts() {
    const list = (reader: Db, page: PageRequest) => queries.listAfterId(reader, kind, { ...page, sort })
    for await (const rows of listInBatches(db, page, list)) yield rows.map((row) => toJson(kind, row))
  }
  return parts()
}

/** Returns one submission with all of its fields, or null. Audits the read. */
export async function openSubmission(db: Db, kind: SubmissionKind, id: number, { by }: { by: number }) {
  return db.transaction().execute(async (trx) => {
    const row = await queries.findById(trx, kind, id)
    if (!row) return null
    await recordAudit(trx, { ...subject(kind, by), entityId: id, action: 'view' })
    return toJson(kind, row)
  })
}

/** Status and note of a submission, as last read by the editor. */
export type StatusAndNote = { status: string; note: string | null }

/** The result of a change, or why nothing was changed. */
export type ChangeOutcome =
  | { ok: true; submission: Submission }
  | { ok: false; reason: 'invalid'; errors: FieldError[] }
  /** The submission has changed since it was read; `current` is its present state. */
  | { ok: false; reason: 'conflict'; current: StatusAndNote }
  | { ok: false; reason: 'missing' }

/**
 * Updates status and note; an absent field keeps its value. `base` is the state that the editor saw: if the stored state is neither that
 * nor the requested one, the update is a conflict. A repeated request succeeds. Without `read`, the last write wins.
 */
export async function changeSubmission(
  db: Db,
  kind: SubmissionKind,
  id: number,
  fields: Fields,
  { by, base }: { by: number; base?: StatusAndNote },
): Promise<ChangeOutcome> {
  return db.transaction().execute(async (trx): Promise<ChangeOutcome> => {
    const [before] = await queries.lockStates(trx, kind, [id])
    if (!before) return { ok: false, reason: 'missing' }
    const { status = before.status, note = before.note } = fields
    const parsed = parseFields(stateSchema(kind), { status, note: normalizeLineBreaks(note) })
    if (!parsed.ok) return { ok: false, reason: 'invalid', errors: parsed.errors }
    if (base && !isSame(base, before) && !isSame(parsed.value, before))
      return { ok: false, reason: 'conflict', current: { status: before.status, note: before.note } }
    await setState(trx, kind, before, parsed.value, by)
    const row = await queries.findById(trx, kind, id)
    return row ? { ok: true, submission: toJson(kind, row) } : { ok: false, reason: 'missing' }
  })
}

function isSame(one: StatusAndNote, other: StatusAndNote) {
  return (
    one.status === other.status &&
    normalizeLineBreaks(one.note ?? '') === normalizeLineBreaks(other.note ?? '')
  )
}

/** Reads the form that gives the selected submissions of a list a status. */
export function readStatusForm(
  kind: SubmissionKind,
  fields: Fields,
): { ok: true; changes: StatusChange[] } | { ok: false; errors: FieldError[] } {
  const chosen = chosenIn(fields)
  const parsed = parseFields(statusSchema(kind), fields)
  const errors = [
    ...(chosen.length === 0 ? [{ path: 'all', message: 'Choose at least one submission' }] : []),
    ...(fields.status ? (parsed.ok ? [] : parsed.errors) : [{ path: 'status', message: 'Choose a status' }]),
  ]
  if (!parsed.ok || errors.length > 0) return { ok: false, errors }
  return { ok: true, changes: chosen.map((one) => ({ ...one, to: parsed.value.status })) }
}

/**
 * Updates the status of many submissions. Skips one as stale whose status is neither the new nor the displayed one. Returns the changes that
 * were made, and how many had their new status already or were stale.
 */
export async function changeStatuses(
  db: Db,
  kind: SubmissionKind,
  changes: readonly StatusChange[],
  { by }: { by: number },
) {
  const requested = new Map(changes.map((change) => [change.id, change]))
  return db.transaction().execute(async (trx) => {
    const states = requested.size === 0 ? [] : await queries.lockStates(trx, kind, [...requested.keys()])
    const changed: StatusChange[] = []
    let same = 0
    for (const state of states) {
      const change = requested.get(state.id)
      if (change?.to === state.status) same += 1
      else if (change?.from === state.status) {
        await setState(trx, kind, state, { status: change.to, note: state.note }, by)
        changed.push(change)
      }
    }
    return { changed, same, stale: requested.size - changed.length - same }
  })
}

/** Updates locked submissions and audits it; of a note, which may be about people, only that it changed. */
export async function setState(
  trx: Db,
  kind: SubmissionKind,
  before: StatusAndNote & { id: number },
  after: StatusAndNote,
  by: number,
) {
  const noted = normalizeLineBreaks(before.note ?? '') !== (after.note ?? '')
  if (isSame(before, after)) return
  await queries.setState(trx, kind, before.id, after)
  await recordAudit(trx, {
    ...subject(kind, by),
    entityId: before.id,
    action: 'update',
    before: { status: before.status },
    after: { status: after.status, ...(noted ? { note: 'changed' } : {}) },
  })
}

const batch = 1000

/**
 * Streams the submissions of a filtered list, all pages in list order, as chunks of CSV. Reads each chunk as the consumer pulls,
 * so that memory use does not depend on the size; all are from one snapshot (see withSnapshot). Audits the export first.
 */
export async function exportSubmissions(db: Db, { kind, filter, sort }: ListQuery, { by }: { by: number }) {
  const { q, ...named } = filter
  await recordAudit(db, {
    ...subject(kind, by),
    action: 'export',
    after: { through: 'CSV', ...named, searched: q !== undefined, sort: sortText(sort) },
  })
  async function* pieces(reader: Db) {
    yield byteOrderMark + csvHead(kind)
    let after: RowCursor | undefined
    for (;;) {
      const rows = await queries.listByCursor(reader, kind, {
        fields: kind.fields,
        filter,
        sort,
        after,
        limit: batch,
      })
      yield rows.map((row) => csvRecord(kind, row)).join('')
      if (rows.length < batch) return
      after = cursorOf(rows.at(-1)) ?? undefined
    }
  }
  return withSnapshot(db, pieces)
}

export function exportName({ kind, isFiltered }: SubmissionListState, today: string) {
  return `${kind.slug}${isFiltered ? '-filtered' : ''}-${today}.csv`
}

/** Returns a stored submission as JSON responses have it: with aliases and the URLs of its files. */
function toJson(kind: SubmissionKind, row: Submission): Submission {
  const added = kind.fields.flatMap(({ name, alias, file }) => {
    const value = row[name] ?? null
    if (alias !== undefined) return [[alias, value] as const]
    if (file === undefined) return []
    return [[`${file.replace(' ', '_')}_url`, typeof value === 'string' ? fileUrl(value) : null] as const]
  })
  return { ...row, ...Object.fromEntries(added) }
}

function subject(kind: SubmissionKind, by: number) {
  return { userId: by, entity: `${kind.singular} submission` }
}
