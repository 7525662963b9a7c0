import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { findChange } from '~/domain/releases/change-views.server'
import { rejectChange, withdrawChange } from '~/domain/releases/changes.server'
import { pathId, readFields, resource } from '~/http/api.server'
import { Problem } from '~/http/problem.server'
import { requireAdminCall } from '~/http/session.server'

import { rejectReleaseCall } from './parts/release.server'

/** A change that waits for a release, or was decided on. A post of `note` rejects it, DELETE withdraws it. */
const change = resource({
  GET: async ({ request, params }) => {
    await requireAdminCall(request)
    const stored = await findChange(db, pathId(params.id))
    if (!stored) throw new Problem(404, 'There is no such change.')
    return json(stored)
  },
  POST: async ({ request, params }) => {
    const { user } = await requireAdminCall(request)
    const outcome = await rejectChange(db, pathId(params.id), await readFields(request), { by: user.id })
    return outcome.ok ? json({ success: true }) : rejectReleaseCall(outcome)
  },
  DELETE: async ({ request, params }) => {
    const { user } = await requireAdminCall(request)
    const outcome = await withdrawChange(db, pathId(params.id), { by: user.id })
    return outcome.ok ? json({ success: true }) : rejectReleaseCall(outcome)
  },
})

export { change as loader, change as action }
