import type { LoaderFunctionArgs } from '@remix-run/node'

import { db } from '~/db.server'
import { calendarDay } from '~/domain/dates'
import { kindOf } from '~/domain/submissions/kinds'
import { readListState } from '~/domain/submissions/submission-list'
import { exportName, exportSubmissions } from '~/domain/submissions/submissions.server'
import { downloadHeaders } from '~/http/download.server'
import { notFoundPage } from '~/http/problem.server'
import { seeOther } from '~/http/redirects.server'
import { requireAdmin } from '~/http/session.server'
import { streamFile } from '~/http/stream-response.server'

/** All pages of the filtered list as a CSV file. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user } = await requireAdmin(request)
  const kind = kindOf(params.kind)
  if (!kind) throw notFoundPage('There is no such kind of submission.')
  const { searchParams } = new URL(request.url)
  const listState = readListState(searchParams, kind)
  if (listState.errors.length > 0) {
    searchParams.set('tab', kind.slug) // the list shows the errors
    return seeOther(`/admin/submissions?${searchParams}`)
  }
  const pieces = await exportSubmissions(db, listState, { by: user.id })
  const name = exportName(listState, calendarDay(new Date()))
  return streamFile(request, pieces, downloadHeaders(name, 'text/csv; charset=utf-8'))
}
