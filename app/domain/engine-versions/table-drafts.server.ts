import type { Db } from '../../../db/schema'
import { calendarDay } from '~/domain/dates'
import { fingerprint } from '~/domain/hashes.server'
import { firstResult } from '~/domain/idempotency/idempotency.server'
import { parseFields, type Fields } from '~/domain/parse-fields'
import type { Sandbox } from '~/domain/underwriting/sandbox.server'
import type { GoldenCase } from '~/engine/golden-cases'

import { checkEngine, type Checked } from './check.server'
import * as queries from './engine-versions.queries.server'
import { baseSchema, draftNoteLimit, noteSchema } from './engine-versions.schema'
import {
  findActiveEngine,
  saveParts,
  type By,
  type EngineChange,
  type EngineVersion,
} from './engine-versions.server'
import type { GateVersion } from './gate/gate.server'
import { gridKey, type Difference, type Grid, type GridRow } from './grid'
import {
  caseDifferences,
  gridsOf,
  rowsFromFields,
  tableDifferences,
  withRowAfter,
  withRows,
} from './grids.server'
import { newestInputs } from './impact.server'
import { findUnreached, type Reach } from './reach.server'

/*
 * What an admin is changing in the tables and the golden cases: one draft a person, stored by each form of the two tabs, so that a table and
 * the cases that depend on it go live together. It has only what differs from the version in use.
 */

type Draft = {
  tables: Record<string, GridRow[]>
  tests: Record<string, GoldenCase | null>
  note: string
  base: string | null
}

/** The version in use, and the same with an admin's changes. */
export type TableDraft = {
  active: EngineVersion & { tables: GateVersion['tables']; tests: GateVersion['tests'] }
  version: GateVersion
  /** The keys of the tables that are changed. */
  changed: string[]
  differences: Difference[]
  note: string
  /** The hash of the version that the draft began with; that of the one in use without a draft. */
  base: string
  saved_at: Date | null
}

/** Returns an admin's draft on top of the version in use; null before there is a version. */
export async function readTableDraft(db: Db, userId: number): Promise<TableDraft | null> {
  const [engine, draft] = await Promise.all([findActiveEngine(db), queries.findTableDraft(db, userId)])
  if (!engine?.tables) return null
  const active = engine as TableDraft['active']
  const { tables = {}, tests = {} } = (draft ?? {}) as Partial<Draft>
  const version = {
    source: active.source,
    tables: withRows(active.tables, tables),
    tests: withCases(active.tests, tests),
  }
  return {
    active,
    version,
    changed: Object.keys(tables),
    differences: [
      ...tableDifferences(active.tables, version.tables),
      ...caseDifferences(active.tests, version.tests),
    ],
    note: draft?.note ?? '',
    base: draft?.base ?? active.hash,
    saved_at: draft?.saved_at ?? null,
  }
}

function withCases(tests: readonly GoldenCase[], changes: Draft['tests']): GoldenCase[] {
  const names = new Set(tests.map(({ name }) => name))
  return [
    ...tests.flatMap((test) => {
      const change = changes[test.name]
      return change === undefined ? [test] : change === null ? [] : [change]
    }),
    ...Object.values(changes).filter((change) => change !== null && !names.has(change.name)),
  ].filter((test) => test !== null)
}

/** A change of a grid's rows: the row at `index` is removed, or an empty one added after it. */
export type RowAction = { kind: 'add' | 'remove'; index: number }

/** Stores the rows of a table as a form has them. Returns its grid, or null if there is no such table. */
export async function storeTable(
  db: Db,
  userId: number,
  key: string,
  fields: Fields,
  action: RowAction | null = null,
): Promise<Grid | null> {
  const draft = await readTableDraft(db, userId)
  const grid = draft && gridsOf(draft.version.tables).find((one) => gridKey(one) === key)
  if (!grid) return null
  const sent = rowsFromFields(grid, fields)
  const rows =
    action === null || !grid.growable
      ? sent
      : action.kind === 'add'
        ? withRowAfter(grid, sent, action.index)
        : sent.toSpliced(action.index, 1)
  await storeDraft(db, userId, fields, ({ tables }) => ({
    tables: { ...tables, [key]: rows.slice(0, maxRows) },
  }))
  return { ...grid, rows }
}

/** A table has at most this many rows; the schema refuses more than 100 of a rating table. */
const maxRows = 200

/** Stores golden cases by name; null removes one. */
export async function storeCases(db: Db, userId: number, cases: Draft['tests'], fields: Fields = {}) {
  await storeDraft(db, userId, fields, ({ tests }) => ({ tests: { ...tests, ...cases } }))
}

