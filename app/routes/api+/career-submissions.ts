import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { careerFields } from '~/domain/careers/careers.schema'
import { applyForJob, checkApplication } from '~/domain/careers/careers.server'
import { idempotencyKeyFromHeader, invalid, readFields, resource } from '~/http/api.server'
import { oneFile } from '~/http/body.server'
import { clientIp } from '~/request-context.server'

const careerSubmissions = resource({
  POST: async ({ request }) => {
    const fields = careerFields(await readFields(request, { files: oneFile }))
    const checked = await checkApplication(fields)
    if (!checked.ok) return invalid(checked.errors)
    const { result } = await applyForJob(db, checked.application, checked.resume, {
      ip: clientIp(),
      key: idempotencyKeyFromHeader('/api/career-submissions', request),
    })
    return json(result, { status: 201 })
  },
})

export { careerSubmissions as loader, careerSubmissions as action }
