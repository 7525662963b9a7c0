import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { resendCode } from '~/domain/accounts/verification.server'
import { idempotencyKeyFromHeader, invalid, requireOwnId, readFields, resource } from '~/http/api.server'
import { requireUserCall } from '~/http/session.server'
import { site } from '~/http/site.server'

const sendVerification = resource({
  POST: async ({ request }) => {
    const { user } = await requireUserCall(request)
    const fields = await readFields(request)
    requireOwnId(fields.userId ?? fields.user_id, user.id)
    const key = idempotencyKeyFromHeader(`/api/email/send-verification of ${user.id}`, request)
    const sent = await resendCode(db, user, { site, key })
    if (!sent.ok) return invalid([{ path: '', message: sent.error }])
    return json({ message: `Verification email sent to ${sent.email}.` })
  },
})

export { sendVerification as loader, sendVerification as action }
