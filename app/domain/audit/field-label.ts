import { collections } from '~/domain/configuration/collections'
import { capital } from '~/domain/formats'
import { submissionKinds } from '~/domain/submissions/kinds'

import type { ComparedField } from './audit.server'

type Entry = { entity: string; fields: readonly ComparedField[] }

/** Returns the label that a field of an entry has in the form of its record; of a field without a form, its name in words. */
export function fieldLabel({ entity, fields }: Entry, name: string) {
  const named = fields.find((field) => field.name === 'collection')
  const slug = entity === 'configuration change' ? (named?.after ?? named?.before) : null
  const collection = Object.values(collections).find(
    (own) => entity === own.singular || entity === own.plural || own.slug === slug,
  )
  const kind = submissionKinds.find(({ singular }) => entity === `${singular} submission`)
  const declared = collection?.columns ?? kind?.fields ?? []
  return declared.find((field) => field.name === name)?.label ?? capital(name.replaceAll('_', ' '))
}
