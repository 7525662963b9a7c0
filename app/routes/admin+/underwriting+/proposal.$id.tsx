import {
  json,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'

import { engineMessages } from '~/content/engine'
import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import {
  findProposal,
  rejectProposal,
  releaseProposal,
  withdrawProposal,
  type ProposalDecision,
} from '~/domain/engine-versions/proposals.server'
import { proposalSubject } from '~/domain/impacts/subjects.server'
import { waitingChangeFailure } from '~/domain/releases/failures'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { env } from '~/env.server'
import { formFields, keepFormOnFailure, rejectForm, unknownIntent } from '~/http/forms.server'
import { initOfReason, notFoundPage, pageId } from '~/http/problem.server'
import { seeOther, seeOtherWithFlash } from '~/http/redirects.server'
import { requireAdmin } from '~/http/session.server'
import { AdminPage } from '~/ui/admin-frame'
import { Card } from '~/ui/card'
import { EnterButton } from '~/ui/enter-button'
import { ErrorSummary } from '~/ui/error-summary'
import { TextField } from '~/ui/field'
import { Form } from '~/ui/form'
import { formState, type FormResult } from '~/ui/form-result'
import { IntentButton } from '~/ui/intent-button'
import { IntentForm } from '~/ui/intent-form'
import { keepPageOnFailure } from '~/ui/keep-page'
import { Notice } from '~/ui/notice'

import styles from './parts/engine.css?url'
import { ProposalDifferences, ProposalFacts } from './parts/proposals'
import { startFromPage } from './parts/start-impact.server'

const missing = 'There is no such proposed version.'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Proposed version', matches) }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user } = await requireAdmin(request)
  const proposal = await findProposal(db, pageId(params.id, missing))
  if (!proposal) throw notFoundPage(missing)
  return json({ proposal, isOwn: proposal.author_id === user.id, releaseBy: env.RELEASE_BY })
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { user } = await requireAdmin(request)
  const id = pageId(params.id, missing)
  const fields = await formFields(request)
  const by = user.id
  return keepFormOnFailure(fields, waitingChangeFailure(fields.intent), async () => {
    switch (fields.intent) {
      case 'impact': {
        const started = await startFromPage(await proposalSubject(db, sandbox, id), by)
        if (started.ok) return seeOther(started.page)
        return rejectForm(fields, started.errors, { status: started.status, headers: started.headers })
      }
      case 'withdraw':
        return answer(fields, await withdrawProposal(db, id, { by }), engineMessages.withdrawn)
      case 'reject':
        return answer(fields, await rejectProposal(db, id, fields, { by }), engineMessages.rejected)
      case 'release':
        return answer(fields, await releaseProposal(db, sandbox, id, fields, { by }), engineMessages.released)
      default:
        throw unknownIntent()
    }
  })
}

function answer(fields: Record<string, unknown>, decision: ProposalDecision, message: string) {
  if (decision.ok)
    return seeOtherWithFlash('/admin/underwriting/code', { tone: 'success', message, duration: 10_000 })
  const whole = (text: string) => [{ path: '', message: text }]
  switch (decision.reason) {
    case 'invalid':
      return rejectForm(fields, decision.errors)
    case 'missing':
      throw notFoundPage(decision.message)
    case 'forbidden':
    case 'conflict':
    case 'busy':
      return rejectForm(fields, whole(decision.message), initOfReason(decision.reason))
    case 'refused':
      return rejectForm(fields, whole(`The version cannot be released: ${decision.fault.message}`))
  }
}

export { shouldRevalidate } from '~/ui/keep-page'

export const clientAction = keepPageOnFailure(waitingChangeFailure, { actsAgain: true })

export default function ProposedVersion() {
  const { proposal, isOwn, releaseBy } = useLoaderData<typeof loader>()
  const formResult = useActionData<typeof action>()
  const { state, decision_note: words, id, filename, releaseId } = proposal
  return (
    <AdminPage
      title="Proposed version"
      tool={null}
      breadcrumbs={[{ label: 'Underwriting Engine', to: '/admin/underwriting' }]}
    >
      <ErrorSummary errors={formResult?.errors} />
      <Card title={filename}>
        <ProposalFacts proposal={state === 'proposed' ? proposal : { ...proposal, isStale: false }} />
        {state !== 'proposed' ? (
          <Notice tone="info" title={`It was ${state}.`}>
            {words ? <p>{words}</p> : null}
          </Notice>
        ) : releaseId !== null ? (
          <Notice tone="info">
            <p>
              It is part of release {releaseId}, which is scheduled. Cancel that under{' '}
              <Link to="/admin/underwriting/releases">Releases</Link> to decide on it here.
            </p>
          </Notice>
        ) : isOwn ? (
          <>
            {releaseBy === 'two' ? (
              <p>You proposed this version. Another admin must release or reject it.</p>
            ) : (
              <p>
                You proposed this version. Release it under{' '}
                <Link to="/admin/underwriting/releases">Releases</Link>, alone or with changes.
              </p>
            )}
            <IntentForm
              action={`/admin/underwriting/proposal/${id}`}
              intent="withdraw"
              busyLabel="Withdrawing..."
            >
              Withdraw this version
            </IntentForm>
          </>
        ) : (
          <DecisionForm id={id} formResult={formResult} />
        )}
      </Card>
      {state === 'proposed' ? (
        <Card title="Differences from the version in use">
          <ProposalDifferences proposal={proposal} />
          <IntentForm action={`/admin/underwriting/proposal/${id}`} intent="impact" busyLabel="Starting...">
            Run over all quotes
          </IntentForm>
        </Card>
      ) : null}
    </AdminPage>
  )
}

function DecisionForm({ id, formResult }: { id: number; formResult: FormResult | undefined }) {
  const { field } = formState(formResult)
  return (
    <Form
      method="post"
      action={`/admin/underwriting/proposal/${id}`}
      draft={`/admin/underwriting/proposal/${id} Decision on an engine version`}
      formResult={formResult}
      noValidate
    >
      <EnterButton />
      <TextField
        label="Reason"
        hint="A rejection needs one. A release needs one where a rule of fairness is not kept."
        maxLength={500}
        {...field('decision_note')}
      />
      <div className="button-row">
        <IntentButton intent="release" busyLabel="Releasing...">
          Release this version
        </IntentButton>
        <IntentButton intent="reject" variant="danger" busyLabel="Rejecting...">
          Reject this version
        </IntentButton>
      </div>
    </Form>
  )
}
