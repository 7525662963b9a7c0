import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { parseId } from '~/domain/ids'
import { readReleases } from '~/domain/releases/overview.server'
import { release } from '~/domain/releases/releases.server'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { env } from '~/env.server'
import { invalid, readFields, resource } from '~/http/api.server'
import { requireAdminCall } from '~/http/session.server'
import { evictPages } from '~/server/page-cache.server'

import { rejectReleaseCall } from './parts/release.server'

/** The waiting, scheduled and released changes; a post of `changes`, `version`, `note` and `live_from` releases. */
const releases = resource({
  GET: async ({ request }) => {
    await requireAdminCall(request)
    return json({ releaseBy: env.RELEASE_BY, ...(await readReleases(db)) })
  },
  POST: async ({ request }) => {
    const { user } = await requireAdminCall(request)
    const { changes, version, ...fields } = await readFields(request)
    const changeIds = idsOf(changes)
    const versionIds = idsOf(version)
    if (changeIds === null || versionIds === null || versionIds.length > 1)
      return invalid([{ path: 'parts', message: 'changes must be a list of ids, and version an id' }])
    const parts = { changeIds, versionId: versionIds[0] ?? null, fields }
    const outcome = await release(db, sandbox, parts, { by: user.id, releaseBy: env.RELEASE_BY })
    if (!outcome.ok) return rejectReleaseCall(outcome)
    const { id, state } = outcome
    if (state === 'live') evictPages()
    return json({ success: true, id, state }, { status: state === 'live' ? 201 : 202 })
  },
})

/** Parses a list of ids, as an array or as text with commas; an empty one if it is absent, null if it is anything else. */
function idsOf(value: unknown) {
  if (value === undefined || value === null || value === '') return []
  const items: unknown[] = Array.isArray(value)
    ? value
    : typeof value === 'string'
      ? value.split(',')
      : [null]
  const ids = items.map((item) => parseId(typeof item === 'number' ? String(item) : item))
  return ids.every((id) => id !== null) ? ids : null
}

export { releases as loader, releases as action }
