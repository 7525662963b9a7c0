import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { contactSchema } from '~/domain/contacts/contacts.schema'
import { sendContact } from '~/domain/contacts/contacts.server'
import { parseFields } from '~/domain/parse-fields'
import { idempotencyKeyFromHeader, invalid, readFields, resource } from '~/http/api.server'
import { clientIp } from '~/request-context.server'

const contactSubmissions = resource({
  POST: async ({ request }) => {
    const message = parseFields(contactSchema, await readFields(request))
    if (!message.ok) return invalid(message.errors)
    const { result } = await sendContact(db, message.value, {
      ip: clientIp(),
      key: idempotencyKeyFromHeader('/api/contact-submissions', request),
    })
    return json(result, { status: 201 })
  },
})

export { contactSubmissions as loader, contactSubmissions as action }
