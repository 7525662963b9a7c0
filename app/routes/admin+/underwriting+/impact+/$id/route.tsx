import {
  json,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { adminTime } from '~/domain/formats'
import { cancelImpact, findImpact } from '~/domain/impacts/impacts.server'
import { formFields, keepFormOnFailure, unknownIntent } from '~/http/forms.server'
import { notFoundPage, pageId } from '~/http/problem.server'
import { seeOtherWithFlash } from '~/http/redirects.server'
import { requireAdmin } from '~/http/session.server'
import { startBatchFromPage } from '~/http/start-batch.server'
import { ActionAlert } from '~/ui/action-alert'
import { ButtonLink } from '~/ui/button'
import { AdminPage } from '~/ui/admin-frame'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import type { FormResult } from '~/ui/form-result'
import { IntentForm } from '~/ui/intent-form'
import { keepPageOnFailure } from '~/ui/keep-page'
import { Notice } from '~/ui/notice'
import { Table } from '~/ui/table'

import { subjectLink, subjectPage, subjectText } from '../../parts/impact-subject'
import { RunEnd, RunProgress } from '../../parts/run-progress'
import { statusNames } from '../../parts/run-status'
import { ImpactResult, type Run } from './impact-result'
import styles from './impact.css?url'
import { totalsText } from './totals-card'

const missing = 'There is no such run.'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Impact on all quotes', matches) }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const run = await findImpact(db, pageId(params.id, missing))
  if (!run) throw notFoundPage(missing)
  return json({ run })
}

function failureOf(intent: unknown) {
  return intent === 'run-again' ? 'The run could not be started.' : 'The run could not be cancelled.'
}

/** Runs the active engine on the quotes of the run, or cancels the run. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { user } = await requireAdmin(request)
  const id = pageId(params.id, missing)
  const fields = await formFields(request)
  return keepFormOnFailure(fields, failureOf(fields.intent), async () => {
    const { intent } = fields
    if (intent === 'run-again') {
      const run = await findImpact(db, id)
      const named = [...(run?.result?.changedDecisions ?? []), ...(run?.result?.movers ?? [])]
      const quotes = named.map(({ quote_submission_id }) => quote_submission_id)
      return startBatchFromPage(quotes, user.id, `/admin/underwriting/impact/${id}`)
    }
    if (intent !== 'cancel') throw unknownIntent()
    const cancelled = await cancelImpact(db, { by: user.id, id })
    return seeOtherWithFlash(
      `/admin/underwriting/impact/${id}`,
      cancelled
        ? { tone: 'success', message: `Run ${id} is cancelled.` }
        : { tone: 'info', message: 'This run is not under way any more.' },
    )
  })
}

export { shouldRevalidate } from '~/ui/keep-page'

export const clientAction = keepPageOnFailure(failureOf, { actsAgain: true })

export default function ImpactRun() {
  const { run } = useLoaderData<typeof loader>()
  const failure = useActionData<FormResult>()
  const ofRunAgain = failure?.values.intent === 'run-again'
  const page = `/admin/underwriting/impact/${run.id}`
  return (
    <AdminPage
      title={`Impact on all quotes, run ${run.id}`}
      breadcrumbs={[
        { label: 'Underwriting Engine', to: '/admin/underwriting' },
        { label: 'Impact on all quotes', to: '/admin/underwriting/impact' },
      ]}
    >
      <RunEnd running={run.status === 'running'} message={`Run ${run.id}: ${statusNames[run.status]}.`} />
      {run.status === 'running' ? (
        <RunProgress
          key={run.id}
          progress={{ run: run.id, share: run.share }}
          name="Run"
          unit="of all quotes"
          page={page}
          action={page}
          failure={ofRunAgain ? undefined : failure}
          call="/api/admin/underwriting/impact-progress"
        />
      ) : null}
      {run.result ? <p className="impact-answer">{totalsText(run.result)}</p> : null}
      <SubjectCard run={run} />
      <ActionAlert formResult={ofRunAgain ? failure : undefined} />
      <div className="button-row impact-acts">
        <ButtonLink to={subjectPage(run)} variant={run.result ? 'primary' : 'secondary'}>
          {subjectLink(run.subject)}
        </ButtonLink>
        {run.result && run.result.movers.length + run.result.changedDecisions.length > 0 ? (
          <>
            <IntentForm action={page} intent="run-again" busyLabel="Starting...">
              Run these quotes again
            </IntentForm>
            <p className="hint">Run them once the change is in use: results stay as they are until then.</p>
          </>
        ) : null}
      </div>
      {run.result ? <ImpactResult result={run.result} /> : null}
    </AdminPage>
  )
}

/** The subject and the author of the run, and why there is no result. */
function SubjectCard({ run }: { run: Run }) {
  const { id, status, failure, subject, created_at, username } = run
  return (
    <Card title="What is compared">
      {status === 'failed' || status === 'cancelled' ? (
        <Notice tone={status === 'failed' ? 'danger' : 'info'} title={statusNames[status]}>
          <p>{failure ?? 'It has no figures.'}</p>
        </Notice>
      ) : null}
      <DescriptionList
        items={[
          { term: 'Change', description: <Link to={subjectPage(run)}>{subjectText(subject)}</Link> },
          { term: 'Version in use', description: subject.base },
          {
            term: 'Started',
            description: `${adminTime(created_at)} UTC, by ${username ?? 'a deleted account'}`,
          },
        ]}
      />
      {subject.kind === 'record' && subject.changes.length > 0 ? (
        <Table
          caption={`${subject.action === 'create' ? 'Values' : 'Changed values'} of ${subject.name}`}
          captionHidden
          dense
          rows={subject.changes}
          rowKey={({ label }) => `${id} ${label}`}
          columns={[
            { header: 'Column', rowHeader: true, cell: ({ label }) => label },
            ...(subject.action === 'create' ? [] : [{ header: 'In use', cell: beforeOf }]),
            { header: 'After', cell: ({ after }) => after },
          ]}
        />
      ) : null}
    </Card>
  )
}

const beforeOf = ({ before }: { before: string }) => before
