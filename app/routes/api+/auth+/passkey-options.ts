import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { optionsToLogIn } from '~/domain/second-factor/passkeys.server'
import { readFields, resource } from '~/http/api.server'
import { Problem } from '~/http/problem.server'
import { challengeHeader, pendingLogin } from '~/http/second-step.server'
import { site } from '~/http/site.server'
import { clientIp } from '~/request-context.server'

/** The options for a browser to log in with a passkey, or with `step: second` to complete a login. */
const options = resource({
  POST: async ({ request }) => {
    const { step } = await readFields(request)
    const login = step === 'second' ? await pendingLogin(request) : null
    if (step === 'second' && !login) throw new Problem(401, 'Please log in with your password first.')
    const { options, token } = await optionsToLogIn(db, login?.user.id ?? null, site, clientIp())
    return json(options, { headers: await challengeHeader(token) })
  },
})

export { options as loader, options as action }
