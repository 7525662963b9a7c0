import {
  json,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  type SerializeFrom,
} from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'

import { facts } from '~/content/facts'
import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { findQuestionWork } from '~/domain/applicant-questions/applicant-questions.server'
import { adminDate, adminTime, counted } from '~/domain/formats'
import { parseId } from '~/domain/ids'
import { actUrl, quoteUrl } from '~/domain/quotes/origin'
import { listFailedReleases } from '~/domain/releases/releases.server'
import { changedText } from '~/domain/underwriting/changed-parts'
import { eachOnce, findWork, holdersOf, type WorkGroup, type WorkList } from '~/domain/work/work.server'
import { isMailConnected } from '~/env.server'
import { formFields, keepFormOnFailure, unknownIntent } from '~/http/forms.server'
import { requireAdmin } from '~/http/session.server'
import { startBatchFromPage } from '~/http/start-batch.server'
import { ActionAlert } from '~/ui/action-alert'
import { AdminPage } from '~/ui/admin-frame'
import { AdminTime } from '~/ui/admin-time'
import { Badge } from '~/ui/badge'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { FailedReleases } from '~/ui/failed-releases'
import type { FormResult } from '~/ui/form-result'
import { IntentForm } from '~/ui/intent-form'
import { RemoteIntentForm } from '~/ui/remote-intent-form'
import { keepPageOnFailure } from '~/ui/keep-page'
import { Table } from '~/ui/table'

import { AskedQuestions, NewAnswers, ShownOf } from './parts/new-answers'
import { Tabs } from './parts/tabs'
import {
  applicantColumn,
  decisionColumn,
  premiumColumn,
  quoteColumn,
  tierColumn,
  type Item,
  type ItemColumn,
} from './parts/work-columns'

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Work', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireAdmin(request)
  const holder = new URL(request.url).searchParams.get('with')
  const holders = holdersOf(holder, user.id)
  const [work, questions, failed] = await Promise.all([
    findWork(db, { holders }),
    findQuestionWork(db),
    listFailedReleases(db, 3),
  ])
  return json({
    isMailConnected: isMailConnected(),
    ...work,
    ...eachOnce(work.groups, questions),
    failed,
    holder: holders && holder,
    reader: user.id,
  })
}

const failure = 'The run could not be started. Please try again.'

/** Runs the engine: on all applications that it has never run on or, `again`, on those of `quotes`, their numbers with commas between. */
export async function action({ request }: ActionFunctionArgs) {
  const { user } = await requireAdmin(request)
  const fields = await formFields(request)
  return keepFormOnFailure(fields, failure, async () => {
    const { intent, quotes } = fields
    const ids = String(quotes)
      .split(',')
      .flatMap((text) => parseId(text) ?? [])
    switch (intent) {
      case 'run':
        return startBatchFromPage('never run', user.id, '/admin/work')
      case 'again':
        return startBatchFromPage(ids, user.id, '/admin/work')
      default:
        throw unknownIntent()
    }
  })
}

export { shouldRevalidate } from '~/ui/keep-page'

export const clientAction = keepPageOnFailure(failure, {
  actsAgain: true,
})

const titles: Record<WorkList, string> = {
  decide: 'Referrals to decide',
  again: 'Corrected applications to run again',
  run: 'Applications never run',
  send: 'Results to send',
}

const nextSteps = { decide: 'Decide', send: 'Send it' }

