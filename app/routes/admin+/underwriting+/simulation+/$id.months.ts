import type { LoaderFunctionArgs } from '@remix-run/node'

import { db } from '~/db.server'
import { findMonthsFile } from '~/domain/simulations/simulations.server'
import { downloadHeaders } from '~/http/download.server'
import { notFoundPage, pageId } from '~/http/problem.server'
import { requireAdmin } from '~/http/session.server'

/** The months of a simulation, as a file that the import accepts. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const missing = 'This simulation has no months.'
  const file = await findMonthsFile(db, pageId(params.id, missing))
  if (!file) throw notFoundPage(missing)
  return new Response(file.text, { headers: downloadHeaders(file.name, 'text/csv; charset=utf-8') })
}
