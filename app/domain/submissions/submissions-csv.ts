import { csvLine } from '~/domain/csv'

import type { Submission, SubmissionField, SubmissionKind } from './kinds'
import { isAbsent } from './values'

export function csvHead({ fields }: SubmissionKind) {
  return csvLine(fields.map(({ label }) => label))
}

export function csvRecord({ fields }: SubmissionKind, submission: Submission) {
  return csvLine(fields.map((field) => cell(field, submission[field.name])))
}

function cell(field: SubmissionField, value: unknown) {
  if (isAbsent(field, value)) return field.fallback === null ? 'None' : field.fallback
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : value
}
