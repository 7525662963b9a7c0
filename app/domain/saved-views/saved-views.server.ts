import { parseFields, type FieldError, type Fields } from '~/domain/parse-fields'

import type { Db } from '../../../db/schema'
import { viewNameSchema } from './saved-views.schema'
import * as queries from './saved-views.queries.server'
import { isViewedList, maxViews, viewQuery, type ViewedList } from './viewed-lists'

export type SavedView = { id: number; list: ViewedList; name: string; query: string }

type Outcome =
  | { ok: true; view: Omit<SavedView, 'id'> }
  | { ok: false; reason: 'invalid'; errors: FieldError[] }
  | { ok: false; reason: 'missing' }

export function listViews(db: Db, userId: number, list?: ViewedList): Promise<SavedView[]> {
  return queries.listOf(db, userId, list)
}

/** Saves the state of a list under a name. Saving the same again succeeds. */
export async function saveView(db: Db, fields: Fields, { by }: { by: number }): Promise<Outcome> {
  const { list } = fields
  const query = isViewedList(list) && typeof fields.query === 'string' ? viewQuery(list, fields.query) : null
  if (!isViewedList(list) || query === null) return invalid('', 'This state of the list cannot be saved')
  const parsed = parseFields(viewNameSchema, fields)
  if (!parsed.ok) return { ok: false, reason: 'invalid', errors: parsed.errors }
  const view = { list, name: parsed.value.name, query }
  return db.transaction().execute(async (trx): Promise<Outcome> => {
    if (!(await queries.lockAccount(trx, by))) return { ok: false, reason: 'missing' }
    const views = await queries.listOf(trx, by, list)
    const same = named(views, view)
    if (same?.query === query) return { ok: true, view }
    if (same) return taken(same.name)
    if (views.length >= maxViews)
      return invalid('name', `A list has at most ${maxViews} saved views. Delete one first`)
    await queries.insert(trx, { user_id: by, ...view })
    return { ok: true, view }
  })
}

export async function renameView(
  db: Db,
  id: number,
  fields: Fields,
  { by }: { by: number },
): Promise<Outcome> {
  const parsed = parseFields(viewNameSchema, fields)
  if (!parsed.ok) return { ok: false, reason: 'invalid', errors: parsed.errors }
  const { name } = parsed.value
  return db.transaction().execute(async (trx): Promise<Outcome> => {
    await queries.lockAccount(trx, by)
    const views = await queries.listOf(trx, by)
    const view = views.find((one) => one.id === id)
    if (!view) return { ok: false, reason: 'missing' }
    const same = named(views, { list: view.list, name })
    if (same && same.id !== id) return taken(same.name)
    await queries.rename(trx, by, id, name)
    return { ok: true, view: { ...view, name } }
  })
}

/** Deletes a view and returns what it was; null if there is none. */
export function deleteView(db: Db, id: number, { by }: { by: number }) {
  return queries.remove(db, by, id)
}

function named(views: readonly SavedView[], { list, name }: Pick<SavedView, 'list' | 'name'>) {
  return views.find((view) => view.list === list && view.name.toLowerCase() === name.toLowerCase())
}

function taken(name: string) {
  return invalid('name', `This list has a view named ${name} already. Choose another name`)
}

function invalid(path: string, message: string): Outcome {
  return { ok: false, reason: 'invalid', errors: [{ path, message }] }
}
