import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { findAccount } from '~/domain/accounts/accounts.server'
import { adminTime } from '~/domain/formats'
import { missingAccount, missingSession } from '~/domain/sessions/end-by-admin.server'
import { listSessions } from '~/domain/sessions/sessions.server'
import { notFoundPage, pageId } from '~/http/problem.server'
import { requireAdmin } from '~/http/session.server'
import { ConfirmPage } from '~/ui/confirmation'
import { DescriptionList } from '~/ui/description-list'

import { sessionEnding } from './$id.index/account-sessions'

export { shouldRevalidate } from '~/ui/keep-page'

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('End sessions', matches) }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const account = await findAccount(db, pageId(params.id, missingAccount))
  if (!account) throw notFoundPage(missingAccount)
  const sessions = await listSessions(db, account.id)
  const requested = new URL(request.url).searchParams.get('session')
  const chosen = requested === null ? sessions : sessions.filter(({ id }) => String(id) === requested)
  if (requested !== null && chosen.length === 0) throw notFoundPage(missingSession)
  return json({ account, sessions: chosen, sessionId: requested === null ? undefined : chosen[0]?.id })
}

/** The confirmation page for ending sessions, used without JavaScript. */
export default function EndSessions() {
  const { account, sessions, sessionId } = useLoaderData<typeof loader>()
  return (
    <ConfirmPage
      title={sessionId === undefined ? 'End all sessions' : 'End a session'}
      back={{ to: `/admin/accounts/${account.id}`, label: `Account ${account.id}` }}
      {...sessionEnding(account.id, sessionId)}
    >
      <DescriptionList
        items={[
          { term: 'Account', description: `${account.username}, ${account.email}` },
          ...sessions.map(({ id, device, ip_address, created_at }) => ({
            term: `Session ${id}`,
            description: `${device}${ip_address === null ? '' : ` from ${ip_address}`}, logged in ${adminTime(created_at)} UTC`,
          })),
        ]}
      />
    </ConfirmPage>
  )
}