/** What waits for an admin, the oldest first. */
export default function Work() {
  const { groups, messages, requests, mails, questions, failed, isMailConnected, holder, reader } =
    useLoaderData<typeof loader>()
  const failure = useActionData<FormResult>()
  const from = holder ? `/admin/work?with=${holder}` : 'work'
  const waiting = groups.filter(({ count }) => count > 0)
  return (
    <AdminPage title="Work">
      <p>
        An applicant is promised an answer within {facts.quoteBusinessDays} business days. The oldest come
        first.
      </p>
      <FailedReleases failed={failed} />
      <Tabs
        label="Whose applications"
        tabs={[
          { label: 'All', to: '/admin/work', current: !holder },
          { label: 'Yours', to: '/admin/work?with=me', current: holder === 'me' },
          { label: 'Not taken', to: '/admin/work?with=nobody', current: holder === 'nobody' },
        ]}
      />
      <JumpLinks groups={waiting} questions={questions} />
      {waiting.length + questions.count === 0 ? (
        <EmptyState title={holder ? 'No such application waits' : 'Nobody waits for an answer'}>
          <p className="link-row">
            <Link to="/admin/submissions">All submissions</Link>
          </p>
        </EmptyState>
      ) : null}
      <div className="work-lists sticky-heads">
        <NewAnswers {...questions} from={from} />
        {waiting.map((group) => (
          <Card
            key={group.act}
            id={group.act}
            title={titles[group.act]}
            actions={
              <div className="actions">
                <ShownOf shown={group.items.length} count={group.count} />
                {group.act === 'run' && !holder ? (
                  <IntentForm action="/admin/work" intent="run" busyLabel="Starting...">
                    {group.count === 1 ? 'Run this application' : `Run all ${group.count}`}
                  </IntentForm>
                ) : null}
                <RunAgain act={group.act} items={group.items} />
                {group.act === 'send' && group.items.filter(({ ready }) => ready).length > 1 ? (
                  <ButtonLink to="/admin/work/send" variant="secondary">
                    Send several together
                  </ButtonLink>
                ) : null}
              </div>
            }
          >
            {group.act === (failure?.values.list ?? 'run') ? <ActionAlert formResult={failure} /> : null}
            <Waiting group={group} reader={reader} from={from} />
          </Card>
        ))}
        <AskedQuestions {...questions} from={from} />
      </div>
      <OtherWork messages={messages} requests={requests} mails={mails} isMailConnected={isMailConnected} />
    </AdminPage>
  )
}

/**
 * Runs those again whose answers, or what their price is made from, have changed since; one alone has a button in its row. A decision of a
 * person stands until somebody runs that application again by itself.
 */
function RunAgain({ act, items }: { act: WorkList; items: readonly Item[] }) {
  const outdated = items.filter(
    ({ corrected, changed, decided }) => corrected || (changed.length > 0 && !decided),
  )
  if (outdated.length < 2) return null
  const quotes = outdated.map(({ quoteId }) => quoteId).join()
  return (
    <IntentForm action="/admin/work" intent="again" fields={{ list: act, quotes }} busyLabel="Starting...">
      {`Run ${outdated.length} again`}
    </IntentForm>
  )
}

/** What waits besides applications, as links. */
function OtherWork({
  messages,
  requests,
  mails,
  isMailConnected,
}: Record<'messages' | 'requests' | 'mails', number> & { isMailConnected: boolean }) {
  return (
    <nav aria-label="Other work" className="list-links">
      {messages > 0 ? (
        <Link to="/admin/submissions?tab=contacts&status=Pending">
          {counted(messages, 'message')} to answer
        </Link>
      ) : null}
      {requests > 0 ? (
        <Link to="/pitch-deck-admin?status=pending">{counted(requests, 'request')} for the pitch deck</Link>
      ) : null}
      {mails > 0 ? <Link to="/admin/mail?state=failed">{counted(mails, 'failed mail')}</Link> : null}
      {isMailConnected ? null : (
        <Link to="/admin/mail?state=pending">No mail server is set up: mails wait</Link>
      )}
      <Link to="/admin/underwriting/batches">Runs on many applications</Link>
    </nav>
  )
}

type JumpLinksProps = {
  groups: readonly { act: WorkList; count: number }[]
  questions: { count: number; waiting: number }
}

const jumpWords: Record<WorkList, (count: number) => string> = {
  decide: (count) => `${counted(count, 'referral')} to decide`,
  again: (count) => `${count.toLocaleString('en-US')} corrected`,
  run: (count) => `${count.toLocaleString('en-US')} never run`,
  send: (count) => `${count.toLocaleString('en-US')} to send`,
}

/** How many wait for what, each with a link to its list below. */
function JumpLinks({ groups, questions }: JumpLinksProps) {
  const lists = [
    { id: 'answers', count: questions.count, text: `${counted(questions.count, 'answer')} to read` },
    ...groups.map(({ act, count }) => ({ id: act, count, text: jumpWords[act](count) })),
    {
      id: 'waiting',
      count: questions.waiting,
      text: `${questions.waiting.toLocaleString('en-US')} waiting for the applicant`,
    },
  ].filter(({ count }) => count > 0)
  if (lists.length === 0) return null
  return (
    <nav aria-label="What waits" className="list-links jump-links">
      {lists.map(({ id, text }) => (
        <a key={id} href={`#${id}`}>
          {text}
        </a>
      ))}
    </nav>
  )
}

type WaitingProps = {
  group: SerializeFrom<WorkGroup>
  /** The account of the reader. */
  reader: number
  /** The list, as the pages of its quotes take it. */
  from: string
}

