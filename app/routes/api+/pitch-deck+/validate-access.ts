import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { parseFields } from '~/domain/parse-fields'
import { deckCodeSchema, invalidDeckCode } from '~/domain/pitch-deck/pitch-deck.schema'
import { enterCode } from '~/domain/pitch-deck/pitch-deck.server'
import { invalid, readFields, resource } from '~/http/api.server'
import { deckCookie } from '~/http/cookies.server'
import { clientIp } from '~/request-context.server'

const accessCode = resource({
  POST: async ({ request }) => {
    const parsed = parseFields(deckCodeSchema, await readFields(request))
    if (!parsed.ok) return invalid(parsed.errors)
    const access = await enterCode(db, parsed.value.accessCode, { ip: clientIp() })
    if (!access) return json({ success: false, valid: false, message: invalidDeckCode })
    return json(
      { success: true, valid: true, message: 'Access Granted' },
      { headers: { 'Set-Cookie': await deckCookie(access) } },
    )
  },
})

export { accessCode as loader, accessCode as action }
