import type { LoaderFunctionArgs } from '@remix-run/node'

import { db } from '~/db.server'
import { calendarDay } from '~/domain/dates'
import { readDesk } from '~/domain/submissions/desk'
import { kindOf } from '~/domain/submissions/kinds'
import { exportName, exportSubmissions } from '~/domain/submissions/submissions.server'
import { downloadHeaders } from '~/http/download.server'
import { fileAnswer } from '~/http/long-answer.server'
import { notFoundPage } from '~/http/not-found.server'
import { requireAdmin } from '~/http/session.server'

/** What the desk shows, all pages of it, as a CSV file. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user } = await requireAdmin(request)
  const kind = kindOf(params.kind)
  if (!kind) throw notFoundPage('There is no such kind of submission.')
  const desk = readDesk(new URL(request.url).searchParams, kind)
  const pieces = await exportSubmissions(db, desk, { by: user.id })
  const name = exportName(desk, calendarDay(new Date()))
  return fileAnswer(request, pieces, downloadHeaders(name, 'text/csv; charset=utf-8'))
}
