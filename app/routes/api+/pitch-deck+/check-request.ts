import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { parseFields } from '~/domain/parse-fields'
import { deckEmailSchema } from '~/domain/pitch-deck/pitch-deck.schema'
import { checkRequest } from '~/domain/pitch-deck/pitch-deck.server'
import { invalid, resource } from '~/http/api.server'
import { clientIp } from '~/request-context.server'

const requestCheck = resource({
  GET: async ({ request }) => {
    const parsed = parseFields(deckEmailSchema, { email: new URL(request.url).searchParams.get('email') })
    if (!parsed.ok) return invalid(parsed.errors)
    return json(await checkRequest(db, parsed.value.email, { ip: clientIp() }))
  },
})

export { requestCheck as loader, requestCheck as action }
