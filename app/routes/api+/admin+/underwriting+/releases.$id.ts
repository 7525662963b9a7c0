import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { findRelease } from '~/domain/releases/overview.server'
import { cancelRelease } from '~/domain/releases/releases.server'
import { pathId, resource } from '~/http/api.server'
import { Problem } from '~/http/problem.server'
import { requireAdminCall } from '~/http/session.server'

import { rejectReleaseCall } from './parts/release.server'

/** A release with its parts; DELETE cancels a scheduled one. */
const release = resource({
  GET: async ({ request, params }) => {
    await requireAdminCall(request)
    const stored = await findRelease(db, pathId(params.id))
    if (!stored) throw new Problem(404, 'There is no such release.')
    return json(stored)
  },
  DELETE: async ({ request, params }) => {
    const { user } = await requireAdminCall(request)
    const outcome = await cancelRelease(db, pathId(params.id), { by: user.id })
    return outcome.ok ? json({ success: true }) : rejectReleaseCall(outcome)
  },
})

export { release as loader, release as action }
