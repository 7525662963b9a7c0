import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { recoveryByEmailSchema, recoveryByIdSchema } from '~/domain/accounts/accounts.schema'
import { recoverByEmail, recoverById } from '~/domain/accounts/recovery.server'
import { parseFields } from '~/domain/parse-fields'
import { idempotencyKeyFromHeader, invalid, readFields, resource } from '~/http/api.server'
import { Problem } from '~/http/problem.server'
import { site } from '~/http/site.server'
import { clientIp } from '~/request-context.server'

const sent = 'Recovery email sent! Please check your inbox for instructions to reset your password.'

const accountRecovery = resource({
  POST: async ({ request }) => {
    const fields = await readFields(request)
    const key = idempotencyKeyFromHeader('/api/email/account-recovery', request)
    const caller = { site, ip: clientIp(), key }
    if (fields.user_id !== undefined && fields.user_id !== null) {
      const parsed = parseFields(recoveryByIdSchema, fields)
      if (!parsed.ok) return invalid(parsed.errors)
      if (!(await recoverById(db, parsed.value, caller)))
        throw new Problem(404, 'User not found with this ID')
      return json({ message: sent })
    }
    const parsed = parseFields(recoveryByEmailSchema, fields)
    if (!parsed.ok) return invalid(parsed.errors)
    await recoverByEmail(db, parsed.value.email, caller)
    return json({ message: `${sent} The email includes your User ID.` })
  },
})

export { accountRecovery as loader, accountRecovery as action }
