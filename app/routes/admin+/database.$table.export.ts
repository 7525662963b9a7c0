import { createReadableStreamFromReadable, type LoaderFunctionArgs } from '@remix-run/node'
import { Readable } from 'node:stream'

import { db } from '~/db.server'
import { exportTable } from '~/domain/database-browser/database-browser.server'
import { downloadHeaders } from '~/http/download.server'
import { log } from '~/http/log.server'
import { notFoundPage } from '~/http/not-found.server'
import { requireAdmin } from '~/http/session.server'

/** A table, or what a search finds in it, as a CSV file; made while it is sent. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const table = params.table ?? ''
  const search = new URL(request.url).searchParams.get('search')?.trim().slice(0, 200) || undefined
  const lines = await exportTable(db, table, search)
  if (!lines) throw notFoundPage(`There is no table ${table}.`)
  const file = Readable.from(lines, { objectMode: false })
  // The answer has begun: all that is left is to cut it off, so that nobody takes a part for the whole.
  file.on('error', (error) => log.warn({ err: error, table }, 'an export was cut off'))
  return new Response(createReadableStreamFromReadable(file), {
    headers: downloadHeaders(`${table}.csv`, 'text/csv; charset=utf-8'),
  })
}
