import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { profileSchemaOf } from '~/domain/accounts/accounts.schema'
import { changeProfile } from '~/domain/accounts/accounts.server'
import { pendingEmail } from '~/domain/accounts/verification.server'
import { parseFields } from '~/domain/parse-fields'
import { invalid, requireOwnId, readFields, resource } from '~/http/api.server'
import { requireUserCall } from '~/http/session.server'
import { site } from '~/http/site.server'

const profile = resource({
  PUT: async ({ request }) => {
    const { user } = await requireUserCall(request)
    const fields = await readFields(request)
    requireOwnId(fields.userId ?? fields.user_id, user.id)
    const schema = profileSchemaOf([user.email, await pendingEmail(db, user.id)])
    const parsed = parseFields(schema, fields)
    if (!parsed.ok) return invalid(parsed.errors)
    const changed = await changeProfile(db, user, parsed.value, { site })
    if (!changed.ok) return invalid(changed.errors)
    const { username, full_address, region_state, occupation } = parsed.value
    return json({
      message: 'Your profile has been updated successfully.',
      user: { ...user, username, full_address, region_state, occupation },
      pending_email: changed.pending,
    })
  },
})

export { profile as loader, profile as action }
