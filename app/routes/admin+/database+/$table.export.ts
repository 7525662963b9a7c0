import type { LoaderFunctionArgs } from '@remix-run/node'

import { db } from '~/db.server'
import { exportTable } from '~/domain/database-browser/database-browser.server'
import { downloadHeaders } from '~/http/download.server'
import { notFoundPage } from '~/http/problem.server'
import { requireAdmin } from '~/http/session.server'
import { streamFile } from '~/http/stream-response.server'

/** Streams a table, or the results of a search in it, as a CSV file. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user } = await requireAdmin(request)
  const table = params.table ?? ''
  const search = new URL(request.url).searchParams.get('search')?.trim().slice(0, 200) || undefined
  const lines = await exportTable(db, table, { search, by: user.id })
  if (!lines) throw notFoundPage(`There is no table ${table}.`)
  return streamFile(request, lines, downloadHeaders(`${table}.csv`, 'text/csv; charset=utf-8'))
}
