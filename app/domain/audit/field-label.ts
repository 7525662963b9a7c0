import { collections, type Column } from '~/domain/configuration/collections'
import { showValue } from '~/domain/configuration/record-text'
import { capital } from '~/domain/formats'
import { submissionKinds } from '~/domain/submissions/kinds'

import type { ComparedField } from './audit.server'

type Entry = { entity: string; fields: readonly ComparedField[] }

/** Returns the label that a field of an entry has in the form of its record; of a field without a form, its name in words. */
export function fieldLabel(entry: Entry, name: string) {
  const kind = submissionKinds.find(({ singular }) => entry.entity === `${singular} submission`)
  const declared = columnOf(entry, name) ?? kind?.fields.find((field) => field.name === name)
  return declared?.label ?? capital(name.replaceAll('_', ' '))
}

/** Returns a value of a field as the log is read: money of a configuration record with its unit, anything else unchanged. */
export function fieldValue(entry: Entry, name: string, value: string | null) {
  const column = columnOf(entry, name)
  const isMoney = column?.kind === 'number' && column.unit === 'dollars'
  return isMoney && value !== null && value !== '' && Number.isFinite(Number(value))
    ? showValue(column, Number(value))
    : value
}

/** Returns the column of a configuration record that a field of an entry is. */
function columnOf({ entity, fields }: Entry, name: string): Column | undefined {
  const named = fields.find((field) => field.name === 'collection')
  const slug = entity === 'configuration change' ? (named?.after ?? named?.before) : null
  const collection = Object.values(collections).find(
    (own) => entity === own.singular || entity === own.plural || own.slug === slug,
  )
  return collection?.columns.find((column) => column.name === name)
}
