import type { LoaderFunctionArgs } from '@remix-run/node'

import { db } from '~/db.server'
import { calendarDay } from '~/domain/dates'
import { exportDeliveries } from '~/domain/mail/export.server'
import { mailFilter, mailList } from '~/domain/mail/mail-list'
import { downloadHeaders } from '~/http/download.server'
import { seeOther } from '~/http/redirects.server'
import { requireAdmin } from '~/http/session.server'
import { streamFile } from '~/http/stream-response.server'

/** All pages of the filtered list as a CSV file. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireAdmin(request)
  const state = mailList.read(new URL(request.url).searchParams)
  if (state.errors.length > 0) return seeOther(mailList.url({}, state)) // the list shows the errors
  const pieces = await exportDeliveries(db, mailFilter(state), { by: user.id })
  return streamFile(
    request,
    pieces,
    downloadHeaders(`mails-${calendarDay(new Date())}.csv`, 'text/csv; charset=utf-8'),
  )
}
