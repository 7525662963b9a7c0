import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { importedCollections } from '~/domain/configuration/collections'
import { findProgress, findRun, listRuns } from '~/domain/reference-data/runs.server'
import { findUndoable } from '~/domain/reference-data/undo.server'
import { actOnImport, readImportForm } from '~/http/import-desk.server'
import { notFoundPage } from '~/http/not-found.server'
import { requireAdmin } from '~/http/session.server'
import { AdminPage } from '~/ui/admin-frame'
import { ImportForm } from '~/ui/import-form'
import { ImportRuns } from '~/ui/import-runs'
import { RunReport } from '~/ui/run-report'
import { UndoImport } from '~/ui/undo-import'

/** For so long after its end a run is news, in milliseconds. */
const fresh = 60_000

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Database Import Tool', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const wanted = new URL(request.url).searchParams.get('run')
  const [run, runs, undoable, progress] = await Promise.all([
    wanted !== null && /^[1-9]\d{0,8}$/.test(wanted) ? findRun(db, Number(wanted)) : null,
    listRuns(db),
    findUndoable(db),
    findProgress(db),
  ])
  if (wanted !== null && !run) throw notFoundPage('This import does not exist.')
  const isNew = run?.finished_at !== null && Date.now() - Number(run?.finished_at ?? 0) < fresh
  return json({ run, isNew, runs, undoable, progress })
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

export default function RunImport() {
  const { run, isNew, runs, undoable, progress } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>() ?? null
  const files = importedCollections.map(({ slug, title, file }) => ({ slug, title, file }))
  return (
    <AdminPage
      title="Database Import Tool"
      breadcrumbs={[{ to: '/admin/underwriting', label: 'Underwriting engine' }]}
    >
      {run ? <RunReport key={run.id} run={run} isNew={isNew} tables={files} /> : null}
      <ImportForm files={files} refused={refused} progress={progress} />
      {undoable ? <UndoImport undoable={undoable} /> : null}
      <ImportRuns runs={runs} current={run?.id ?? null} under={progress?.run ?? null} />
    </AdminPage>
  )
}
