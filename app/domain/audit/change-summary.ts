import { collections } from '~/domain/configuration/collections'
import { counted } from '~/domain/formats'
import { truncate } from '~/domain/office-formats'

import type { ComparedField } from './audit.server'
import { fieldLabel, fieldValue } from './field-label'

type Entry = {
  action: string
  entity: string
  entity_id: string | null
  fields: readonly ComparedField[]
}

/** An import of a table in a sentence; of any other entry the first changes, each as 'label: before → after'. */
export function changeSummary(entry: Entry) {
  return importSummary(entry) ?? firstChanges(entry)
}

/** 'Imported tiers.csv: 2 added, 1 changed, 0 removed'; null for other entries, and for old ones that did not count. */
function importSummary({ action, entity, entity_id, fields }: Entry) {
  const isTable = Object.values(collections).some(({ plural }) => plural === entity)
  if (!isTable || (action !== 'import' && action !== 'undo import')) return null
  const after = (name: string) => fields.find((field) => field.name === name)?.after ?? null
  const counts = ['added', 'changed', 'removed'].flatMap((name) => {
    const count = after(name)
    return count === null ? [] : { name, count: Number(count) }
  })
  if (counts.length === 0) return null
  const act = action === 'import' ? `Imported ${after('source') ?? 'a file'}` : `Import ${entity_id} undone`
  return counts.every(({ count }) => count === 0)
    ? `${act}: nothing changed`
    : `${act}: ${counts.map(({ name, count }) => `${count.toLocaleString('en-US')} ${name}`).join(', ')}`
}

function firstChanges(entry: Entry) {
  const changes = entry.fields.filter(({ changed }) => changed)
  if (changes.length === 0) return 'The same before and after'
  // A new record had nothing before, a deleted one has nothing after it.
  const isOneSided =
    changes.every(({ before }) => before === null) || changes.every(({ after }) => after === null)
  const shown = changes.slice(0, 3).map(({ name, ...field }) => {
    const label = fieldLabel(entry, name)
    const value = field.after ?? field.before
    if (isOneSided) return `${label}: ${short(fieldValue(entry, name, value))}`
    const [before, after] = [field.before, field.after].map((one) => short(fieldValue(entry, name, one)))
    return `${label}: ${before} → ${after}`
  })
  const rest = changes.length - shown.length
  return `${shown.join('; ')}${rest > 0 ? ` and ${counted(rest, 'other field')}` : ''}`
}

function short(value: string | null) {
  if (value === null) return 'none'
  if (value === '') return '(empty)'
  return truncate(value, 40)
}
