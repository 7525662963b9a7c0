import { z } from 'zod'

import { choice, optionalText } from '~/domain/fields'

import type { SubmissionKind } from './kinds'

/** The fields that an admin may change on a submission of a kind. */
export function stateSchema({ statuses }: SubmissionKind) {
  return z.object({
    status: statusOf(statuses),
    note: optionalText('Note', { max: 5000, multiline: true }),
  })
}

/** The status to set on many submissions of a kind. */
export function statusSchema({ statuses }: SubmissionKind) {
  return z.object({ status: statusOf(statuses) })
}

function statusOf(statuses: readonly string[]) {
  return choice(statuses, `Status must be one of: ${statuses.join(', ')}`)
}
