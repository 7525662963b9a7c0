import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { capital } from '~/domain/formats'
import type { Fields } from '~/domain/parse-fields'
import type { SubmissionKind } from '~/domain/submissions/kinds'
import { sortFields } from '~/domain/submissions/submission-list'
import {
  changeSubmission,
  openSubmission,
  readSubmissions,
  type StatusAndNote,
} from '~/domain/submissions/submissions.server'

import { invalid, pageRequest, pathId, readFields, resource } from './api.server'
import { initOfReason, Problem } from './problem.server'
import { requireAdminCall } from './session.server'
import { streamJsonArray } from './stream-response.server'

/** Creates the call that lists the submissions of a kind. */
export function submissionList(kind: SubmissionKind) {
  return resource({
    GET: async ({ request }) => {
      const { user } = await requireAdminCall(request)
      const page = pageRequest(request, { fields: sortFields(kind) })
      return streamJsonArray(request, await readSubmissions(db, kind, page, { by: user.id }), page.limit)
    },
  })
}

/** Creates the calls on one submission of a kind: reading it, and setting its status and note. */
export function submissionRecord(kind: SubmissionKind) {
  const missing = `${capital(kind.singular)} submission not found`
  return resource({
    GET: async ({ request, params }) => {
      const { user } = await requireAdminCall(request)
      const submission = await openSubmission(db, kind, pathId(params.id, missing), { by: user.id })
      if (!submission) throw new Problem(404, missing)
      return json(submission)
    },
    PUT: async ({ request, params }) => {
      const { user } = await requireAdminCall(request)
      const id = pathId(params.id, missing)
      const fields = await readFields(request)
      const { status, note = fields[kind.note] } = fields
      if (status === undefined && note === undefined)
        return invalid([{ path: 'status', message: 'Give a status, a note or both' }])
      const changed = await changeSubmission(
        db,
        kind,
        id,
        { status, note },
        { by: user.id, base: readState(fields) },
      )
      if (changed.ok) return json({ success: true, ...changed.submission })
      switch (changed.reason) {
        case 'invalid':
          return invalid(changed.errors)
        case 'conflict':
          return json(
            { error: 'Somebody has changed this submission since you read it', current: changed.current },
            initOfReason(changed.reason),
          )
        case 'missing':
          throw new Problem(404, missing)
      }
    },
  })
}

/** Parses status and note as the client last read them, from `read_status` and `read_note`; absent if it skips the conflict check. */
export function readState({ read_status: status, read_note: note }: Fields): StatusAndNote | undefined {
  return typeof status === 'string' ? { status, note: typeof note === 'string' ? note : null } : undefined
}
