import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'

import { hiddenPageMeta } from '~/content/metadata'
import { db, isUnavailable } from '~/db.server'
import { isKeyOf } from '~/domain/is-key-of'
import {
  approvalMail,
  approveRequest,
  countRequests,
  deleteRequest,
  listRequests,
  rejectRequest,
  resendCode,
} from '~/domain/pitch-deck/pitch-deck.server'
import { countWork } from '~/domain/work/work.server'
import { replaceHistoryEntry, seeOtherWithFlash } from '~/http/redirects.server'
import { formFields, keepFormOnFailure, unknownIntent } from '~/http/forms.server'
import { withWaitingMail } from '~/http/mail-flash.server'
import { pageId, retryAfter } from '~/http/problem.server'
import { requireDeckAdmin } from '~/http/session.server'
import { site } from '~/http/site.server'
import { readPage, shownRows } from '~/lists/list-page'
import { AdminErrorPage, AdminPage, officeHandle, officeLinks } from '~/ui/admin-frame'
import { describeError } from '~/ui/error-page'
import { ErrorSummary } from '~/ui/error-summary'
import { keepPageOnFailure } from '~/ui/keep-page'
import { ListToolbar } from '~/ui/list-toolbar'
import { Pager } from '~/ui/pager'

import { ApprovalMail, DeckCounts, deckList, DeckRequests, notDone, rejected } from './deck-requests'

export { shouldRevalidate } from '~/ui/keep-page'

export const links = officeLinks

export const handle = officeHandle

export const meta: MetaFunction = ({ error, matches }) =>
  hiddenPageMeta(error ? describeError(error).title : 'Pitch deck access requests', matches)

export async function loader({ request }: LoaderFunctionArgs) {
  try {
    await requireDeckAdmin(request)
    const state = stateOf(request)
    const [openWork, counts, { rows, nextCursor }] = await Promise.all([
      countWork(db),
      countRequests(db),
      readPage(state.position.cursor, (page) =>
        listRequests(db, { status: state.filter.status, search: state.filter.q, ...page }),
      ),
    ])
    const now = new Date()
    const requests = rows.map((row) => ({
      ...row,
      codeEnded: row.code_expires_at !== null && row.code_expires_at <= now,
    }))
    return json({ requests, nextCursor, counts, state, openWork, approvalMail: approvalMail(site, now) })
  } catch (error) {
    if (!isUnavailable(error)) throw error
    throw json('Failed to fetch access requests. Please try again.', { status: 503, headers: retryAfter })
  }
}

function stateOf(request: Request) {
  return deckList.read(new URL(request.url).searchParams)
}

const failures = {
  approve: 'Failed to approve the request.',
  reject: 'Failed to reject the request.',
  resend: 'Failed to resend access code.',
  delete: 'Failed to delete the request.',
}

/** The actions on a request, each with its success message. */
const verbs = {
  approve: {
    act: approveRequest,
    done: { title: 'Request Approved', message: 'An email with the access code has been sent.' },
    mails: true,
  },
  reject: {
    act: rejectRequest,
    done: rejected({ tell_applicant: false }),
  },
  resend: {
    act: resendCode,
    done: { title: 'Access Code Resent', message: 'An email with a new access code has been sent.' },
    mails: true,
  },
  delete: {
    act: deleteRequest,
    done: { title: 'Request Deleted', message: 'Its sender can ask again.' },
  },
}

export async function action({ request }: ActionFunctionArgs) {
  const { user } = await requireDeckAdmin(request)
  const state = stateOf(request)
  const { intent, id } = await formFields(request)
  if (!isKeyOf(failures, intent)) throw unknownIntent()
  const verb = verbs[intent]
  const failed = `${failures[intent]} Please try again.`
  return keepFormOnFailure({ intent, id }, failed, async () => {
    const outcome = await verb.act(db, pageId(id, 'Access request not found.'), { by: user.id, site })
    return seeOtherWithFlash(
      deckList.url(state.position, state),
      outcome.ok
        ? 'mails' in verb
          ? withWaitingMail({ tone: 'success', ...verb.done, duration: 10_000 })
          : { tone: 'success', ...verb.done, duration: 10_000 }
        : notDone(failed, outcome),
      replaceHistoryEntry,
    )
  })
}

export const clientAction = keepPageOnFailure(
  (intent) =>
    isKeyOf(failures, intent)
      ? `${failures[intent]} Please try again.`
      : 'Failed to change the request. Please try again.',
  { actsAgain: true },
)

export default function PitchDeckAdmin() {
  const { requests, nextCursor, counts, state, approvalMail } = useLoaderData<typeof loader>()
  const formResult = useActionData<typeof action>()
  const { status, q } = state.filter
  const matching = counts.filter((one) => status === undefined || one.status === status)
  const total = matching.reduce((sum, { count }) => sum + count, 0)
  const shown = shownRows(
    { one: 'request', many: 'requests' },
    {
      count: requests.length,
      isFirstPage: state.isFirstPage,
      isMore: nextCursor !== null,
      ...(q === undefined && { total: total.toLocaleString('en-US') }),
    },
  )
  return (
    <AdminPage
      title="Pitch Deck Access Requests"
      related={[{ label: 'The page that investors see', to: '/pitch-deck' }]}
    >
      {formResult ? <ErrorSummary errors={formResult.errors} /> : null}
      {requests.length > 0 || state.isFiltered ? (
        <DeckCounts counts={counts} status={state.filter.status} />
      ) : null}
      {requests.length > 0 || state.isFiltered ? (
        <ListToolbar
          url={deckList.url({}, state)}
          state={state}
          fields={[{ name: 'q', label: 'Name, email or company' }]}
          total={`${shown}, newest first. Days are in UTC.`}
        />
      ) : null}
      <DeckRequests requests={requests} filtered={state.isNarrowed} />
      <Pager links={deckList.pages(state, nextCursor)} />
      {requests.some(({ status }) => status === 'pending') ? <ApprovalMail text={approvalMail} /> : null}
    </AdminPage>
  )
}

export { AdminErrorPage as ErrorBoundary }
