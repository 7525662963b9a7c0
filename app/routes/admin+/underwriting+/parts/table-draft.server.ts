import { json, type TypedResponse } from '@remix-run/node'

import { engineMessages } from '~/content/engine'
import { db } from '~/db.server'
import type { FailingCase } from '~/domain/engine-versions/case-figures'
import type { EngineChange } from '~/domain/engine-versions/engine-versions.server'
import { cellName, gridKey, type Grid } from '~/domain/engine-versions/grid'
import {
  checkTableDraft,
  discardTableDraft,
  saveTableDraft,
} from '~/domain/engine-versions/table-drafts.server'
import { faultText, type TableFault } from '~/domain/engine-versions/tables.schema'
import { draftSubject } from '~/domain/impacts/subjects.server'
import type { FieldError, Fields } from '~/domain/parse-fields'
import { waitingConfiguration as waiting } from '~/domain/releases/parts.server'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { env } from '~/env.server'
import { idempotencyKeyFromForm, rejectForm } from '~/http/forms.server'
import { initOfReason, notFoundPage } from '~/http/problem.server'
import { seeOther, seeOtherWithFlash } from '~/http/redirects.server'
import type { FormResult } from '~/ui/form-result'
import { idempotencyKeyName } from '~/ui/idempotency-key-field'

import type { CheckView } from './check-outcome'
import { failingCases, refusalText, rejectWith } from './refusal.server'
import { startFromPage } from './start-impact.server'

/** The result of a form of the tables or of the golden cases. */
export type DraftAnswer = FormResult & {
  check?: CheckView
  /** The failing golden cases that prevented saving. */
  cases?: FailingCase[]
}

type Answer = Promise<TypedResponse<DraftAnswer>>

const shownFor = 10_000 // milliseconds

/** Checks an admin's changes; `grid` is the table that the form shows. */
export async function checkDraft(fields: Fields, by: number, grid: Grid | null = null): Answer {
  const note = typeof fields.note === 'string' ? fields.note : null
  const outcome = await checkTableDraft(db, sandbox, by, { note })
  if (!outcome) throw notFoundPage('No underwriting engine is active.')
  const { checked, reach } = outcome
  if (checked.ok)
    return answerWith({
      passes: true,
      text: 'The golden cases and all rules hold.',
      example: null,
      cases: null,
      reach,
    })
  if (checked.reason === 'busy')
    return rejectForm(fields, [{ path: '', message: checked.message }], initOfReason(checked.reason))
  if (checked.tables) return rejectForm(fields, errorsOf(checked.tables, grid))
  const { violation, fault } = checked
  if (violation?.cases)
    return answerWith({
      passes: false,
      text: refusalText(checked),
      example: null,
      cases: violation.cases,
      reach,
    })
  const { text, example } = violation ?? { text: fault.message, example: null }
  return answerWith({ passes: false, text, example, cases: null, reach })
}

function answerWith(check: CheckView) {
  return json<DraftAnswer>({ errors: [], values: {}, check })
}

/** Runs an admin's draft of the tables over all quotes, with the code in use, as it would be saved, and redirects to the run. */
export async function runDraft(fields: Fields, by: number, grid: Grid | null = null): Answer {
  const outcome = await draftSubject(db, sandbox, by, {}, 'tables')
  if (!outcome.ok && outcome.reason === 'refused') {
    const { tables, fault } = outcome
    return rejectForm(fields, tables ? errorsOf(tables, grid) : [{ path: '', message: fault.message }])
  }
  const started = await startFromPage(outcome, by)
  if (started.ok) return seeOther(started.page)
  const errors = started.errors.map(({ message }) => ({ path: '', message }))
  return rejectForm(fields, errors, { status: started.status, headers: started.headers })
}

/** Saves an admin's changes as a version, and redirects to `page`. */
export async function saveDraft(fields: Fields, by: number, page: string, grid: Grid | null = null): Answer {
  const { [idempotencyKeyName]: _key, ...content } = fields
  const key = idempotencyKeyFromForm(`/admin/underwriting/tables of ${by}`, fields, content)
  const releaseBy = fields.intent === 'propose' ? 'two' : env.RELEASE_BY
  const change = await saveTableDraft(db, sandbox, fields, { by, key, releaseBy, waiting })
  if (change.ok && change.state === 'proposed') {
    const message = env.RELEASE_BY === 'two' ? engineMessages.proposed : engineMessages.added
    return seeOtherWithFlash(page, flash('info', message))
  }
  if (change.ok) return seeOtherWithFlash(page, flash('success', engineMessages.tablesSaved))
  if (change.reason === 'unchanged') return seeOtherWithFlash(page, flash('info', change.message))
  return rejectChange(fields, change, grid)
}

type Rejected = Exclude<EngineChange, { ok: true } | { reason: 'unchanged' }>

function rejectChange(fields: Fields, change: Rejected, grid: Grid | null) {
  const failed = (message: string) => ({ path: '', message: `Failed to save the changes: ${message}` })
  switch (change.reason) {
    case 'invalid':
      return rejectForm(fields, change.errors)
    case 'conflict':
    case 'busy':
      return rejectForm(fields, [failed(change.message)], initOfReason(change.reason))
    case 'missing':
      throw notFoundPage('No underwriting engine is active.')
    case 'refused': {
      if (change.tables) return rejectForm(fields, errorsOf(change.tables, grid))
      return rejectWith<Partial<DraftAnswer>>(fields, [failed(refusalText(change))], {}, failingCases(change))
    }
  }
}

/** Maps faults in the grid on the page to errors of its cells; names the first of those elsewhere. */
function errorsOf(faults: readonly TableFault[], grid: Grid | null): FieldError[] {
  const isHere = ({ part, table }: TableFault) =>
    grid !== null && part !== null && gridKey({ part, name: table }) === gridKey(grid)
  const errors = new Map<string, FieldError>()
  const elsewhere: TableFault[] = []
  for (const fault of faults) {
    const { row, column, message } = fault
    if (!grid || !isHere(fault)) elsewhere.push(fault)
    else if (row !== null && column !== null && row < grid.rows.length) {
      const label = grid.columns.find(({ name }) => name === column)?.label ?? column
      const path = cellName(row, column)
      if (!errors.has(path)) errors.set(path, { path, message: `Row ${row + 1}, ${label}: ${message}` })
    } else if (!errors.has('')) errors.set('', { path: '', message: faultText(fault) })
  }
  const [first, ...rest] = elsewhere
  if (first && !errors.has('')) {
    const more = rest.length > 0 ? ` (and ${rest.length} more)` : ''
    errors.set('', { path: '', message: `${faultText(first)}${more}` })
  }
  return [...errors.values()]
}

/** Discards an admin's changes. */
export async function discardDraft(by: number, page: string) {
  await discardTableDraft(db, by)
  return seeOtherWithFlash(page, flash('info', engineMessages.changesGivenUp))
}

/** Redirects to `page` after a change that is stored but not active yet. */
export async function redirectToDraft(page: string, message: string) {
  return seeOtherWithFlash(page, flash('info', message))
}

function flash(tone: 'success' | 'info', message: string) {
  return { tone, message, duration: shownFor }
}
