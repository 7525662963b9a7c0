import { z } from 'zod'

import { collections, type Column } from '~/domain/configuration/collections'
import { showValue } from '~/domain/configuration/record-text'
import { capital, money } from '~/domain/formats'
import { submissionKinds } from '~/domain/submissions/kinds'

import type { ComparedField } from './audit.server'

type Entry = { entity: string; fields: readonly ComparedField[] }

/** Returns the label that a field of an entry has in the form of its record; of a field without a form, its name in words. */
export function fieldLabel(entry: Entry, name: string) {
  const declared = columnOf(entry, name) ?? submissionField(entry, name)
  return declared?.label ?? capital(name.replaceAll('_', ' '))
}

const measuredChanges = z.array(z.object({ label: z.string(), before: z.string(), after: z.string() }))

/** Returns the changes that a run measured, as its entry has them, in words: 'Base premium: $35.00 → $38.00'; null if they are none. */
export function changesInWords(json: string | null) {
  const changes = measuredChanges.safeParse(parseJson(json))
  if (!changes.success || changes.data.length === 0) return null
  return changes.data.map(({ label, before, after }) => `${label}: ${before || 'none'} → ${after}`).join('; ')
}

/** Returns form values as an entry has them, by their labels: 'Base premium: 38'; null if they are none. */
function valuesInWords(entry: Entry, json: string | null) {
  const values = z.record(z.string(), z.string()).safeParse(parseJson(json))
  if (!values.success) return null
  return Object.entries(values.data)
    .map(([name, value]) => `${fieldLabel(entry, name)}: ${fieldValue(entry, name, value)}`)
    .join('; ')
}

/** Returns ids of quotes as an entry has them: 'Q-33, Q-34'; null if they are none. */
function quotesInWords(json: string | null) {
  const quotes = z.array(z.number()).safeParse(parseJson(json))
  return quotes.success ? quotes.data.map((id) => `Q-${id}`).join(', ') : null
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/** The amounts of US dollars in entries whose records have no form: the terms of a decision, and the reserve of a simulation. */
const amounts: Record<string, readonly string[]> = {
  'underwriting result': ['coverage', 'monthly', 'annual'],
  simulation: ['reserve'],
}

/**
 * Returns a value of a field as the log is read: money and percentages with their unit, what a run measured and the quotes of a batch run
 * in words, anything else unchanged.
 */
export function fieldValue(entry: Entry, name: string, value: string | null): string | null {
  if (entry.entity === 'impact run' && name === 'values') return valuesInWords(entry, value) ?? value
  if (entry.entity === 'impact run' && name === 'changes') return changesInWords(value) ?? value
  if (entry.entity === 'batch run' && name === 'quotes') return quotesInWords(value) ?? value
  if (value === null || value === '' || !Number.isFinite(Number(value))) return value
  if (submissionField(entry, name)?.shape === 'money' || amounts[entry.entity]?.includes(name))
    return money(Number(value))
  const column = columnOf(entry, name)
  const hasSign = column?.kind === 'number' && (column.unit === 'dollars' || column.unit === 'percent')
  return hasSign ? showValue(column, Number(value)) : value
}

/** Returns the field of a submission that a field of an entry is. */
function submissionField({ entity }: Entry, name: string) {
  const kind = submissionKinds.find(({ singular }) => entity === `${singular} submission`)
  return kind?.fields.find((field) => field.name === name)
}

/** Returns the column of a configuration record that a field of an entry is. */
function columnOf({ entity, fields }: Entry, name: string): Column | undefined {
  const named = fields.find((field) => field.name === 'collection')
  const slug =
    entity === 'configuration change' || entity === 'impact run' ? (named?.after ?? named?.before) : null
  const collection = Object.values(collections).find(
    (own) => entity === own.singular || entity === own.plural || own.slug === slug,
  )
  return collection?.columns.find((column) => column.name === name)
}
