import { startFailure } from '~/domain/underwriting/run-failure'

import { collections } from './collections'

export type ChangeVerb = 'create' | 'update' | 'delete'

/** Names for a new record where a sentence needs a shorter one than the collection's. */
const createdAs: Record<string, string> = {
  [collections.coverageTiers.slug]: 'tier',
  [collections.industryGenders.slug]: 'industry gender',
}

/** The message of a page whose record is not, or no longer, stored. */
export const missingRecord = 'This record does not exist, or has been deleted already.'

type FormFields = { collection?: unknown; intent?: unknown; see?: unknown }

/** The message when a table's form fails for an unexpected reason, chosen by its fields. */
export function formFailure({ collection: slug, intent, see }: FormFields) {
  if (see === 'impact') return startFailure
  if (see === 'release') return 'The change could not be added to a release. Please try again.'
  const verb = intent === 'create' || intent === 'delete' ? intent : 'update'
  const collection = Object.values(collections).find((one) => one.slug === slug)
  const shorter = verb === 'create' && collection ? createdAs[collection.slug] : undefined
  return `Failed to ${verb} ${shorter ?? collection?.singular ?? 'record'}. Please try again.`
}
