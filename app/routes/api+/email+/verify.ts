import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { codeSchema } from '~/domain/accounts/accounts.schema'
import { verifyEmail } from '~/domain/accounts/verification.server'
import { parseFields } from '~/domain/parse-fields'
import { idempotencyKeyFromHeader, invalid, requireOwnId, readFields, resource } from '~/http/api.server'
import { deviceCookie } from '~/http/cookies.server'
import { requireUserCall } from '~/http/session.server'
import { site } from '~/http/site.server'

const verification = resource({
  POST: async ({ request }) => {
    const { user } = await requireUserCall(request)
    const fields = await readFields(request)
    requireOwnId(fields.userId ?? fields.user_id, user.id)
    const parsed = parseFields(codeSchema, fields)
    if (!parsed.ok) return invalid(parsed.errors)
    const key = idempotencyKeyFromHeader(`/api/email/verify of ${user.id}`, request)
    const verified = await verifyEmail(db, user.id, parsed.value.code, { site, key })
    if (!verified.ok) return invalid([{ path: 'code', message: verified.error }])
    return json(
      {
        message: 'Your email address is verified.',
        user: { ...user, email: verified.email, email_verified: true },
      },
      { headers: { 'Set-Cookie': await deviceCookie(request, verified.email) } },
    )
  },
})

export { verification as loader, verification as action }
