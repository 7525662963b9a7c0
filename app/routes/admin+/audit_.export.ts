import type { LoaderFunctionArgs } from '@remix-run/node'

import { db } from '~/db.server'
import { auditFilter, auditList } from '~/domain/audit/audit-list'
import { exportEntries } from '~/domain/audit/export.server'
import { calendarDay } from '~/domain/dates'
import { downloadHeaders } from '~/http/download.server'
import { seeOther } from '~/http/redirects.server'
import { requireAdmin } from '~/http/session.server'
import { streamFile } from '~/http/stream-response.server'

/** All pages of the filtered log as a CSV file. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireAdmin(request)
  const state = auditList.read(new URL(request.url).searchParams)
  if (state.errors.length > 0) return seeOther(auditList.url({}, state)) // the list shows the errors
  const pieces = await exportEntries(db, auditFilter(state), { by: user.id })
  return streamFile(
    request,
    pieces,
    downloadHeaders(`audit-${calendarDay(new Date())}.csv`, 'text/csv; charset=utf-8'),
  )
}
