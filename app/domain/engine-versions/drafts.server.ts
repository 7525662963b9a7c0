import type { Db } from '../../../db/schema'
import type { Fields } from '~/domain/parse-fields'

import * as queries from './engine-versions.queries.server'
import { baseSchema, draftNoteLimit } from './engine-versions.schema'
import { findActiveEngine } from './engine-versions.server'

/** Returns an admin's draft of the engine's code, or null. */
export async function findDraft(db: Db, userId: number) {
  return (await queries.findDraft(db, userId)) ?? null
}

/**
 * Stores an admin's draft, valid or not, in place of the previous one; a draft is never run. Characters that the database cannot store are
 * replaced. The text of the active version is not a draft. Takes the fields of a save. @returns whether there is a draft now.
 */
export async function storeDraft(db: Db, userId: number, fields: Fields) {
  if (typeof fields.code !== 'string') return false
  const source = storable(fields.code)
  const active = await findActiveEngine(db)
  if (source === active?.source) {
    await queries.deleteDraft(db, userId)
    return false
  }
  const note = typeof fields.note === 'string' ? storable(fields.note.slice(0, draftNoteLimit)) : ''
  const base = baseSchema.safeParse(fields.base).data ?? null
  await queries.putDraft(db, userId, { source, note, base })
  return true
}

/** Deletes an admin's draft, if any; with `savedAt` not one that was saved since. */
export async function discardDraft(db: Db, userId: number, savedAt?: Date) {
  await queries.deleteDraft(db, userId, savedAt)
}

function storable(text: string) {
  return text.replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD').toWellFormed()
}
