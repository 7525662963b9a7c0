import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { storeDraft } from '~/domain/engine-versions/drafts.server'
import { readFields, resource } from '~/http/api.server'
import { requireAdminCall } from '~/http/session.server'

/** Saves the editor's text as a draft. Autosave does not count as activity of the session. */
const draft = resource({
  PUT: async ({ request }) => {
    const { user } = await requireAdminCall(request, { renew: false })
    return json({ kept: await storeDraft(db, user.id, await readFields(request)) })
  },
})

export { draft as loader, draft as action }
