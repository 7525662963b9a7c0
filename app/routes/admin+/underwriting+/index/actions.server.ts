import { randomUUID } from 'node:crypto'

import { db, isUnavailable } from '~/db.server'
import { compareRecords } from '~/domain/audit/audit.server'
import { changeSummary } from '~/domain/audit/change-summary'
import { collections, type Collection } from '~/domain/configuration/collections'
import {
  collectionOf,
  countRecords,
  createRecord,
  deleteRecord,
  findRecord,
  listRecords,
  hasValues,
  searchRecords,
  sortedUpTo,
  updateRecord,
  type ConfigurationOutcome,
  type ConfigurationRow,
} from '~/domain/configuration/configuration.server'
import { changeFailure, type ChangeVerb } from '~/domain/configuration/failures'
import { mostDecimals, recordTexts, showValue } from '~/domain/configuration/record-text'
import { retryOvertaken } from '~/domain/engine-versions/configuration-guard.server'
import { listWaitingFor } from '~/domain/releases/change-views.server'
import { isReleased, proposeChange, proposedMessage } from '~/domain/releases/changes.server'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { env } from '~/env.server'
import { adminTime, capital, counted } from '~/domain/formats'
import { isKeyOf } from '~/domain/is-key-of'
import { findImpact } from '~/domain/impacts/impacts.server'
import { parseId } from '~/domain/ids'
import { readEdit, recordSubject } from '~/domain/impacts/subjects.server'
import type { Fields } from '~/domain/parse-fields'
import { readAtOf } from '~/http/configuration-calls.server'
import { seeOther, seeOtherWithFlash } from '~/http/redirects.server'
import { idempotencyKeyFromForm, keepFormOnFailure, rejectForm, unknownIntent } from '~/http/forms.server'
import { notFoundPage, pageId, statusOfReason } from '~/http/problem.server'
import { evictPages } from '~/server/page-cache.server'
import { cursor, readParams, sortBy, text, withDefault } from '~/lists/list-params'

import { startFromPage } from '../parts/start-impact.server'
import { shownColumns } from './configuration-columns'
import type { OpenRecord, Section } from './configuration-section'
import { crossedTier } from './crossed-tier'
import { askAboutNumbers } from './doubtful-numbers.server'

const page = '/admin/underwriting'
const bannerTime = 10_000
const missing = 'This record does not exist, or has been deleted already.'

/** Reads the records of a collection that a URL selects, and the form that it opens, if any. */
export async function readSection(request: Request, collection: Collection): Promise<Section> {
  const { searchParams } = new URL(request.url)
  const tab = searchParams.get('tab') ?? ''
  const isOpen = tab === collection.slug
  const { values, ...state } = readParams(
    isOpen ? searchParams : new URLSearchParams({ tab }),
    listParams(collection),
  )
  const shown = isOpen ? searchParams.getAll('show') : []
  const columns = shownColumns(collection, shown)
  const releaseBy = isReleased(collection) ? env.RELEASE_BY : null
  const { sort } = values
  const section = { slug: collection.slug, state, shown, releaseBy, sort }
  try {
    const total = await countRecords(db, collection, sortedUpTo)
    const isSorted = sort.field !== 'id' && total <= sortedUpTo
    const [{ rows, ...page }, open] = await Promise.all([
      searchRecords(db, collection, {
        cursor: values.cursor,
        search: values.q,
        oldestFirst: !sort.descending,
        sort: isSorted ? sort : undefined,
      }),
      readOpen(searchParams, collection),
    ])
    const decimals = columns.map(({ name }) => mostDecimals(rows.map((row) => row[name])))
    const listed = [...rows.map(({ id }) => id), ...(open && open.as !== 'new' ? [open.id] : [])]
    return {
      ...section,
      ...page,
      waiting: releaseBy === null ? [] : await listWaitingFor(db, collection.slug, listed),
      isSortable: total <= sortedUpTo,
      rows: rows.map((row) => ({
        id: row.id,
        ...(collection.dated ? { created: adminTime((row.date_created as Date).toISOString()) } : {}),
        cells: columns.map((column, place) => showValue(column, row[column.name], decimals[place])),
      })),
      unpriced: unpriced(collection, rows),
      total: totalText(rows.length, total),
      open,
      error: null,
    }
  } catch (error) {
    if (!isUnavailable(error)) throw error
    return {
      ...section,
      rows: [],
      waiting: [],
      unpriced: [],
      total: '',
      isSortable: false,
      open: null,
      nextCursor: null,
      searchedTo: null,
      error: `Failed to fetch ${collection.slug.replaceAll('-', ' ')}`,
    }
  }
}

