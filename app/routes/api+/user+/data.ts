import { Readable } from 'node:stream'

import { createReadableStreamFromReadable } from '@remix-run/node'

import { db } from '~/db.server'
import { ownData } from '~/domain/accounts/own-data.server'
import { resource } from '~/http/api.server'
import { downloadHeaders } from '~/http/download.server'
import { Problem } from '~/http/problem.server'
import { requireUserCall } from '~/http/session.server'
import { site } from '~/http/site.server'

const data = resource({
  GET: async ({ request }) => {
    const { user } = await requireUserCall(request)
    const pieces = await ownData(db, user.id, site.brand)
    if (!pieces) throw new Problem(401, 'Please sign in')
    const name = `${site.brand.name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}-my-data.json`
    return new Response(createReadableStreamFromReadable(Readable.from(pieces)), {
      headers: downloadHeaders(name, 'application/json; charset=utf-8'),
    })
  },
})

export { data as loader, data as action }
