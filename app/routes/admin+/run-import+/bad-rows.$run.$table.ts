import type { LoaderFunctionArgs } from '@remix-run/node'

import { db } from '~/db.server'
import { collectionOf } from '~/domain/configuration/configuration.server'
import { badRowsCsv } from '~/domain/imports/bad-rows-csv'
import { findBadRows } from '~/domain/imports/runs.server'
import { downloadHeaders } from '~/http/download.server'
import { notFoundPage, pageId } from '~/http/problem.server'
import { requireAdmin } from '~/http/session.server'

/** The rejected rows of a table, as a file to correct. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const missing = 'These bad rows are not kept any more.'
  const run = pageId(params.run, missing)
  const collection = collectionOf(params.table)
  const bad = (await findBadRows(db, run))?.find(({ table }) => table === collection?.title)
  if (!collection || !bad) throw notFoundPage(missing)
  const name = `import-${run}-${collection.slug}-bad-rows.csv`
  return new Response(badRowsCsv(bad), { headers: downloadHeaders(name, 'text/csv; charset=utf-8') })
}
