import { db } from '~/db.server'
import { findCareerFile } from '~/domain/careers/careers.server'
import { resource } from '~/http/api.server'
import { downloadHeaders } from '~/http/download.server'
import { Problem } from '~/http/problem.server'
import { requireAdminCall } from '~/http/session.server'

const careerFile = resource({
  GET: async ({ request, params }) => {
    await requireAdminCall(request)
    const file = await findCareerFile(db, params.filename ?? '')
    if (!file) throw new Problem(404, 'File not found')
    return new Response(Buffer.from(file.bytes), {
      headers: downloadHeaders(file.original_name, file.content_type),
    })
  },
})

export { careerFile as loader, careerFile as action }