function Waiting({ group: { act, items }, reader, from }: WaitingProps) {
  return (
    <Table
      caption={titles[act]}
      captionHidden
      dense
      rows={items}
      rowKey={({ quoteId }) => quoteId}
      details={({ quoteId, questionSince, unread, marked, changed, tier, answered, decided }) =>
        questionSince === null && !unread && marked === null && changed.length === 0 && !answered ? null : (
          <>
            {changed.length > 0 ? (
              <div>
                {changedText(changed, tier)}{' '}
                {decided ? (
                  <>
                    A person has decided on it:{' '}
                    <Link to={quoteUrl(quoteId, from)}>
                      see what a new run would replace
                      <span className="visually-hidden">, Q-{quoteId}</span>
                    </Link>
                    .{' '}
                  </>
                ) : (
                  <RunButton quoteId={quoteId} from={from}>
                    Run it again for today’s price
                  </RunButton>
                )}
              </div>
            ) : null}
            {answered ? <span>An earlier result is with the applicant. </span> : null}
            {marked === null ? null : <span>Marked {marked}, though nothing was sent. </span>}
            {unread ? (
              <Link to={`${quoteUrl(quoteId, from)}#questions`}>
                An answer of the applicant is not read yet
                <span className="visually-hidden">, Q-{quoteId}</span>
              </Link>
            ) : null}{' '}
            {questionSince === null ? null : (
              <Link to={`${quoteUrl(quoteId, from)}#questions`}>
                Question open since {adminTime(questionSince)} UTC
                <span className="visually-hidden">, Q-{quoteId}</span>
              </Link>
            )}
          </>
        )
      }
      columns={[
        quoteColumn(from),
        applicantColumn,
        { header: 'Submitted', minor: true, cell: ({ submittedAt }) => <AdminTime at={submittedAt} /> },
        {
          header: 'Answer by',
          phone: 'second',
          cell: ({ due, isLate }) => (
            <>
              {adminDate(due)} {isLate ? <Badge tone="red">Late</Badge> : null}
            </>
          ),
        },
        ...columnsOf[act],
        {
          header: 'With',
          phone: 'act',
          title: ({ holder }) => holder?.name,
          cell: ({ quoteId, holder }) =>
            holder ? (
              <span className="one-line one-line-short">{holder.id === reader ? 'You' : holder.name}</span>
            ) : (
              <RemoteIntentForm
                action={`/admin/underwriting/assign/${quoteId}`}
                intent="take"
                fields={{ to: reader, seen: '', back: from === 'work' ? '/admin/work' : from }}
                variant="quiet"
                busyLabel="Taking..."
              >
                Take<span className="visually-hidden"> Q-{quoteId}</span>
              </RemoteIntentForm>
            ),
        },
        {
          header: 'Next',
          phone: 'mark',
          cell: (item) => (
            <>
              {act === 'run' || act === 'again' ? (
                <RunButton quoteId={item.quoteId} from={from}>
                  {act === 'run' ? 'Run it' : 'Run again'}
                </RunButton>
              ) : (
                <Link to={actUrl(act, item, from)}>
                  {item.proposed ? 'Confirm' : nextSteps[act]}
                  <span className="visually-hidden"> Q-{item.quoteId}</span>
                </Link>
              )}
              {item.proposed && act === 'decide' ? (
                <span className="cell-note">Waits for a senior</span>
              ) : null}
            </>
          ),
        },
      ]}
    />
  )
}

/** Runs one application, and leads to its workspace with the result. */
function RunButton({ quoteId, from, children }: { quoteId: number; from: string; children: string }) {
  return (
    <RemoteIntentForm action={quoteUrl(quoteId, from)} intent="run" variant="quiet" busyLabel="Running...">
      {children}
      <span className="visually-hidden"> Q-{quoteId}</span>
    </RemoteIntentForm>
  )
}

function whyText({ reasons }: Item) {
  return reasons.join('; ')
}

const why: ItemColumn = {
  header: 'Why',
  phone: 'below',
  title: whyText,
  cell: (item) => <span className="one-line one-line-rest">{whyText(item)}</span>,
}

const employer: ItemColumn = {
  header: 'Employer',
  title: ({ employer }) => employer,
  cell: ({ employer }) => <span className="one-line one-line-rest">{employer}</span>,
}

const columnsOf: Record<WorkList, ItemColumn[]> = {
  decide: [why, tierColumn, { ...premiumColumn, header: 'Rated premium' }],
  again: [employer],
  run: [employer],
  send: [decisionColumn, tierColumn, premiumColumn],
}
