import { json } from '@remix-run/node'

import { loginSchema } from '~/domain/accounts/login.schema'
import { parseFields } from '~/domain/parse-fields'
import { invalid, readFields, resource } from '~/http/api.server'
import { authenticate } from '~/http/authenticator.server'
import { Problem } from '~/http/problem.server'
import { signIn } from '~/http/session.server'

const login = resource({
  POST: async ({ request }) => {
    const parsed = parseFields(loginSchema, await readFields(request))
    if (!parsed.ok) return invalid(parsed.errors)
    const user = await authenticate(request, parsed.value)
    if (!user) throw new Problem(401, 'Invalid email or password. Please try again.')
    return json({ user }, { headers: await signIn(request, user, parsed.value.remember_me) })
  },
})

export { login as loader, login as action }
