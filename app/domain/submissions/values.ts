import type { SubmissionField } from './kinds'

/** Whether a submission has nothing for a field: what stands for nothing counts as such. */
export function isAbsent({ none }: SubmissionField, value: unknown) {
  return value === null || value === undefined || value === '' || (none !== undefined && value === none)
}

/** At most `length` characters of a text on one line; what was cut off shows by its last one. */
export function glance(text: string, length: number) {
  const line = text.replace(/\s+/gu, ' ').trim()
  const characters = [...line]
  return characters.length <= length ? line : `${characters.slice(0, length).join('')}...`
}
