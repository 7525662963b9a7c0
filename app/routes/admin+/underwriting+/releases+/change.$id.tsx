import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { adminTime } from '~/domain/formats'
import { changeSubject } from '~/domain/impacts/subjects.server'
import { findChange } from '~/domain/releases/change-views.server'
import { rejectChange, withdrawChange, type ChangeDecision } from '~/domain/releases/changes.server'
import { waitingChangeFailure } from '~/domain/releases/failures'
import { env } from '~/env.server'
import { formFields, keepFormOnFailure, rejectForm, unknownIntent } from '~/http/forms.server'
import { notFoundPage, pageId } from '~/http/problem.server'
import { seeOther, seeOtherWithFlash } from '~/http/redirects.server'
import { requireAdmin } from '~/http/session.server'
import { AdminPage } from '~/ui/admin-frame'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import { EnterButton } from '~/ui/enter-button'
import { ErrorSummary } from '~/ui/error-summary'
import { TextField } from '~/ui/field'
import { Form } from '~/ui/form'
import { formState, type FormResult } from '~/ui/form-result'
import { IntentButton } from '~/ui/intent-button'
import { IntentForm } from '~/ui/intent-form'
import { keepPageOnFailure } from '~/ui/keep-page'
import { Notice } from '~/ui/notice'
import { Unset } from '~/ui/unset'

import { startFromPage } from '../parts/start-impact.server'
import { ChangeFields, changePage, changeTitle } from './parts/change-words'
import { ReleaseFields } from './parts/release-fields'
import { rejectRelease, releaseFromPage, releasesPage, success } from './parts/release.server'
import { WithdrawButton, WithdrawPage } from './parts/withdraw-button'

const missing = 'There is no such change.'

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Change to release', matches) }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user } = await requireAdmin(request)
  const change = await findChange(db, pageId(params.id, missing))
  if (!change) throw notFoundPage(missing)
  return json({
    change,
    isOwn: change.author_id === user.id,
    isWithdrawing: new URL(request.url).searchParams.get('ask') === 'withdraw',
    releaseBy: env.RELEASE_BY,
    now: new Date(),
  })
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { user } = await requireAdmin(request)
  const id = pageId(params.id, missing)
  const fields = await formFields(request)
  const by = user.id
  return keepFormOnFailure(fields, waitingChangeFailure(fields.intent), async () => {
    switch (fields.intent) {
      case 'impact': {
        const started = await startFromPage(await changeSubject(db, id), by)
        if (started.ok) return seeOther(started.page)
        return rejectForm(fields, started.errors, { status: started.status, headers: started.headers })
      }
      case 'withdraw':
        return answer(fields, await withdrawChange(db, id, { by }), `Change ${id} was withdrawn.`, {
          failed: true,
          final: true,
        })
      case 'reject':
        return answer(fields, await rejectChange(db, id, fields, { by }), `Change ${id} was rejected.`)
      case 'release':
        return releaseFromPage(fields, { changeIds: [id], versionId: null }, by)
      default:
        throw unknownIntent()
    }
  })
}

/** `failed` keeps the page with the dialog of a failed withdrawal, `final` leaves its button out. */
async function answer(
  fields: Record<string, unknown>,
  decision: ChangeDecision,
  message: string,
  more: Pick<FormResult, 'failed' | 'final'> = {},
) {
  return decision.ok
    ? seeOtherWithFlash(releasesPage, success(message))
    : rejectRelease(fields, decision, more)
}

export { shouldRevalidate } from '~/ui/keep-page'

export const clientAction = keepPageOnFailure(waitingChangeFailure, { actsAgain: true })

export default function ChangeToRelease() {
  const { change, isOwn, isWithdrawing, releaseBy, now } = useLoaderData<typeof loader>()
  const formResult = useActionData<typeof action>()
  const { id, author, created_at, note, state, release_id } = change
  const isWaiting = state === 'proposed' && release_id === null
  if (isWaiting && isOwn && isWithdrawing) return <WithdrawPage id={id} title={changeTitle(change)} />
  return (
    <AdminPage
      title={changeTitle(change)}
      breadcrumbs={[
        { label: 'Underwriting Engine', to: '/admin/underwriting' },
        { label: 'Releases', to: releasesHome },
      ]}
    >
      <ErrorSummary errors={formResult?.errors} />
      <Card title={`Change ${id}`}>
        <DescriptionList
          items={[
            { term: 'Author', description: author ?? 'A deleted account' },
            { term: 'Proposed', description: `${adminTime(created_at)} UTC` },
            { term: 'Note', description: note ?? <Unset /> },
          ]}
        />
        <Outcome change={change} />
        <ChangeFields change={change} />
        {state === 'proposed' ? (
          <IntentForm action={changePage(id)} intent="impact" busyLabel="Starting...">
            Run over all quotes
          </IntentForm>
        ) : null}
      </Card>
      {isWaiting ? (
        <Card title="Decide">
          <p className="hint">
            To release it together with other changes or a version, choose them under{' '}
            <Link to={releasesHome}>Releases</Link>.
          </p>
          {isOwn && releaseBy === 'two' ? (
            <p>You proposed this change. Another admin must release or reject it.</p>
          ) : isOwn && change.obstacle !== null ? null : (
            <DecisionForm
              id={id}
              now={now}
              mayReject={!isOwn}
              mayRelease={change.obstacle === null}
              formResult={formResult}
            />
          )}
          {isOwn ? (
            <div className="after-form">
              <WithdrawButton id={id} title={changeTitle(change)} />
            </div>
          ) : null}
        </Card>
      ) : null}
    </AdminPage>
  )
}

const releasesHome = '/admin/underwriting/releases'

type Decided = {
  state: string
  release_id: number | null
  decider: string | null
  decided_at: string | null
  decision_note: string | null
}

/** The decision on a change, or the release in which it waits. */
function Outcome({ change }: { change: Decided }) {
  const { state, release_id, decider, decided_at, decision_note } = change
  if (state === 'proposed')
    return release_id === null ? null : (
      <Notice tone="info">
        <p>
          It is part of release {release_id}, which is scheduled. Cancel that under{' '}
          <Link to={releasesHome}>Releases</Link> to decide on it here.
        </p>
      </Notice>
    )
  const when = decided_at === null ? '' : ` on ${adminTime(decided_at)} UTC`
  return (
    <Notice tone="info" title={`It was ${state} by ${decider ?? 'a deleted account'}${when}.`}>
      {decision_note ? <p>{decision_note}</p> : null}
    </Notice>
  )
}

type DecisionFormProps = {
  id: number
  now: string
  mayRelease: boolean
  mayReject: boolean
  formResult: FormResult | undefined
}

function DecisionForm({ id, now, mayRelease, mayReject, formResult }: DecisionFormProps) {
  const { field } = formState(formResult)
  return (
    <Form
      method="post"
      action={changePage(id)}
      className="form"
      draft={`${changePage(id)} Decision on change ${id}`}
      formResult={formResult}
      noValidate
    >
      <EnterButton />
      {mayRelease ? (
        <ReleaseFields
          field={field}
          now={now}
          hint={mayReject ? 'Why it is released, or why it is rejected.' : undefined}
        />
      ) : (
        <TextField label="Reason" required maxLength={500} {...field('note')} />
      )}
      <div className="button-row">
        {mayRelease ? (
          <IntentButton intent="release" busyLabel="Releasing...">
            Release this change
          </IntentButton>
        ) : null}
        {mayReject ? (
          <IntentButton intent="reject" variant="danger" busyLabel="Rejecting...">
            Reject this change
          </IntentButton>
        ) : null}
      </div>
    </Form>
  )
}
