import { collections, type Collection } from './collections'

export type ChangeVerb = 'create' | 'update' | 'delete'

/** Names for a new record where a sentence needs a shorter one than the collection's. */
const createdAs: Record<string, string> = {
  [collections.coverageTiers.slug]: 'tier',
  [collections.industryGenders.slug]: 'industry gender',
}

/** The message when a change of a record fails for an unexpected reason. */
export function changeFailure({ slug, singular }: Pick<Collection, 'slug' | 'singular'>, verb: ChangeVerb) {
  const name = (verb === 'create' && createdAs[slug]) || singular
  return `Failed to ${verb} ${name}. Please try again.`
}

/** The same for a table's form, chosen by its fields. */
export function formFailure({ collection: slug, intent }: { collection?: unknown; intent?: unknown }) {
  const verb = intent === 'create' || intent === 'delete' ? intent : 'update'
  const collection = Object.values(collections).find((one) => one.slug === slug)
  return changeFailure(collection ?? { slug: '', singular: 'record' }, verb)
}
