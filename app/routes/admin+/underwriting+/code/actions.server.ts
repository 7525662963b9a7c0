import { json } from '@remix-run/node'

import { engineMessages } from '~/content/engine'
import { db } from '~/db.server'
import { differencesBetween } from '~/domain/engine-versions/differences.server'
import { findDraft, discardDraft, storeDraft } from '~/domain/engine-versions/drafts.server'
import { restoreBackup, saveEngine, type EngineChange } from '~/domain/engine-versions/engine-versions.server'
import { engineImpact, type ImpactOutcome } from '~/domain/engine-versions/impact.server'
import { draftSubject } from '~/domain/impacts/subjects.server'
import type { FieldError, Fields } from '~/domain/parse-fields'
import { waitingConfiguration as waiting } from '~/domain/releases/parts.server'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { env } from '~/env.server'
import { seeOther, seeOtherWithFlash } from '~/http/redirects.server'
import { formFields } from '~/http/forms.server'
import { initOfReason } from '~/http/problem.server'
import { expiredAdminId, requireAdmin } from '~/http/session.server'
import { typedValues } from '~/ui/form-result'

import { failingCases, refusalText, rejectWith } from '../parts/refusal.server'
import { startFromPage } from '../parts/start-impact.server'
import type { DraftAnswer } from './engine-editor'

const page = '/admin/underwriting/code'
const shownFor = 10_000 // milliseconds

/**
 * Guards the forms of the editor. An admin whose session has expired while editing is redirected to the login like any visitor, but
 * the text is stored as a draft, which only that admin sees, after signing in.
 */
export async function requireEditor(request: Request) {
  try {
    return await requireAdmin(request)
  } catch (refusal) {
    throw (refusal instanceof Response && (await storeForLater(request))) || refusal
  }
}

async function storeForLater(request: Request) {
  const by = await expiredAdminId(request)
  if (by === null) return null
  const fields = await formFields(request)
  if (typeof fields.code !== 'string' || !(await storeDraft(db, by, fields))) return null
  const login = `/login?redirectTo=${encodeURIComponent(`${page}?edit=yes`)}`
  return seeOtherWithFlash(login, info(engineMessages.savedForLater))
}

export async function saveDraft(fields: Fields, by: number) {
  const stored = await storeDraft(db, by, fields)
  const message = stored ? success(engineMessages.draftSaved) : info(engineMessages.noDraft)
  return seeOtherWithFlash(`${page}?edit=yes`, message)
}

export async function cancelDraft(by: number) {
  await discardDraft(db, by)
  return seeOther(page)
}

export async function saveVersion(fields: Fields, by: number) {
  const releaseBy = fields.intent === 'propose' ? 'two' : env.RELEASE_BY
  const draft = await findDraft(db, by)
  const change = await saveEngine(db, sandbox, fields, { by, releaseBy, waiting })
  // Another tab may have stored a draft while the version was checked.
  if (draft && (change.ok || change.reason === 'unchanged')) await discardDraft(db, by, draft.saved_at)
  if (change.ok) return seeOtherWithFlash(page, changed(change, engineMessages.saved))
  if (change.reason === 'unchanged') return seeOtherWithFlash(page, info(change.message))
  if (change.reason === 'conflict') {
    const { current, message } = change
    const draft = String(fields.code).replace(/\r\n?/g, '\n')
    const conflict = {
      filename: current.filename,
      differences: differencesBetween(current.source, draft),
    }
    // After the differences were shown, saving replaces that version.
    return rejectDraft({ ...fields, base: current.hash }, [failed(message)], initOfReason(change.reason), {
      conflict,
    })
  }
  return rejectChange(fields, change)
}

export async function tryDraft(fields: Fields) {
  const outcome = await engineImpact(db, sandbox, fields)
  if (!outcome.ok) return rejectChange(fields, outcome)
  return json<DraftAnswer>({ errors: [], values: typedValues(fields), impact: outcome.impact })
}

/** Runs the code in the form over all quotes, with the tables in use, as it would be saved. Keeps the draft. */
export async function runDraft(fields: Fields, by: number) {
  const outcome = await draftSubject(db, sandbox, by, fields, 'code')
  if (!outcome.ok && outcome.reason === 'refused')
    return rejectDraft(fields, [failed(outcome.fault.message)], {}, { fault: outcome.fault })
  const started = await startFromPage(outcome, by)
  if (!started.ok) {
    const { errors, status, headers } = started
    return rejectDraft(fields, errors, { status, headers })
  }
  await storeDraft(db, by, fields)
  return seeOther(started.page)
}

export async function restore(fields: Fields, by: number) {
  const filename = String(fields.filename)
  const change = await restoreBackup(db, sandbox, filename, fields, {
    by,
    releaseBy: env.RELEASE_BY,
    waiting,
  })
  if (change.ok) return seeOtherWithFlash(`${page}?tab=backups`, changed(change, engineMessages.restored))
  if (change.reason === 'unchanged')
    return seeOtherWithFlash(`${page}?tab=backups&backup=${filename}`, info(change.message))
  const { status, headers, message } = problemOf(change)
  const errors = [{ path: '', message: `Failed to restore backup: ${message}` }]
  return rejectDraft({}, errors, { status, headers }, change.reason === 'refused' ? failingCases(change) : {})
}

type Rejected = Exclude<EngineChange | ImpactOutcome, { ok: true }>

function rejectChange(fields: Fields, change: Rejected) {
  if (change.reason === 'invalid') {
    const errors = change.errors.map((error) =>
      error.path === 'note' || error.message === 'Cannot save empty code.' ? error : failed(error.message),
    )
    return rejectDraft(fields, errors)
  }
  const { status, headers, message } = problemOf(change)
  if (change.reason !== 'refused') return rejectDraft(fields, [failed(message)], { status, headers })
  // Errors without a line mark neither the editor nor an excerpt.
  const isOfLine = !change.tables && (change.violation?.hasLine ?? true)
  const error = isOfLine ? failed(message) : { ...failed(message), path: '' }
  const more = isOfLine ? { fault: change.fault } : failingCases(change)
  return rejectDraft(fields, [error], { status, headers }, more)
}

function problemOf(change: Rejected): { status: number; headers?: HeadersInit; message: string } {
  return { ...initOfReason(change.reason), message: messageOf(change) }
}

function messageOf(change: Rejected) {
  switch (change.reason) {
    case 'refused':
      return change.violation?.hasLine ? change.fault.message : refusalText(change)
    case 'missing':
      return 'Backup not found'
    case 'invalid':
      return change.errors[0]?.message ?? ''
    default:
      return change.message
  }
}

const rejectDraft = (
  fields: Fields,
  errors: FieldError[],
  init: { status?: number; headers?: HeadersInit } = {},
  more: Partial<DraftAnswer> = {},
) => rejectWith(fields, errors, init, more)

function failed(message: string): FieldError {
  return { path: 'code', message: `Failed to update code: ${message}` }
}

function changed({ state }: Extract<EngineChange, { ok: true }>, message: string) {
  if (state !== 'proposed') return success(message)
  const link = { to: '/admin/underwriting/releases', label: 'See the releases', keepFocus: true }
  return { ...info(env.RELEASE_BY === 'two' ? engineMessages.proposed : engineMessages.added), link }
}

function success(message: string) {
  return { tone: 'success' as const, message, duration: shownFor }
}

function info(message: string) {
  return { tone: 'info' as const, message, duration: shownFor }
}
