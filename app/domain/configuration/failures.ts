import { collections, type Collection } from './collections'

export type ChangeVerb = 'create' | 'update' | 'delete'

/** Where a new record has a shorter name than its table's records have. */
const createdAs: Record<string, string> = {
  [collections.coverageTiers.slug]: 'tier',
  [collections.industryGenders.slug]: 'industry gender',
}

/** What is said when a change of a record fails for another reason than what was typed. */
export function changeFailure({ slug, singular }: Pick<Collection, 'slug' | 'singular'>, verb: ChangeVerb) {
  const name = (verb === 'create' && createdAs[slug]) || singular
  return `Failed to ${verb} ${name}. Please try again.`
}

/** The same for the form of a table, by what it sends. */
export function formFailure({ collection: slug, intent }: { collection?: unknown; intent?: unknown }) {
  const verb = intent === 'create' || intent === 'delete' ? intent : 'update'
  const collection = Object.values(collections).find((one) => one.slug === slug)
  return changeFailure(collection ?? { slug: '', singular: 'record' }, verb)
}
