import { db } from '~/db.server'
import { decimalsOf, type Collection, type Column } from '~/domain/configuration/collections'
import { readNewRecord, readRecordChange } from '~/domain/configuration/configuration.server'
import { showValue } from '~/domain/configuration/record-text'
import { parseId } from '~/domain/ids'
import type { Fields } from '~/domain/parse-fields'
import { rejectForm } from '~/http/forms.server'

/** A question about a number of a form: the same one is asked once. */
type Question = { name: string; about: 'empty' | 'zero' | 'rounded'; message: string }

/**
 * Asks once before a form stores another number than was typed, or empties one of a table that sets prices: a browser sends a number that
 * it cannot read, as 2O.5, as nothing. Returns null where there is nothing to ask, for the form that is sent again, and for one with other
 * errors.
 */
export async function askAboutNumbers(collection: Collection, fields: Fields) {
  const record = await readRecord(collection, fields)
  if (!record) return null
  const setsPrices = collection.columns.some(({ priced }) => priced)
  const questions = collection.columns.flatMap(
    (column) => questionOf(column, record.before[column.name], record.after[column.name], setsPrices) ?? [],
  )
  const asked = questions.map(({ name, about }) => `${name}:${about}`)
  const known = String(fields.asked ?? '').split(',')
  if (asked.every((question) => known.includes(question))) return null
  return rejectForm(
    { ...fields, asked: asked.join() },
    questions.map(({ name, message }) => ({ path: name, message })),
  )
}

async function readRecord(collection: Collection, fields: Fields) {
  const id = parseId(fields.id)
  if (id === null) {
    const parsed = readNewRecord(collection, fields)
    return parsed.ok ? { before: {} as Fields, after: parsed.value } : null
  }
  const change = await readRecordChange(db, collection, id, fields)
  return change.ok ? { before: change.before as Fields, after: change.after as Fields } : null
}

function questionOf(column: Column, before: unknown, after: unknown, setsPrices: boolean): Question | null {
  const { name, label } = column
  const effect = column.priced ? ': underwriting then refuses every quote' : ''
  const was = `${label} was ${showValue(column, before)}`
  if (setsPrices && typeof before === 'number' && after === null) {
    const message = `${was} and is empty now. Enter a number, or save again to leave it empty${effect}`
    return { name, about: 'empty', message }
  }
  if (effect && before && after === 0)
    return {
      name,
      about: 'zero',
      message: `${was} and is 0 now. Enter a number, or save again to store 0${effect}`,
    }
  const stored = typeof after === 'number' ? rounded(after, decimalsOf(column)) : after
  if (stored === after) return null
  const message = `${label} has ${decimalsOf(column)} decimals: ${String(after)} becomes ${String(stored)}. Change it, or save again to store ${String(stored)}`
  return { name, about: 'rounded', message }
}

/** Rounds the decimal that was typed half away from zero, as the database does: 38.555 to 38.56. */
function rounded(value: number, decimals: number) {
  return Number(value.toLocaleString('en-US', { maximumFractionDigits: decimals, useGrouping: false }))
}
