import type { LoaderFunctionArgs } from '@remix-run/node'

import { db } from '~/db.server'
import { byteOrderMark } from '~/domain/csv'
import { calendarDay } from '~/domain/dates'
import { fairnessCsv, fairnessReport } from '~/domain/fairness/fairness.server'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { downloadHeaders } from '~/http/download.server'
import { bookOf } from '~/http/fairness-book.server'
import { requireAdmin } from '~/http/session.server'

/** All groups of a report, as a file. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const book = bookOf(request)
  const outcome = await fairnessReport(db, sandbox, book)
  if (!outcome.ok) throw new Response(outcome.message, { status: 503 })
  const name = `fairness-${book}-${calendarDay(new Date())}.csv`
  return new Response(byteOrderMark + fairnessCsv(outcome.report), {
    headers: downloadHeaders(name, 'text/csv; charset=utf-8'),
  })
}
