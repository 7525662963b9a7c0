import { db } from '~/db.server'
import { compareRecords } from '~/domain/audit/audit.server'
import { changeSummary } from '~/domain/audit/change-summary'
import { collections, type Collection } from '~/domain/configuration/collections'
import {
  collectionOf,
  createRecord,
  deleteRecord,
  listRecords,
  hasPages,
  hasValues,
  updateRecord,
  type ConfigurationOutcome,
  type ConfigurationRow,
} from '~/domain/configuration/configuration.server'
import { formFailure, missingRecord, type ChangeVerb } from '~/domain/configuration/failures'
import { recordTexts } from '~/domain/configuration/record-text'
import { retryOvertaken } from '~/domain/engine-versions/configuration-guard.server'
import { isReleased, proposeChange, proposedMessage } from '~/domain/releases/changes.server'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { env } from '~/env.server'
import { capital } from '~/domain/formats'
import { isKeyOf } from '~/domain/is-key-of'
import { readEdit, recordSubject } from '~/domain/impacts/subjects.server'
import type { Fields } from '~/domain/parse-fields'
import { readAtOf } from '~/http/configuration-calls.server'
import { seeOther, seeOtherWithFlash } from '~/http/redirects.server'
import { idempotencyKeyFromForm, keepFormOnFailure, rejectForm, unknownIntent } from '~/http/forms.server'
import { notFoundPage, pageId, statusOfReason } from '~/http/problem.server'
import { evictPages } from '~/server/page-cache.server'
import type { Flash } from '~/ui/flash'

import { startFromPage } from '../parts/start-impact.server'
import { crossedTier } from './crossed-tier'
import { askAboutNumbers } from './doubtful-numbers.server'

const page = '/admin/underwriting'
const bannerTime = 10_000

/** Adds, changes or deletes a record by a form of the page, and redirects to its table. */
export async function changeFromPage(request: Request, fields: Fields, by: number) {
  const collection = collectionOf(String(fields.collection))
  if (!collection) throw notFoundPage('There is no such table')
  if (fields.see === 'impact') return seeImpact(collection, fields, by)
  if (!isKeyOf(verbs, fields.intent)) throw unknownIntent()
  const verb = verbs[fields.intent]
  const isProposal = isReleased(collection) && (env.RELEASE_BY === 'two' || fields.see === 'release')
  const question = verb === verbs.delete ? null : await askAboutNumbers(collection, fields, isProposal)
  if (question) return question
  if (isProposal) return proposeFromPage(request, collection, verb.name, fields, by)
  return keepFormOnFailure(fields, formFailure(fields), async () => {
    const outcome = await retryOvertaken(() => verb.change(collection, fields, by))
    if (!outcome.ok)
      return verb === verbs.delete
        ? await redirectDeletionFailed(request, collection, fields, outcome)
        : rejectChange(collection, fields, outcome)
    evictPages()
    // In a table of several pages a new record comes first.
    const isFirst = verb === verbs.create && (await hasPages(db, collection))
    return await redirectTo(urlAfter(request, collection, fields, isFirst), {
      tone: 'success',
      message: `${capital(collection.singular)} ${verb.done} successfully!`,
      ...(outcome.change && { detail: await changeDetail(collection, outcome.row, outcome.change) }),
      ...(outcome.entry !== undefined && { link: undoLink(outcome.entry) }),
    })
  })
}

/** Redirects to the table with a message about a change that was stored. */
async function redirectAfter(request: Request, collection: Collection, fields: Fields, flash: Flash) {
  return redirectTo(urlAfter(request, collection, fields), flash)
}

function redirectTo(url: string, flash: Flash) {
  return seeOtherWithFlash(url, { ...flash, duration: bannerTime })
}

/** Returns the undo link of a change, by its entry in the audit log. */
function undoLink(entry: number) {
  return { to: `/admin/audit/${entry}/undo`, label: 'Undo', keepFocus: true }
}

/** What an update has changed, in words, and a tier that it crosses. */
async function changeDetail(
  collection: Collection,
  row: ConfigurationRow,
  { before, after }: NonNullable<Extract<ConfigurationOutcome, { ok: true }>['change']>,
) {
  const fields = compareRecords(before, after)
  const summary = changeSummary({ action: 'update', entity: collection.singular, entity_id: null, fields })
  const tiers = collection.slug === collections.coverageTiers.slug ? await listRecords(db, collection) : []
  const crossed = crossedTier(tiers, { before: { ...row, ...before }, after: row })
  return `${summary}.${crossed === null ? '' : ` ${crossed}`}`
}

