import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { recordLogin } from '~/domain/accounts/accounts.server'
import { loginSchema } from '~/domain/accounts/login.schema'
import { parseFields } from '~/domain/parse-fields'
import { wrongCode } from '~/domain/second-factor/second-factor.server'
import type { SessionUser } from '~/domain/sessions/sessions.server'
import { invalid, readFields, resource } from '~/http/api.server'
import { authenticate } from '~/http/authenticator.server'
import { Problem } from '~/http/problem.server'
import { isSecondStep } from '~/http/second-step.server'
import { signIn } from '~/http/session.server'

/** Logs in with an email and a password, and the `code` of the second step for an account that has one. */
const login = resource({
  POST: async ({ request }) => {
    const parsed = parseFields(loginSchema, await readFields(request))
    if (!parsed.ok) return invalid(parsed.errors)
    const user = await authenticate(request, parsed.value)
    if (!user) throw new Problem(401, 'Invalid email or password. Please try again.')
    const { has_second_factor, ...account } = user
    if (!has_second_factor) return signedIn(request, account, parsed.value.remember_me)
    const { code } = parsed.value
    if (code === null)
      return secondStepError('Send the code of your authenticator app, or a recovery code, as code.')
    if (!(await isSecondStep(request, account, code))) return secondStepError(wrongCode)
    return signedIn(request, await recordLogin(db, account), parsed.value.remember_me)
  },
})

async function signedIn(request: Request, user: SessionUser, remember: boolean) {
  return json({ user }, { headers: await signIn(request, user, remember) })
}

function secondStepError(error: string) {
  return json({ error, second_factor: true }, { status: 401 })
}

export { login as loader, login as action }
