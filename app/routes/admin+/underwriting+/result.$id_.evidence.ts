import type { LoaderFunctionArgs } from '@remix-run/node'

import { db } from '~/db.server'
import { exportEvidence } from '~/domain/evidence/evidence.server'
import { downloadHeaders } from '~/http/download.server'
import { notFoundPage, pageId } from '~/http/problem.server'
import { requireAdmin } from '~/http/session.server'

/** The evidence of a decision as one JSON file, which scripts/verify-decision.mjs verifies. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user } = await requireAdmin(request)
  const missing = 'Underwriting result not found.'
  const id = pageId(params.id, missing)
  const evidence = await exportEvidence(db, id, { by: user.id, through: 'page' })
  if (!evidence) throw notFoundPage(missing)
  return new Response(`${JSON.stringify(evidence, null, 2)}\n`, {
    headers: downloadHeaders(`evidence-${id}.json`, 'application/json; charset=utf-8'),
  })
}
