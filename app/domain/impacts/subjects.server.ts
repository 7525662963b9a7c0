import type { Db } from '../../../db/schema'
import type { Collection } from '~/domain/configuration/collections'
import { collectionOf, guardedParts } from '~/domain/configuration/configuration.server'
import { recordTexts, showValue } from '~/domain/configuration/record-text'
import { refuse, type Checked } from '~/domain/engine-versions/check.server'
import { activeVersion } from '~/domain/engine-versions/configuration-guard.server'
import { findDraft } from '~/domain/engine-versions/drafts.server'
import { engineVersionSchema } from '~/domain/engine-versions/engine-versions.schema'
import type { GateVersion } from '~/domain/engine-versions/gate/gate.server'
import { findProposedVersion } from '~/domain/engine-versions/proposals.server'
import { readTableDraft } from '~/domain/engine-versions/table-drafts.server'
import { faultText, tableFaults } from '~/domain/engine-versions/tables.schema'
import { parseId } from '~/domain/ids'
import { parseFields, type FieldError, type Fields } from '~/domain/parse-fields'
import { nameOf } from '~/domain/releases/change-views.server'
import { findChange as findChangeRow } from '~/domain/releases/changes.queries.server'
import {
  readChange,
  valuesOf,
  type ChangeAction,
  type ProposeOutcome,
} from '~/domain/releases/changes.server'
import type { Sandbox } from '~/domain/underwriting/sandbox.server'

import type { ConfigurationChange } from './book.server'
import type { BookComparison } from './compare.server'

/** What a run compares with the version and the configuration in use, as it is stored and shown. */
export type Subject =
  | { kind: 'draft'; base: string; code: boolean; tables: number }
  | { kind: 'proposal'; base: string; id: number; filename: string }
  | {
      kind: 'record'
      base: string
      collection: string
      /** 0 of a new record. */
      id: number
      /** Not stored by older runs, which compared a changed record. */
      action?: ChangeAction
      name: string
      changes: { label: string; before: string; after: string }[]
      /** The changed columns as form values, to go on with; not stored by older runs. */
      values?: Record<string, string>
    }
  | ChangeSubject

type ChangeSubject = {
  kind: 'change'
  base: string
  id: number
  action: 'create' | 'update' | 'delete'
  name: string
}

export type SubjectOutcome =
  | { ok: true; subject: Subject; comparison: BookComparison }
  | { ok: false; reason: 'invalid'; errors: FieldError[] }
  | { ok: false; reason: 'missing' | 'unchanged'; message: string }
  | Exclude<Checked, { ok: true }>

const noEngine = { ok: false, reason: 'missing', message: 'No underwriting engine is active.' } as const

/** The parts of an admin's draft: its code, its tables, or both together. */
type DraftParts = 'code' | 'tables' | 'both'

/**
 * Returns an admin's draft of the code, or the passed `code`, and the pending changes of the tables, next to the version in use. The tables
 * are checked, and the source is compiled.
 */
export async function draftSubject(
  db: Db,
  sandbox: Pick<Sandbox, 'compile'>,
  by: number,
  fields: Fields,
  parts: DraftParts = 'both',
): Promise<SubjectOutcome> {
  const [draft, codeDraft] = await Promise.all([readTableDraft(db, by), findDraft(db, by)])
  if (!draft) return noEngine
  const { active, version } = draft
  const code = parts === 'tables' ? active.source : (fields.code ?? codeDraft?.source ?? active.source)
  const parsed = parseFields(engineVersionSchema, { note: '', code })
  if (!parsed.ok) return { ok: false, reason: 'invalid', errors: parsed.errors }
  const source = parsed.value.code
  const tables = parts === 'code' ? 0 : draft.changed.length
  if (source === active.source && tables === 0)
    return {
      ok: false,
      reason: 'unchanged',
      message: 'There is nothing to compare: nothing is changed.',
    }
  const after = { source, tables: parts === 'code' ? active.tables : version.tables }
  const refused = await checkVersion(sandbox, after)
  if (refused) return refused
  const subject = { kind: 'draft' as const, base: active.filename, code: source !== active.source, tables }
  return { ok: true, subject, comparison: { before: versionOf(active), after, change: null } }
}

/** Returns a proposed version next to the one in use. */
export async function proposalSubject(
  db: Db,
  sandbox: Pick<Sandbox, 'compile'>,
  id: number,
): Promise<SubjectOutcome> {
  const [active, proposal] = await Promise.all([activeVersion(db), findProposedVersion(db, id)])
  if (!active) return noEngine
  if (!proposal) return { ok: false, reason: 'missing', message: 'There is no such proposed version.' }
  const after = versionOf(proposal)
  const refused = await checkVersion(sandbox, after)
  if (refused) return refused
  const subject = { kind: 'proposal' as const, base: active.filename, id, filename: proposal.filename }
  return { ok: true, subject, comparison: { before: versionOf(active), after, change: null } }
}

/** A record that is added with the fields, changed by them, or deleted. */
export type RecordEdit = { action: ChangeAction; id: number | null; fields: Fields }

