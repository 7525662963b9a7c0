import { randomUUID } from 'node:crypto'

import { db, isUnavailable } from '~/db.server'
import type { Collection } from '~/domain/configuration/collections'
import {
  countRecords,
  findRecord,
  searchRecords,
  sortedUpTo,
  type ConfigurationRow,
} from '~/domain/configuration/configuration.server'
import { missingRecord } from '~/domain/configuration/failures'
import { mostDecimals, recordTexts, showValue } from '~/domain/configuration/record-text'
import { adminTime, counted } from '~/domain/formats'
import { parseId } from '~/domain/ids'
import { findImpact } from '~/domain/impacts/impacts.server'
import { listWaitingFor } from '~/domain/releases/change-views.server'
import { isReleased } from '~/domain/releases/changes.server'
import { env } from '~/env.server'
import { pageId } from '~/http/problem.server'
import { cursor, readParams, sortBy, text, withDefault } from '~/lists/list-params'

import { shownColumns } from './configuration-columns'
import type { OpenRecord, Section } from './configuration-section'

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
    const listed = [...rows.map(({ id }) => id), ...(open && 'id' in open ? [open.id] : [])]
    return {
      ...section,
      ...page,
      waiting: releaseBy === null ? [] : await listWaitingFor(db, collection.slug, listed),
      isSortable: total <= sortedUpTo,
      rows: rows.map((row) => ({
        id: row.id,
        updatedAt: row.updated_at.toISOString(),
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
 * `add=slug` opens an empty form, `edit=slug:id` the form of a record, `row=slug:id` its row; that of a deleted record can only add one again.
 * `run=id` fills it with the values that this run over all quotes has tried.
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
    const recordId = pageId(id, missingRecord)
    const row = await findRecord(db, collection, recordId)
    if (!row) {
      const values = initialTexts(collection)
      return { as: 'missing', id: recordId, idempotencyKey: randomUUID(), values, run: null }
    }
    const tried = await readTried(searchParams, collection, recordId)
    const stored = { ...recordTexts(collection, row), updated_at: row.updated_at.toISOString() }
    return { as, id: recordId, ...tried, values: { ...stored, ...tried.values } }
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
