import type { Db } from '../../../db/schema'
import type { Fields } from '~/domain/parse-fields'

import * as queries from './engine-versions.queries.server'
import { baseSchema } from './engine-versions.schema'
import { findActiveEngine, hashOf } from './engine-versions.server'

/** What an admin has begun to change the engine's code to, or null. */
export async function findDraft(db: Db, userId: number) {
  return (await queries.findDraft(db, userId)) ?? null
}

/**
 * Puts by what an admin has typed, in the place of the draft before it, sound or not: nothing of it runs. What no database stores is
 * replaced. The text of the version in use is no draft. Fields as for saving. @returns whether there is a draft now.
 */
export async function keepDraft(db: Db, userId: number, fields: Fields) {
  if (typeof fields.code !== 'string') return false
  const source = storable(fields.code)
  const active = await findActiveEngine(db)
  if (active && hashOf(source) === active.hash) {
    await queries.deleteDraft(db, userId)
    return false
  }
  const note = typeof fields.note === 'string' ? storable(fields.note) : ''
  const base = baseSchema.safeParse(fields.base).data ?? null
  await queries.putDraft(db, userId, { source, note, base })
  return true
}

/** Gives up what an admin had begun; none is no error. */
export async function forgetDraft(db: Db, userId: number) {
  await queries.deleteDraft(db, userId)
}

function storable(text: string) {
  return text.replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD').toWellFormed()
}
