import { json } from '@remix-run/node'

import { db } from '~/db.server'
import {
  compareChallenger,
  endChallenger,
  findChallenger,
  nameChallenger,
  type ChallengerChange,
} from '~/domain/challengers/challengers.server'
import { callParams, idempotencyKeyFromHeader, invalid, readFields, resource } from '~/http/api.server'
import { Problem, statusOfReason } from '~/http/problem.server'
import { requireAdminCall } from '~/http/session.server'
import { wholeNumberParam } from '~/lists/list-params'
import { maxId } from '~/domain/ids'

const params = { version: wholeNumberParam({ min: 1, max: maxId }, 'version') }

/** The current challenger, and its comparison or that of another version; named with POST, ended with DELETE. */
const challenger = resource({
  GET: async ({ request }) => {
    await requireAdminCall(request)
    const { version } = callParams(request, params)
    const current = await findChallenger(db)
    const id = version ?? current?.engine_version_id
    return json({
      challenger: current,
      comparison: id === undefined ? null : await compareChallenger(db, id),
    })
  },
  POST: async ({ request }) => {
    const { user } = await requireAdminCall(request)
    const fields = await readFields(request)
    const key = idempotencyKeyFromHeader(`/api/admin/underwriting/challenger of ${user.id}`, request)
    return answer(await nameChallenger(db, fields, { by: user.id, key }), 201)
  },
  DELETE: async ({ request }) => {
    const { user } = await requireAdminCall(request)
    return answer(await endChallenger(db, await readFields(request), { by: user.id }), 200)
  },
})

function answer(change: ChallengerChange, status: number) {
  if (change.ok) return json({ success: true, id: change.id }, { status })
  if (change.reason === 'invalid') return invalid(change.errors)
  throw new Problem(statusOfReason(change.reason), change.message)
}

export { challenger as loader, challenger as action }
