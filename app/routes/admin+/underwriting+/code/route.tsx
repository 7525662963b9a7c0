import {
  json,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useActionData, useLoaderData, useLocation } from '@remix-run/react'

import { engineMessages } from '~/content/engine'
import { pageTitle } from '~/content/titles'
import { isKeyOf } from '~/domain/is-key-of'
import { formFields, keepFormOnFailure, unknownIntent } from '~/http/forms.server'
import { notFoundPage } from '~/http/problem.server'
import { requireAdmin } from '~/http/session.server'
import { AdminPage } from '~/ui/admin-frame'
import { ErrorSummary } from '~/ui/error-summary'
import { keepPageOnFailure } from '~/ui/keep-page'
import { Notice } from '~/ui/notice'

import { Tabs } from '../../parts/tabs'
import engineStyles from '../parts/engine.css?url'
import { FailingCases } from '../parts/failing-cases'
import { Proposals } from '../parts/proposals'
import {
  cancelDraft,
  requireEditor,
  restore,
  runDraft,
  saveDraft,
  saveVersion,
  tryDraft,
} from './actions.server'
import styles from './code.css?url'
import { EngineBackups } from './engine-backups'
import { EngineEditor, EngineReader, type DraftAnswer } from './engine-editor'
import { loadBackups, loadCode, orLoadError } from './load.server'

const path = '/admin/underwriting/code'

export const links: LinksFunction = () => [engineStyles, styles].map((href) => ({ rel: 'stylesheet', href }))

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Underwriting engine code', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireAdmin(request)
  const search = new URL(request.url).searchParams
  if (search.get('tab') === 'backups') {
    const load = () => loadBackups(search)
    const { loaded, loadError } = await orLoadError('code backups', 'Failed to fetch code backups', load)
    const confirming = search.get('confirm') === 'yes'
    return json(
      { tab: 'backups' as const, loaded, loadError, confirming },
      { status: loadError ? 503 : loaded?.missing ? 404 : 200 },
    )
  }
  const { loaded, loadError } = await orLoadError(
    'underwriting engine code',
    'Failed to fetch underwriting engine code',
    () => loadCode(user.id),
  )
  if (!loaded && !loadError) throw notFoundPage('No underwriting engine is active.')
  const editing = search.get('edit') === 'yes'
  return json({ tab: 'code' as const, loaded, loadError, editing }, { status: loadError ? 503 : 200 })
}

const failures = {
  draft: 'Failed to save the draft',
  cancel: 'Failed to give up the draft',
  impact: 'The code could not be tried',
  restore: 'Failed to restore backup',
}

function failureOf(intent: unknown) {
  if (intent === 'run') return engineMessages.runFailed
  return `${isKeyOf(failures, intent) ? failures[intent] : 'Failed to update code'}: The server could not be reached. Please try again.`
}

export async function action({ request }: ActionFunctionArgs) {
  const { user } = await requireEditor(request)
  const fields = await formFields(request)
  return keepFormOnFailure(fields, failureOf(fields.intent), async () => {
    switch (fields.intent) {
      case 'draft':
        return saveDraft(fields, user.id)
      case 'cancel':
        return cancelDraft(user.id)
      case 'restore':
        return restore(fields, user.id)
      case 'impact':
        return tryDraft(fields)
      case 'run':
        return runDraft(fields, user.id)
      case 'save':
      case 'propose':
      case undefined:
        return saveVersion(fields, user.id)
      default:
        throw unknownIntent()
    }
  })
}

export { shouldRevalidate } from '~/ui/keep-page'

export const clientAction = keepPageOnFailure(failureOf, { actsAgain: true })

export default function EngineCode() {
  const data = useLoaderData<typeof loader>()
  const answer: DraftAnswer | undefined = useActionData<typeof action>()
  const isEditorAnswer = answer?.values.code !== undefined
  return (
    <AdminPage title="Underwriting engine code" tool="Code">
      <Tabs
        inner
        label="Underwriting engine code"
        tabs={[
          { label: 'Code Editor', to: path, current: data.tab === 'code' },
          { label: 'Backups', to: `${path}?tab=backups`, current: data.tab === 'backups' },
        ]}
      />
      <Proposals proposals={data.loaded?.proposals ?? []} />
      {data.loadError ? <LoadError message={data.loadError} /> : null}
      {data.tab === 'code' && data.loaded ? (
        data.editing || isEditorAnswer ? (
          <EngineEditor {...data.loaded} answer={answer} />
        ) : (
          <EngineReader key={data.loaded.engine.hash} {...data.loaded} />
        )
      ) : null}
      {data.tab === 'backups' && data.loaded ? (
        <>
          <ErrorSummary errors={answer?.errors} />
          {answer?.cases ? <FailingCases cases={answer.cases} /> : null}
          {data.loaded.missing ? <LoadError message="Failed to fetch backup: Backup not found" /> : null}
          <EngineBackups {...data.loaded} confirming={data.confirming} />
        </>
      ) : null}
      <Proposals proposals={data.loaded?.proposals ?? []} outdated />
    </AdminPage>
  )
}

function LoadError({ message }: { message: string }) {
  const { pathname, search } = useLocation()
  return (
    <Notice tone="danger">
      <p role="alert">{message}</p>
      <p>
        <a className="button button-secondary" href={pathname + search}>
          Retry
        </a>
      </p>
    </Notice>
  )
}