/** The params of a table: in the order of the ids by default or, without names, the newest records first. */
function listParams({ nameColumn, columns }: Collection) {
  const sorts = ['id', ...columns.map(({ name }) => name)]
  const sort = withDefault(sortBy(sorts), nameColumn === null ? '-id' : 'id')
  return { tab: text(40), q: text(200), cursor, sort }
}

/** Returns the number of listed records as text: '32 of 63 records'. */
function totalText(listed: number, total: number) {
  const all = total > sortedUpTo ? `more than ${counted(sortedUpTo, 'record')}` : counted(total, 'record')
  return listed === total ? all : `${listed} of ${all}`
}

/** Returns the records without a price, each with the missing data. */
function unpriced(collection: Collection, rows: readonly ConfigurationRow[]) {
  const needed = collection.columns.filter(({ priced }) => priced)
  return rows.flatMap((row) => {
    const missing = needed.filter(({ name }) => !row[name]).map(({ label }) => label.toLowerCase())
    return missing.length > 0 ? [`${String(row[collection.nameColumn ?? 'id'])} (${missing.join(', ')})`] : []
  })
}

/**
 * `add=slug` opens an empty form, `edit=slug:id` the form of a record, `row=slug:id` its row. `run=id` fills it with the values that this run over all
 * quotes has tried.
 */
async function readOpen(searchParams: URLSearchParams, collection: Collection): Promise<OpenRecord | null> {
  if (searchParams.get('add') === collection.slug) {
    const tried = await readTried(searchParams, collection, 0)
    const values = { ...initialTexts(collection), ...tried.values }
    return { as: 'new', idempotencyKey: randomUUID(), ...tried, values }
  }
  for (const as of ['edit', 'row'] as const) {
    const [slug, id] = searchParams.get(as)?.split(':') ?? []
    if (slug !== collection.slug) continue
    const row = await findRecord(db, collection, pageId(id, missing))
    if (row) {
      const tried = await readTried(searchParams, collection, row.id)
      const stored = { ...recordTexts(collection, row), updated_at: row.updated_at.toISOString() }
      return { as, id: row.id, ...tried, values: { ...stored, ...tried.values } }
    }
  }
  return null
}

/** Returns the values of a run over all quotes that has tried a record, 0 of a new one; none without such a run. */
async function readTried(searchParams: URLSearchParams, { slug }: Collection, id: number) {
  const run = parseId(searchParams.get('run') ?? undefined)
  const subject = run === null ? undefined : (await findImpact(db, run))?.subject
  const isOwn = subject?.kind === 'record' && subject.collection === slug && subject.id === id
  return isOwn && subject.values ? { run, values: subject.values } : { run: null, values: {} }
}

/** The initial values of the form of a new record. */
function initialTexts({ columns }: Collection): Record<string, string> {
  return Object.fromEntries(
    columns.flatMap(({ name, initial }) => (initial === undefined ? [] : [[name, initial]])),
  )
}

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
  return keepFormOnFailure(fields, changeFailure(collection, verb.name), async () => {
    const outcome = await retryOvertaken(() => verb.change(collection, fields, by))
    if (!outcome.ok)
      return verb === verbs.delete
        ? await redirectDeletionFailed(request, collection, fields, outcome)
        : rejectChange(collection, fields, outcome)
    evictPages()
    return await seeOtherWithFlash(urlAfter(request, collection, fields), {
      tone: 'success',
      message: `${capital(collection.singular)} ${verb.done} successfully!`,
      ...(outcome.change && (await changeFlash(collection, outcome.row, outcome.change))),
      ...(outcome.deleted && { link: undoLink(outcome.deleted) }),
      duration: bannerTime,
    })
  })
}

