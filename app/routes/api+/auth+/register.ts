import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { registrationSchema, signupSchema } from '~/domain/accounts/accounts.schema'
import { register } from '~/domain/accounts/accounts.server'
import { withPasswordProblem } from '~/domain/accounts/password-rules.server'
import { parseFields } from '~/domain/parse-fields'
import { idempotencyKeyFromHeader, invalid, readFields, resource } from '~/http/api.server'
import { site } from '~/http/site.server'
import { clientIp } from '~/request-context.server'

const registration = resource({
  POST: async ({ request }) => {
    const fields = await readFields(request)
    const schema = 'confirm_password' in fields ? signupSchema : registrationSchema
    const known = { brandName: site.brand.name }
    const parsed = parseFields(withPasswordProblem(schema, 'password', known), fields)
    if (!parsed.ok) return invalid(parsed.errors)
    const { username, email, password, full_address, region_state, occupation } = parsed.value
    const registered = await register(
      db,
      { username, email, password, full_address, region_state, occupation },
      {
        site,
        ip: clientIp(),
        key: idempotencyKeyFromHeader('/api/auth/register', request),
      },
    )
    if (!registered.ok) return invalid(registered.errors)
    // No data of the account: the response is the same when the email already has one.
    return json({ message: 'Registration successful! Please check your email.' }, { status: 201 })
  },
})

export { registration as loader, registration as action }
