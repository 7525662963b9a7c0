import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'

import { facts } from '~/content/facts'
import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { findQuestionWork } from '~/domain/applicant-questions/applicant-questions.server'
import { parseId } from '~/domain/ids'
import { listFailedReleases } from '~/domain/releases/releases.server'
import { startFailure } from '~/domain/underwriting/run-failure'
import { eachOnce, findWork, holdersOf } from '~/domain/work/work.server'
import { isMailConnected } from '~/env.server'
import { formFields, keepFormOnFailure, unknownIntent } from '~/http/forms.server'
import { requireAdmin } from '~/http/session.server'
import { startBatchFromPage } from '~/http/start-batch.server'
import { ActionAlert } from '~/ui/action-alert'
import { AdminPage } from '~/ui/admin-frame'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { FailedReleases } from '~/ui/failed-releases'
import type { FormResult } from '~/ui/form-result'
import { IntentForm } from '~/ui/intent-form'
import { keepPageOnFailure } from '~/ui/keep-page'

import { AskedQuestions, NewAnswers, ShownOf } from '../parts/new-answers'
import { Tabs } from '../parts/tabs'
import { WorkCounts } from './work-links'
import { listTitles, RunAgain, WaitingTable } from './waiting-table'

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

/** Runs the engine on all applications without a run or, with `again`, on those in `quotes`, comma-separated ids. */
export async function action({ request }: ActionFunctionArgs) {
  const { user } = await requireAdmin(request)
  const fields = await formFields(request)
  return keepFormOnFailure(fields, startFailure, async () => {
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

export const clientAction = keepPageOnFailure(startFailure, {
  actsAgain: true,
})

/** The work that waits for an admin, oldest first. */
export default function Work() {
  const { groups, messages, requests, mails, questions, failed, isMailConnected, holder, reader } =
    useLoaderData<typeof loader>()
  const formResult = useActionData<FormResult>()
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
      <WorkCounts
        groups={waiting}
        questions={questions}
        messages={messages}
        requests={requests}
        mails={mails}
        isMailConnected={isMailConnected}
      />
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
            title={listTitles[group.act]}
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
            {group.act === (formResult?.values.list ?? 'run') ? (
              <ActionAlert formResult={formResult} />
            ) : null}
            <WaitingTable group={group} reader={reader} from={from} />
          </Card>
        ))}
        <AskedQuestions {...questions} from={from} />
      </div>
      <p className="link-row">
        <Link to="/admin/underwriting/batches">Batch runs</Link>
      </p>
    </AdminPage>
  )
}