/** Stores a change that waits for a release, and redirects to the table with a message. */
async function proposeFromPage(
  request: Request,
  collection: Collection,
  action: ChangeVerb,
  fields: Fields,
  by: number,
) {
  const id = action === 'create' ? null : pageId(fields.id, missingRecord)
  return keepFormOnFailure(fields, formFailure(fields), async () => {
    const change = { action, id, fields, readAt: readAtOf(fields.updated_at) }
    const outcome = await proposeChange(db, collection, change, { by })
    if (outcome.ok)
      return await redirectAfter(request, collection, fields, {
        tone: 'info',
        message: env.RELEASE_BY === 'two' ? proposedMessage : addedMessage,
        link: { to: '/admin/underwriting/releases', label: 'See the releases', keepFocus: true },
      })
    if (outcome.reason === 'unchanged')
      return rejectForm(fields, [{ path: '', message: outcome.message }], {
        status: statusOfReason(outcome.reason),
      })
    return action === 'delete'
      ? await redirectDeletionFailed(request, collection, fields, outcome)
      : rejectChange(collection, fields, outcome)
  })
}

const addedMessage = 'Added to a release. It is not in use: release it on the page Releases.'

/** Runs an added, changed or deleted record over all quotes, and redirects to the run; nothing is stored. */
async function seeImpact(collection: Collection, fields: Fields, by: number) {
  return keepFormOnFailure(fields, formFailure(fields), async () => {
    const started = await startFromPage(await recordSubject(db, collection.slug, readEdit(fields)), by)
    if (started.ok) return seeOther(started.page)
    return rejectForm(fields, started.errors, { status: started.status, headers: started.headers })
  })
}

/** Redirects to the table with the reason why a record was not deleted. */
function redirectDeletionFailed(
  request: Request,
  collection: Collection,
  fields: Fields,
  outcome: Extract<ConfigurationOutcome, { ok: false }>,
) {
  const message =
    outcome.reason === 'conflict' ? changedMessage : 'message' in outcome ? outcome.message : null
  const flash =
    message !== null
      ? { tone: 'error' as const, message: `Failed to delete ${collection.singular}. ${message}` }
      : { tone: 'info' as const, message: `This ${collection.singular} has been deleted already.` }
  return redirectTo(urlAfter(request, collection, fields), flash)
}

const changedMessage = 'This record was changed since you opened it.'
const deletedMessage =
  'This record has since been deleted. You can add it again with these values, or leave it deleted.'

type Change = (collection: Collection, fields: Fields, by: number) => Promise<ConfigurationOutcome>

const verbs = {
  create: {
    name: 'create',
    done: 'added',
    change: (collection, fields, by) =>
      createRecord(db, collection, fields, {
        by,
        sandbox,
        key: idempotencyKeyFromForm(`${page} ${collection.slug}`, fields, fields),
      }),
  },
  update: {
    name: 'update',
    done: 'updated',
    async change(collection, fields, by) {
      const readAt = readAtOf(fields.updated_at)
      const outcome = await updateRecord(db, collection, pageId(fields.id, missingRecord), fields, {
        by,
        readAt,
        sandbox,
      })
      const isRepeated =
        !outcome.ok && outcome.reason === 'conflict' && hasValues(collection, outcome.current, fields)
      return isRepeated ? { ok: true, row: outcome.current } : outcome
    },
  },
  delete: {
    name: 'delete',
    done: 'deleted',
    change: (collection, { id, updated_at }, by) =>
      deleteRecord(db, collection, pageId(id, missingRecord), { by, readAt: readAtOf(updated_at), sandbox }),
  },
} satisfies Record<string, { name: ChangeVerb; done: string; change: Change }>

function rejectChange(
  collection: Collection,
  fields: Fields,
  outcome: Extract<ConfigurationOutcome, { ok: false }>,
) {
  switch (outcome.reason) {
    case 'invalid':
      return rejectForm(fields, outcome.errors)
    case 'taken':
      return rejectForm(fields, [{ path: collection.nameColumn ?? '', message: outcome.message }], {
        status: statusOfReason(outcome.reason),
      })
    case 'refused':
    case 'busy':
    case 'overtaken':
      return rejectForm(fields, [{ path: '', message: outcome.message }], {
        status: statusOfReason(outcome.reason),
      })
    case 'missing':
      return rejectForm(fields, [{ path: '', message: deletedMessage }], {
        status: statusOfReason(outcome.reason),
      })
    case 'conflict': {
      // Sending the form again overwrites the record: it is then based on the shown state.
      const seen = { ...fields, updated_at: outcome.current.updated_at.toISOString() }
      const stored = recordTexts(collection, outcome.current)
      return rejectForm(seen, [{ path: '', message: changedMessage }], {
        status: statusOfReason(outcome.reason),
        stored,
      })
    }
  }
}

/** Returns the URL of the page without the form that was sent; a deletion only closes the form of the deleted record. */
function urlAfter(request: Request, { slug }: Collection, { intent, id }: Fields, isFirst = false) {
  const { searchParams } = new URL(request.url)
  for (const name of ['index', '_data', 'run']) searchParams.delete(name)
  for (const name of ['add', 'edit', 'row'])
    if (intent !== 'delete' || searchParams.get(name) === `${slug}:${String(id)}`) searchParams.delete(name)
  if (isFirst) {
    for (const name of ['q', 'cursor']) searchParams.delete(name)
    searchParams.set('sort', '-id')
  }
  return `${page}?${searchParams}#${slug}`
}
