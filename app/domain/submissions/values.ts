import type { SubmissionField } from './kinds'

/** Whether a submission has no value for a field; the field's `emptyValue` counts as none. */
export function isAbsent({ emptyValue }: SubmissionField, value: unknown) {
  return (
    value === null ||
    value === undefined ||
    value === '' ||
    (emptyValue !== undefined && value === emptyValue)
  )
}

/** Shortens a text to one line of up to `length` characters; an ellipsis marks the cut. */
export function excerpt(text: string, length: number) {
  const line = text.replace(/\s+/gu, ' ').trim()
  const characters = [...line]
  return characters.length <= length ? line : `${characters.slice(0, length).join('')}...`
}
