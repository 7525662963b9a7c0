import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { isUnavailable } from '../../../db/errors'
import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { deckStatuses } from '~/domain/pitch-deck/pitch-deck.schema'
import {
  approveRequest,
  countRequests,
  deleteRequest,
  listRequests,
  rejectRequest,
  resendCode,
} from '~/domain/pitch-deck/pitch-deck.server'
import { seeOtherWithFlash } from '~/http/flash.server'
import { formFields } from '~/http/forms.server'
import { askedCursor } from '~/http/list-query.server'
import { pageId } from '~/http/not-found.server'
import { retryAfter } from '~/http/problem.server'
import { inPlace } from '~/http/redirects.server'
import { requireDeckAdmin } from '~/http/session.server'
import { site } from '~/http/site.server'
import { AdminErrorPage, AdminNav, AdminPage, adminProblem } from '~/ui/admin-frame'
import { DeckCounts, deckListPath, DeckRequests } from '~/ui/deck-requests'
import { Pager } from '~/ui/pager'

export const meta: MetaFunction = ({ error, matches }) => [
  {
    title: pageTitle(error ? adminProblem(error).title : 'Pitch deck access requests', matches),
  },
  { name: 'robots', content: 'noindex' },
]

const pageSize = 50

export async function loader({ request }: LoaderFunctionArgs) {
  return orSay('Failed to fetch access requests. Please try again.', async () => {
    await requireDeckAdmin(request)
    const { status, cursor } = askedList(request)
    const counts = await countRequests(db)
    const found = await listRequests(db, { status, cursor, limit: pageSize + 1 })
    const shown = found.slice(0, pageSize)
    const now = new Date()
    return json({
      requests: shown.map((one) => ({
        ...one,
        codeEnded: one.code_expires_at !== null && one.code_expires_at <= now,
      })),
      counts,
      status,
      next: found.length > pageSize ? (shown.at(-1)?.id ?? null) : null,
      deep: cursor !== undefined,
    })
  })
}

function askedList(request: Request) {
  const asked = new URL(request.url).searchParams
  return { status: deckStatuses.find((status) => status === asked.get('status')), cursor: askedCursor(asked) }
}

/** What can be done with a request: how, what is said of it, and what is said when it fails. */
const verbs = {
  approve: {
    act: approveRequest,
    done: { title: 'Request Approved', message: 'An email with the access code has been sent.' },
    failed: 'Failed to approve the request.',
  },
  reject: {
    act: rejectRequest,
    done: { title: 'Request Rejected', message: 'It no longer waits for an answer.' },
    failed: 'Failed to reject the request.',
  },
  resend: {
    act: resendCode,
    done: { title: 'Access Code Resent', message: 'An email with a new access code has been sent.' },
    failed: 'Failed to resend access code.',
  },
  delete: {
    act: deleteRequest,
    done: { title: 'Request Deleted', message: 'Its sender can ask again.' },
    failed: 'Failed to delete the request.',
  },
}

export async function action({ request }: ActionFunctionArgs) {
  const { user } = await requireDeckAdmin(request)
  const { intent, id } = await formFields(request)
  const verb =
    typeof intent === 'string' && Object.hasOwn(verbs, intent) && verbs[intent as keyof typeof verbs]
  if (!verb) throw json('The form did not say what to do.', { status: 400 })
  const failed = `${verb.failed} Please try again.`
  const outcome = await orSay(failed, () =>
    verb.act(db, pageId(id, 'Access request not found.'), { by: user.id, site }),
  )
  return seeOtherWithFlash(
    deckListPath(askedList(request)),
    outcome.ok
      ? { tone: 'success', ...verb.done, duration: 10_000 }
      : { tone: 'error', title: failed, message: outcome.error, duration: 10_000 },
    inPlace,
  )
}

/** While the database is away, the page says so in these words. */
async function orSay<Result>(message: string, work: () => Promise<Result>) {
  try {
    return await work()
  } catch (error) {
    if (!isUnavailable(error)) throw error
    throw json(message, { status: 503, headers: retryAfter })
  }
}

export default function PitchDeckAdmin() {
  const { requests, counts, status, next, deep } = useLoaderData<typeof loader>()
  return (
    <>
      <AdminNav />
      <AdminPage title="Pitch Deck Access Requests">
        {requests.length > 0 || status ? <DeckCounts counts={counts} status={status} /> : null}
        <DeckRequests requests={requests} filtered={status !== undefined || deep} />
        <Pager
          newest={deep ? deckListPath({ status }) : null}
          older={next === null ? null : deckListPath({ status, cursor: next })}
        />
      </AdminPage>
    </>
  )
}

export { AdminErrorPage as ErrorBoundary }
