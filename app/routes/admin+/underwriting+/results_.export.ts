import type { LoaderFunctionArgs } from '@remix-run/node'

import { db } from '~/db.server'
import { calendarDay } from '~/domain/dates'
import { resultList } from '~/domain/underwriting/result-list'
import { exportGroups, exportResults } from '~/domain/underwriting/result-list.server'
import { downloadHeaders } from '~/http/download.server'
import { seeOther } from '~/http/redirects.server'
import { requireAdmin } from '~/http/session.server'
import { streamFile } from '~/http/stream-response.server'

/** All pages of the filtered list, or all of its groups, as a CSV file. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireAdmin(request)
  const { searchParams } = new URL(request.url)
  const state = resultList.read(searchParams)
  // The list shows the errors.
  if (state.errors.length > 0) return seeOther(`/admin/underwriting/results?${searchParams}`)
  const { group } = state.view
  const name = `results${group ? `-by-${group}` : ''}${state.isFiltered ? '-filtered' : ''}-${calendarDay(new Date())}.csv`
  const headers = downloadHeaders(name, 'text/csv; charset=utf-8')
  if (group) return new Response(await exportGroups(db, state, group, { by: user.id }), { headers })
  return streamFile(request, await exportResults(db, state, { by: user.id }), headers)
}