/** Stores the note of a form. */
export async function storeNote(db: Db, userId: number, fields: Fields) {
  await storeDraft(db, userId, fields, () => ({}))
}

/** Stores a change without the parts that equal the version in use; a draft without any is deleted. */
async function storeDraft(db: Db, userId: number, fields: Fields, change: (draft: Draft) => Partial<Draft>) {
  await db.transaction().execute(async (trx) => {
    await queries.lockTableDraft(trx, userId)
    const active = await findActiveEngine(trx)
    const stored = (await queries.findTableDraft(trx, userId)) as Draft | undefined
    const sentBase = baseSchema.safeParse(fields.base).data ?? null
    const before = stored ?? { tables: {}, tests: {}, note: '', base: sentBase ?? active?.hash ?? null }
    const note =
      typeof fields.note === 'string' ? storable(fields.note.slice(0, draftNoteLimit)) : before.note
    const draft = { ...before, note, ...change(before) }
    const { tables, tests } = (active ?? {}) as Partial<GateVersion>
    const grids = tables ? new Map(gridsOf(tables).map((grid) => [gridKey(grid), grid.rows])) : new Map()
    const cases = new Map(tests?.map((test) => [test.name, test]))
    const own = {
      tables: without(draft.tables, (key, rows) => fingerprint(rows) === fingerprint(grids.get(key))),
      tests: without(draft.tests, (name, test) => fingerprint(test) === fingerprint(cases.get(name) ?? null)),
    }
    const isEmpty = Object.keys(own.tables).length + Object.keys(own.tests).length === 0
    if (isEmpty) await queries.deleteTableDraft(trx, userId)
    else await queries.putTableDraft(trx, userId, { ...draft, ...own })
  })
}

function without<Value>(values: Record<string, Value>, isSame: (name: string, value: Value) => boolean) {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !isSame(name, value)))
}

function storable(text: string) {
  return text.replaceAll('\0', '\uFFFD').toWellFormed()
}

/** Deletes an admin's draft, if any. */
export async function discardTableDraft(db: Db, userId: number) {
  await queries.deleteTableDraft(db, userId)
}

/**
 * Saves an admin's draft as a version, and deletes it, unless more was stored in it while the version was checked. Fields: `note`, and
 * `base`, the hash of the version that the form was opened on. After a conflict the draft is based on the newer version, whose differences
 * have then been shown.
 */
export async function saveTableDraft(
  db: Db,
  sandbox: Sandbox,
  fields: Fields,
  { by, key = null, releaseBy = 'one', waiting, gate }: By,
): Promise<EngineChange> {
  const parsed = parseFields(noteSchema, fields)
  if (!parsed.ok) return { ok: false, reason: 'invalid', errors: parsed.errors }
  const { note } = parsed.value
  const content = { note, base: parsed.value.base ?? null }
  const first = await firstResult<EngineChange>(db, key, content)
  if (first) return first
  const draft = await readTableDraft(db, by)
  if (!draft || draft.differences.length === 0)
    return {
      ok: false,
      reason: 'unchanged',
      message: 'There is nothing to save: no table and no golden case is changed.',
    }
  const { tables, tests } = draft.version
  const change = await saveParts(
    db,
    sandbox,
    { tables, tests },
    { note, base: draft.base, by, key, gate, releaseBy, waiting, content },
  )
  if (draft.saved_at && (change.ok || change.reason === 'unchanged'))
    await queries.deleteTableDraft(db, by, draft.saved_at)
  // What was stored since the check began is on top of what was saved.
  if (change.ok && change.state === 'released') await queries.rebaseTableDraft(db, by, change.version.hash)
  if (!change.ok && change.reason === 'conflict') await queries.rebaseTableDraft(db, by, change.current.hash)
  return change
}

/** The outcome of a check, and the rows of the tables and branches of the source that nothing reached. */
export type DraftCheck = { checked: Checked; reach: Reach | null }

/** Checks the version in use with an admin's changes as a save does, without changing anything. */
export async function checkTableDraft(
  db: Db,
  sandbox: Sandbox,
  userId: number,
  { note, gate }: { note: string | null } & Pick<By, 'gate'>,
): Promise<DraftCheck | null> {
  const draft = await readTableDraft(db, userId)
  if (!draft) return null
  const { version } = draft
  const checked = await checkEngine(db, sandbox, version, {
    asOf: calendarDay(new Date()),
    justification: note,
    ...gate,
  })
  if (!checked.ok && (checked.reason === 'busy' || checked.tables)) return { checked, reach: null }
  const { inputs } = await newestInputs(db)
  return { checked, reach: await findUnreached(sandbox, version, inputs) }
}
