import { randomUUID } from 'node:crypto'
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
import { parseId } from '~/domain/ids'
import { importFailure } from '~/domain/reference-data/failures'
import { bundledSources } from '~/domain/reference-data/run-import.server'
import { findProgress, findRun, listRuns, type Run } from '~/domain/reference-data/runs.server'
import { findStagedRun, listStaged, stagedFor } from '~/domain/reference-data/staging.server'
import { findUndoable } from '~/domain/reference-data/undo.server'
import { actOnImport, readImportForm } from '~/http/import-desk.server'
import { notFoundPage } from '~/http/not-found.server'
import { requireAdmin } from '~/http/session.server'
import { AdminPage } from '~/ui/admin-frame'
import { keepPageOnFailure } from '~/ui/keep-page'
import { Notice } from '~/ui/notice'

import { CheckedFiles } from './checked-files'
import { ImportForm } from './import-form'
import { RunUnderWay } from './import-progress'
import { ImportRuns } from './import-runs'
import { RunReport } from './run-report'
import { UndoImport } from './undo-import'
import styles from './import.css?url'

/** For so long after its end a run is news, in milliseconds. */
const fresh = 60_000

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Database Import Tool', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireAdmin(request)
  const wanted = new URL(request.url).searchParams.get('run')
  const id = parseId(wanted)
  const [run, runs, undoable, progress, staged] = await Promise.all([
    id === null ? null : findRun(db, id),
    listRuns(db),
    findUndoable(db),
    findProgress(db),
    findStagedRun(db, user.id),
  ])
  if (wanted !== null && !run) throw notFoundPage('This import does not exist.')
  const isNew = run?.finished_at !== null && Date.now() - Number(run?.finished_at ?? 0) < fresh
  const files = bundledSources().map(({ collection: { slug, title }, label: file, size }) => ({
    slug,
    title,
    file,
    size,
  }))
  const checked = run?.kind === 'preview' && run.user_id === user.id ? await checkedBy(run) : null
  return json({ run, isNew, runs, undoable, progress, staged, checked, files, key: randomUUID() })
}

/** What a preview has checked and nobody has imported yet. */
async function checkedBy({ id, summary }: Run) {
  const staged = await listStaged(db, id)
  const [first] = staged
  if (!first || !summary) return null
  const resultOf = (title: string) => summary.results.find(({ table }) => table === title)
  return {
    preview: id,
    until: new Date(first.stagedAt.getTime() + stagedFor),
    files: staged.map(({ collection: { title }, source, size, rows }) => ({
      table: title,
      source,
      size,
      rows,
      changes: resultOf(title)?.preview ?? null,
    })),
    left: summary.results.filter(({ success }) => !success).map(({ table }) => table),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const { user } = await requireAdmin(request)
  const form = await readImportForm(request)
  try {
    return await actOnImport(form, user.id)
  } finally {
    await form.close()
  }
}

export { shouldRevalidate } from '~/ui/keep-page'

export const clientAction = keepPageOnFailure(importFailure, { actsAgain: true })

export default function RunImport() {
  const { run, isNew, runs, undoable, progress, staged, checked, files, key } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>() ?? null
  const ofChecked = refused?.values.intent === 'import-checked'
  return (
    <AdminPage
      title="Database Import Tool"
      breadcrumbs={[{ to: '/admin/underwriting', label: 'Underwriting Engine' }]}
    >
      {progress ? <RunUnderWay key={progress.run} progress={progress} /> : null}
      {run && run.id !== progress?.run ? (
        <RunReport key={run.id} run={run} isNew={isNew} tables={files}>
          {checked ? (
            <CheckedFiles {...checked} idempotencyKey={key} refused={ofChecked ? refused : null} />
          ) : null}
        </RunReport>
      ) : null}
      {staged !== null && staged !== run?.id ? (
        <Notice tone="info" title="Files that you have checked wait to be imported">
          <p>
            <Link to={`/admin/run-import?run=${staged}`}>See what preview {staged} would change</Link>, and
            import it.
          </p>
        </Notice>
      ) : null}
      <ImportForm
        files={files}
        refused={ofChecked ? null : refused}
        progress={progress}
        idempotencyKey={key}
      />
      {undoable ? <UndoImport undoable={undoable} /> : null}
      <ImportRuns runs={runs} current={run?.id ?? null} under={progress?.run ?? null} />
    </AdminPage>
  )
}