/** Returns the undo link of a change, by its entry in the audit log. */
function undoLink(entry: number) {
  return { to: `/admin/audit/${entry}/undo`, label: 'Undo', keepFocus: true }
}

/** The message of an update: its changes, a tier that it crosses, and the undo link. */
async function changeFlash(
  collection: Collection,
  row: ConfigurationRow,
  { entry, before, after }: NonNullable<Extract<ConfigurationOutcome, { ok: true }>['change']>,
) {
  const fields = compareRecords(before, after)
  const summary = changeSummary({ action: 'update', entity: collection.singular, entity_id: null, fields })
  const tiers = collection.slug === collections.coverageTiers.slug ? await listRecords(db, collection) : []
  const crossed = crossedTier(tiers, { before: { ...row, ...before }, after: row })
  return {
    detail: `${summary}.${crossed === null ? '' : ` ${crossed}`}`,
    link: undoLink(entry),
  }
}

/** Stores a change that waits for a release, and redirects to the table with a message. */
async function proposeFromPage(
  request: Request,
  collection: Collection,
  action: ChangeVerb,
  fields: Fields,
  by: number,
) {
  const id = action === 'create' ? null : pageId(fields.id, missing)
  return keepFormOnFailure(fields, changeFailure(collection, action), async () => {
    const change = { action, id, fields, readAt: readAtOf(fields.updated_at) }
    const outcome = await proposeChange(db, collection, change, { by })
    if (outcome.ok)
      return await seeOtherWithFlash(urlAfter(request, collection, fields), {
        tone: 'info',
        message: env.RELEASE_BY === 'two' ? proposedMessage : addedMessage,
        link: { to: '/admin/underwriting/releases', label: 'See the releases', keepFocus: true },
        duration: bannerTime,
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
  return keepFormOnFailure(fields, 'The run could not be started. Please try again.', async () => {
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
  return seeOtherWithFlash(urlAfter(request, collection, fields), {
    tone: 'error',
    message:
      outcome.reason === 'refused' || outcome.reason === 'busy' || outcome.reason === 'overtaken'
        ? `Failed to delete ${collection.singular}. ${outcome.message}`
        : `Failed to delete ${collection.singular}. Perhaps somebody else has deleted it already.`,
    duration: bannerTime,
  })
}

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
      const outcome = await updateRecord(db, collection, pageId(fields.id, missing), fields, {
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
    change: (collection, { id }, by) => deleteRecord(db, collection, pageId(id, missing), { by, sandbox }),
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
      return rejectForm(fields, [{ path: '', message: 'This record has been deleted meanwhile.' }], {
        status: statusOfReason(outcome.reason),
      })
    case 'conflict': {
      // Sending the form again overwrites the record: it is then based on the shown state.
      const seen = { ...fields, updated_at: outcome.current.updated_at.toISOString() }
      const message = 'Somebody else has changed this record since you opened it.'
      const stored = recordTexts(collection, outcome.current)
      return rejectForm(seen, [{ path: '', message }], { status: statusOfReason(outcome.reason), stored })
    }
  }
}

/** Returns the URL of the page without the form that was sent; a deletion only closes the form of the deleted record. */
function urlAfter(request: Request, { slug }: Collection, { intent, id }: Fields) {
  const { searchParams } = new URL(request.url)
  for (const name of ['index', '_data', 'run']) searchParams.delete(name)
  for (const name of ['add', 'edit', 'row'])
    if (intent !== 'delete' || searchParams.get(name) === `${slug}:${String(id)}`) searchParams.delete(name)
  return `${page}?${searchParams}#${slug}`
}
