import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { hiddenPageMeta } from '~/content/metadata'
import { db } from '~/db.server'
import { calendarDay, longDate } from '~/domain/dates'
import { findRequest } from '~/domain/pitch-deck/pitch-deck.server'
import { countWork } from '~/domain/work/work.server'
import { notFoundPage, pageId } from '~/http/problem.server'
import { requireDeckAdmin } from '~/http/session.server'
import { AdminErrorPage, officeHandle, officeLinks } from '~/ui/admin-frame'
import { ConfirmPage } from '~/ui/confirmation'
import { DescriptionList } from '~/ui/description-list'
import { describeError } from '~/ui/error-page'

import { DeckStatus, deletion } from './index/deck-requests'

export { shouldRevalidate } from '~/ui/keep-page'

export const links = officeLinks

export const handle = officeHandle

export const meta: MetaFunction = ({ error, matches }) =>
  hiddenPageMeta(error ? describeError(error).title : 'Delete an access request', matches)

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireDeckAdmin(request)
  const missing = 'Access request not found.'
  const id = pageId(params.id, missing)
  const row = await findRequest(db, id)
  if (!row) throw notFoundPage(missing)
  const { name, email, company, status, created_at } = row
  return json({ id, name, email, company, status, created_at, openWork: await countWork(db) })
}

export default function DeleteDeckRequest() {
  const { id, name, email, company, status, created_at } = useLoaderData<typeof loader>()
  return (
    <ConfirmPage
      title="Delete an access request"
      back={{ to: '/pitch-deck-admin', label: 'Pitch Deck Access Requests' }}
      {...deletion(id)}
    >
      <DescriptionList
        items={[
          { term: 'Name', description: name },
          { term: 'Email', description: email },
          { term: 'Company', description: company ?? '-' },
          { term: 'Date', description: longDate(calendarDay(new Date(created_at))) },
          { term: 'Status', description: <DeckStatus status={status} /> },
        ]}
      />
    </ConfirmPage>
  )
}

export { AdminErrorPage as ErrorBoundary }
