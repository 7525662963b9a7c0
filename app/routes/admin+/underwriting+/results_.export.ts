import type { LoaderFunctionArgs } from '@remix-run/node'

import { db } from '~/db.server'
import { calendarDay } from '~/domain/dates'
import { resultList } from '~/domain/underwriting/result-list'
import { exportResults } from '~/domain/underwriting/result-list.server'
import { downloadHeaders } from '~/http/download.server'
import { seeOther } from '~/http/redirects.server'
import { requireAdmin } from '~/http/session.server'
import { streamFile } from '~/http/stream-response.server'

/** All pages of the filtered list as a CSV file. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireAdmin(request)
  const { searchParams } = new URL(request.url)
  const state = resultList.read(searchParams)
  // The list shows the errors.
  if (state.errors.length > 0) return seeOther(`/admin/underwriting/results?${searchParams}`)
  const pieces = await exportResults(db, state, { by: user.id })
  const name = `results${state.isFiltered ? '-filtered' : ''}-${calendarDay(new Date())}.csv`
  return streamFile(request, pieces, downloadHeaders(name, 'text/csv; charset=utf-8'))
}
