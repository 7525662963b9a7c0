import { db } from '~/db.server'
import type { Collection } from '~/domain/configuration/collections'
import { findRecord } from '~/domain/configuration/configuration.server'
import { showValue } from '~/domain/configuration/record-text'
import { parseId } from '~/domain/ids'
import type { Fields } from '~/domain/parse-fields'
import { rejectForm } from '~/http/forms.server'

/**
 * Asks once before a form empties what the engine cannot price without: a browser sends a number that it cannot read, as 2O.5, as nothing.
 * Returns null where nothing of the kind is emptied, and for the form that is sent again.
 */
export async function askBeforeEmptying(collection: Collection, fields: Fields) {
  const known = String(fields.emptied ?? '').split(',')
  const emptied = collection.columns.filter(
    ({ name, priced }) => priced && isBlank(fields[name]) && !known.includes(name),
  )
  const id = parseId(fields.id)
  const row = emptied.length > 0 && id !== null ? await findRecord(db, collection, id) : null
  const lost = emptied.filter(({ name }) => row?.[name])
  if (row === null || lost.length === 0) return null
  return rejectForm(
    { ...fields, emptied: lost.map(({ name }) => name).join() },
    lost.map((column) => ({
      path: column.name,
      message: `${column.label} was ${showValue(column, row[column.name])} and is empty now: nothing can be priced without it. Enter a number, or save again to leave it empty`,
    })),
  )
}

function isBlank(value: unknown) {
  return typeof value === 'string' && value.trim() === ''
}
