import { json } from '@remix-run/node'

import type { Collection } from '~/domain/configuration/collections'
import { collectionOf, type ConfigurationOutcome } from '~/domain/configuration/configuration.server'
import {
  isReleased,
  proposeChange,
  proposedMessage,
  type ChangeAction,
} from '~/domain/releases/changes.server'
import type { Fields } from '~/domain/parse-fields'
import { db } from '~/db.server'
import { env } from '~/env.server'

import { invalid } from './api.server'
import { initOfReason, Problem } from './problem.server'

/** Returns the collection of a path. @throws {Problem} 404 */
export function pathCollection(slug: string | undefined): Collection {
  const collection = collectionOf(slug)
  if (!collection) throw new Problem(404, 'Not found')
  return collection
}

export const missingRecord = new Problem(404, 'Record not found')

/** Parses `updated_at`, the version of the record that the caller has read. */
export function readAtOf(updatedAt: unknown) {
  const time = typeof updatedAt === 'string' ? new Date(updatedAt) : undefined
  return time && !Number.isNaN(time.getTime()) ? time : undefined
}

/** Stores a change that another admin must release, and responds 202; null if changes are applied at once. */
export async function proposeByCall(
  collection: Collection,
  action: ChangeAction,
  { id = null, fields = {}, by }: { id?: number | null; fields?: Fields; by: number },
) {
  if (env.RELEASE_BY === 'one' || !isReleased(collection)) return null
  const change = { action, id, fields, readAt: readAtOf(fields.updated_at) }
  const outcome = await proposeChange(db, collection, change, { by })
  if (outcome.ok) return json({ proposed: true, id: outcome.id, message: proposedMessage }, { status: 202 })
  if (outcome.reason === 'unchanged') return json({ error: outcome.message }, initOfReason(outcome.reason))
  return respondToRejection(outcome)
}

/** Responds to a call that changed nothing. */
export function respondToRejection(outcome: Extract<ConfigurationOutcome, { ok: false }>) {
  switch (outcome.reason) {
    case 'invalid':
      return invalid(outcome.errors)
    case 'conflict': {
      const error = 'Somebody has changed this record since you read it'
      return json({ error, current: outcome.current }, initOfReason(outcome.reason))
    }
    case 'missing':
      throw missingRecord
    default:
      return json({ error: outcome.message }, initOfReason(outcome.reason))
  }
}
