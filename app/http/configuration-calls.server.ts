import { json } from '@remix-run/node'

import { collections, type Collection } from '~/domain/configuration/collections'
import { collectionOf, type ConfigurationOutcome } from '~/domain/configuration/configuration.server'
import { forgetPages } from '~/server/page-cache.server'

import { invalid } from './api.server'
import { Problem } from './problem.server'

/** The collection that a path names. @throws {Problem} 404 */
export function pathCollection(slug: string | undefined): Collection {
  const collection = collectionOf(slug)
  if (!collection) throw new Problem(404, 'Not found')
  return collection
}

export const missingRecord = new Problem(404, 'Record not found')

/** When its editor read a record, by the `updated_at` that came with it. */
export function readAtOf(updatedAt: unknown) {
  const time = typeof updatedAt === 'string' ? new Date(updatedAt) : undefined
  return time && !Number.isNaN(time.getTime()) ? time : undefined
}

/** What a call answers when nothing was changed. */
export function refuseRecord(outcome: Extract<ConfigurationOutcome, { ok: false }>) {
  switch (outcome.reason) {
    case 'invalid':
      return invalid(outcome.errors)
    case 'taken':
      return json({ error: outcome.message }, { status: 409 })
    case 'changed': {
      const error = 'Somebody has changed this record since you read it'
      return json({ error, current: outcome.current }, { status: 409 })
    }
    case 'missing':
      throw missingRecord
  }
}

/** Ends the kept pages that show a collection: it has changed. */
export function forgetPagesOf({ slug }: Collection) {
  if (slug === collections.coverageTiers.slug) forgetPages('/coverage-tiers')
}