/** Returns the version in use with a tier, an employer or an industry added, changed or deleted. */
export async function recordSubject(db: Db, slug: string, edit: RecordEdit): Promise<SubjectOutcome> {
  const collection = collectionOf(slug)
  const part = collection ? guardedParts[collection.table] : undefined
  if (!collection || !part)
    return { ok: false, reason: 'missing', message: 'The engine reads no such table.' }
  const [active, read] = await Promise.all([activeVersion(db), readChange(db, collection, edit)])
  if (!active) return noEngine
  if (!read.ok) return rejection(collection, read)
  const { before, after } = read
  const { action } = edit
  const id = edit.id ?? 0
  const version = versionOf(active)
  const row = { ...(after ?? before), id } as ConfigurationChange['row']
  const subject: Subject = {
    kind: 'record',
    base: active.filename,
    collection: slug,
    id,
    action,
    name: nameOf({ collection, before, after }),
    changes: changesOf(collection, before, after),
    values: after === null ? {} : recordTexts({ columns: changedColumns(collection, before, after) }, after),
  }
  const change: ConfigurationChange = { part, row, ...(action === 'delete' && { removed: true }) }
  return { ok: true, subject, comparison: { before: version, after: version, change } }
}

type Values = Record<string, unknown> | null

/** The columns that differ, as they are shown; none of a deleted record. */
function changesOf(collection: Collection, before: Values, after: Values) {
  if (after === null) return []
  return changedColumns(collection, before, after).map((column) => ({
    label: column.label,
    before: before === null ? '' : showValue(column, before[column.name]),
    after: showValue(column, after[column.name]),
  }))
}

function changedColumns({ columns }: Collection, before: Values, after: NonNullable<Values>) {
  return columns.filter(({ name }) => (before?.[name] ?? null) !== (after[name] ?? null))
}

function rejection(
  { nameColumn }: Collection,
  outcome: Extract<ProposeOutcome, { ok: false }>,
): Exclude<SubjectOutcome, { ok: true }> {
  switch (outcome.reason) {
    case 'invalid':
      return outcome
    case 'taken':
      return { ok: false, reason: 'invalid', errors: [{ path: nameColumn ?? '', message: outcome.message }] }
    case 'unchanged':
      return { ok: false, reason: 'unchanged', message: 'There is nothing to compare: no value is changed.' }
    default:
      return { ok: false, reason: 'missing', message: 'This record has since been deleted.' }
  }
}

/** Returns a change that waits for a release, under the version in use. */
export async function changeSubject(db: Db, id: number): Promise<SubjectOutcome> {
  const [active, row] = await Promise.all([activeVersion(db), findChangeRow(db, id)])
  if (!active) return noEngine
  if (!row) return { ok: false, reason: 'missing', message: 'There is no such change.' }
  const values = valuesOf(row)
  const { action, record_id, after, before, collection } = values
  const part = guardedParts[collection.table]
  if (!part) return { ok: false, reason: 'missing', message: 'The engine reads no such table.' }
  const version = versionOf(active)
  const changed = { ...(after ?? before), id: record_id ?? 0 } as ConfigurationChange['row']
  const subject: ChangeSubject = { kind: 'change', base: active.filename, id, action, name: nameOf(values) }
  const change: ConfigurationChange = { part, row: changed, ...(action === 'delete' && { removed: true }) }
  return { ok: true, subject, comparison: { before: version, after: version, change } }
}

/** Reads what a call compares: `what` is draft, proposal, record or change. */
export async function subjectOf(
  db: Db,
  sandbox: Pick<Sandbox, 'compile'>,
  by: number,
  { what, id, collection, intent, ...fields }: Fields,
): Promise<SubjectOutcome> {
  if (what === 'draft') return draftSubject(db, sandbox, by, fields)
  if (what === 'proposal') return proposalSubject(db, sandbox, parseId(id) ?? 0)
  if (what === 'record') return recordSubject(db, String(collection), readEdit({ id, intent, ...fields }))
  if (what === 'change') return changeSubject(db, parseId(id) ?? 0)
  const message = 'What is compared must be draft, proposal, record or change'
  return { ok: false, reason: 'invalid', errors: [{ path: 'what', message }] }
}

/** Reads `intent`, create, update or delete, with the columns of a record; without an intent, a record with an id is changed. */
export function readEdit({ intent, id, ...fields }: Fields): RecordEdit {
  if (intent === 'create') return { action: 'create', id: null, fields }
  return { action: intent === 'delete' ? 'delete' : 'update', id: parseId(id) ?? 0, fields }
}

function versionOf({ source, tables }: Pick<GateVersion, 'source' | 'tables'>) {
  return { source, tables }
}

async function checkVersion(
  sandbox: Pick<Sandbox, 'compile'>,
  { source, tables }: Pick<GateVersion, 'source' | 'tables'>,
): Promise<Exclude<Checked, { ok: true }> | null> {
  const faults = tableFaults(tables)
  const [fault] = faults
  if (fault) {
    const refused = refuse({ message: `Tables: ${faultText(fault)}`, line: null, column: null }, source)
    return refused.reason === 'refused' ? { ...refused, tables: faults } : refused
  }
  const compiled = await sandbox.compile(source, { trial: true })
  return compiled.ok ? null : refuse(compiled, source)
}
