import { counted } from '~/domain/formats'

import type { ComparedField } from './audit.server'
import { fieldLabel } from './field-label'

type Entry = { entity: string; fields: readonly ComparedField[] }

/** The first changes, each as 'label: before → after'. */
export function changeSummary(entry: Entry) {
  const changes = entry.fields.filter(({ changed }) => changed)
  if (changes.length === 0) return 'The same before and after'
  const shown = changes
    .slice(0, 3)
    .map(({ name, before, after }) => `${fieldLabel(entry, name)}: ${short(before)} → ${short(after)}`)
  const rest = changes.length - shown.length
  return `${shown.join('; ')}${rest > 0 ? ` and ${counted(rest, 'other field')}` : ''}`
}

function short(value: string | null) {
  if (value === null) return 'none'
  if (value === '') return '(empty)'
  return value.length > 40 ? `${value.slice(0, 39)}…` : value
}
