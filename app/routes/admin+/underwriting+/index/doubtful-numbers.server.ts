import { db } from '~/db.server'
import { decimalsOf, type Collection, type Column } from '~/domain/configuration/collections'
import { findRefusal, readNewRecord, readRecordChange } from '~/domain/configuration/configuration.server'
import { showValue } from '~/domain/configuration/record-text'
import { parseId } from '~/domain/ids'
import type { Fields } from '~/domain/parse-fields'
import type { Row } from '~/domain/engine-versions/gate/draws'
import { isReleased } from '~/domain/releases/changes.server'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { rejectForm } from '~/http/forms.server'

/** A question about a number of a form, asked only once. `fact` states the doubt, `consent` the effect of sending the form again. */
type Question = {
  name: string
  about: 'empty' | 'zero' | 'tenfold' | 'rounded'
  fact: string
  consent: string
}

/**
 * Asks once before a form stores another number than was typed, empties one of a table that sets prices, or moves one that the engine reads
 * by a decimal place. If the active engine would reject the record anyway, reports that instead; a proposal is only rejected at its
 * release. Returns null if there is no question, for a repeated form, and for one with other errors.
 */
export async function askAboutNumbers(collection: Collection, fields: Fields, isProposal: boolean) {
  const record = await readRecord(collection, fields)
  if (!record) return null
  const kind = {
    setsPrices: collection.columns.some(({ priced }) => priced),
    isRead: isReleased(collection),
  }
  const questions = collection.columns.flatMap((column) =>
    questionsAbout(column, record.before[column.name], record.after[column.name], kind),
  )
  const questionKeys = questions.map(({ name, about }) => `${name}:${about}`)
  const confirmedKeys = String(fields.asked ?? '').split(',')
  if (questionKeys.every((key) => confirmedKeys.includes(key))) return null
  const refusal = await findRefusal(db, sandbox, collection, parseId(fields.id), record.after as Row)
  const canConsent = refusal === null || isProposal
  const errors = questions.map(({ name, fact, consent }) => ({
    path: name,
    message: canConsent ? `${fact}, or ${consent}` : fact,
  }))
  const prefix = isProposal ? 'Its release would be refused as things are' : 'It cannot be saved in any case'
  return rejectForm(canConsent ? { ...fields, asked: questionKeys.join() } : fields, [
    ...errors,
    ...(refusal === null ? [] : [{ path: '', message: `${prefix}. ${refusal}` }]),
  ])
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

function questionsAbout(
  column: Column,
  before: unknown,
  after: unknown,
  { setsPrices, isRead }: { setsPrices: boolean; isRead: boolean },
): Question[] {
  const { name, label } = column
  const was = `${label} was ${showValue(column, before)}`
  if (setsPrices && typeof before === 'number' && after === null) {
    const fact = `${was} and is empty now. Enter a number`
    return [{ name, about: 'empty', fact, consent: 'save again to leave it empty' }]
  }
  if (typeof after !== 'number') return []
  if (column.priced && before && after === 0) {
    const fact = `${was} and is 0 now. Enter a number`
    return [{ name, about: 'zero', fact, consent: 'save again to store 0' }]
  }
  const stored = rounded(after, decimalsOf(column))
  const questions: Question[] = []
  const times = isRead && typeof before === 'number' ? tenfold(before, stored) : null
  if (times !== null) {
    const now = showValue(column, stored)
    const fact = `${was} and is ${now} now: ${times}. Change it`
    questions.push({ name, about: 'tenfold', fact, consent: `save again to store ${now}` })
  }
  if (stored !== after) {
    const fact = `${label} has ${decimalsOf(column)} decimals: ${after} becomes ${stored}. Change it`
    questions.push({ name, about: 'rounded', fact, consent: `save again to store ${stored}` })
  }
  return questions
}

/** Compares a number with the previous one if a decimal point may have slipped, else returns null. */
function tenfold(before: number, after: number) {
  // Numbers are stored to ten-thousandths at most, so this tolerates only rounding errors of floating point.
  const ratio = Number((after / before).toPrecision(9))
  if (ratio === 10) return 'ten times as much'
  if (ratio > 10 && ratio < Infinity) return 'more than ten times as much'
  if (ratio === 0.1) return 'a tenth of it'
  return ratio > 0 && ratio < 0.1 ? 'less than a tenth of it' : null
}

/** Rounds a typed decimal half away from zero, as the database does: 38.555 to 38.56. */
function rounded(value: number, decimals: number) {
  return Number(value.toLocaleString('en-US', { maximumFractionDigits: decimals, useGrouping: false }))
}
