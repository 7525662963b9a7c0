import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { recoveryByEmailSchema, recoveryByIdSchema } from '~/domain/accounts/accounts.schema'
import { recoverByEmail, recoverById } from '~/domain/accounts/recovery.server'
import { parseFields } from '~/domain/parse-fields'
import { invalid, readFields, resource } from '~/http/api.server'
import { Problem } from '~/http/problem.server'
import { site } from '~/http/site.server'
import { clientIp } from '~/request-context.server'

const sent = 'Recovery email sent! Please check your inbox for instructions to reset your password.'

const accountRecovery = resource({
  POST: async ({ request }) => {
    const fields = await readFields(request)
    const caller = { site, address: clientIp() }
    if (fields.user_id !== undefined && fields.user_id !== null) {
      const wanted = parseFields(recoveryByIdSchema, fields)
      if (!wanted.ok) return invalid(wanted.errors)
      if (!(await recoverById(db, wanted.value, caller)))
        throw new Problem(404, 'User not found with this ID')
      return json({ message: sent })
    }
    const wanted = parseFields(recoveryByEmailSchema, fields)
    if (!wanted.ok) return invalid(wanted.errors)
    await recoverByEmail(db, wanted.value.email, caller)
    return json({ message: `${sent} The email includes your User ID.` })
  },
})

export { accountRecovery as loader, accountRecovery as action }
