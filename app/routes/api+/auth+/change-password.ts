import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { passwordChangeSchema, passwordFormSchema } from '~/domain/accounts/accounts.schema'
import { changePassword } from '~/domain/accounts/accounts.server'
import { withPasswordProblem } from '~/domain/accounts/password-rules.server'
import { parseFields } from '~/domain/parse-fields'
import { idempotencyKeyFromHeader, invalid, requireOwnId, readFields, resource } from '~/http/api.server'
import { requireUserCall, sessionCookie } from '~/http/session.server'
import { site } from '~/http/site.server'

const passwordChange = resource({
  POST: async ({ request }) => {
    const session = await requireUserCall(request)
    const fields = await readFields(request)
    requireOwnId(fields.userId ?? fields.user_id, session.user.id)
    const schema = 'confirm_new_password' in fields ? passwordFormSchema : passwordChangeSchema
    const known = { brandName: site.brand.name, email: session.user.email }
    const parsed = parseFields(withPasswordProblem(schema, 'new_password', known), fields)
    if (!parsed.ok) return invalid(parsed.errors)
    const changed = await changePassword(db, session.user, parsed.value, {
      site,
      session: session.id,
      key: idempotencyKeyFromHeader(`/api/auth/change-password of ${session.user.id}`, request),
    })
    if (!changed.ok) return invalid(changed.errors)
    const headers = await sessionCookie(changed.renewed)
    return json({ message: 'Password updated successfully!' }, { headers })
  },
})

export { passwordChange as loader, passwordChange as action }
