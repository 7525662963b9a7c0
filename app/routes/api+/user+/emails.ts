import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { listOwnMails } from '~/domain/mail/mail.server'
import { resource } from '~/http/api.server'
import { requireUserCall } from '~/http/session.server'

const emails = resource({
  GET: async ({ request }) => {
    const { user } = await requireUserCall(request)
    return json({ emails: await listOwnMails(db, user.id) })
  },
})

export { emails as loader, emails as action }
