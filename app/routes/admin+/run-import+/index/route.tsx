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
import { importedCollections } from '~/domain/configuration/collections'
import { parseId } from '~/domain/ids'
import { bundledSources } from '~/domain/imports/bundled-files.server'
import { importFailure } from '~/domain/imports/failures'
import { listChecked, listReserved, stagedFor } from '~/domain/imports/imports.server'
import { maxMegabytes, tooLargeFiles } from '~/domain/imports/limits'
import { firstChanges } from '~/domain/imports/preview.server'
import { findProgress, findRun, findStagedPreview, listRuns, type Run } from '~/domain/imports/runs.server'
import { findUndoable, listChangedTables } from '~/domain/imports/undo.server'
import { findNames } from '~/domain/quotes/quotes.server'
import { countOutdated } from '~/domain/work/work.server'
import { env } from '~/env.server'
import { importFiles } from '~/http/body.server'
import { formFields, unknownIntent } from '~/http/forms.server'
import { notFoundPage } from '~/http/problem.server'
import { requireAdmin } from '~/http/session.server'
import { AdminPage } from '~/ui/admin-frame'
import { undoIsSafe } from '~/ui/confirmation'
import { keepPageOnFailure } from '~/ui/keep-page'
import { Notice } from '~/ui/notice'

import { importFromPage, undoFromPage } from './actions.server'
import { changesNothing } from './change-words'
import { CheckedFiles } from './checked-files'
import { ImportChanges } from './import-changes'
import { ImportForm } from './import-form'
import { RunUnderWay } from './import-progress'
import { ImportRuns, LastRun } from './import-runs'
import { RunReport } from './run-report'
import { UndoImport } from './undo-import'
import styles from './import.css?url'

/** The maximum number of listed rows of each kind and table in the outcome of an import. */
const shownChanges = 5

/** How long after its end a run counts as new, in milliseconds. */
const fresh = 60_000

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Database Import Tool', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireAdmin(request)
  const param = new URL(request.url).searchParams.get('run')
  const id = parseId(param)
  const [run, runs, undoable, progress, staged] = await Promise.all([
    id === null ? null : findRun(db, id),
    listRuns(db),
    findUndoable(db),
    findProgress(db),
    findWaiting(user.id),
  ])
  if (param !== null && !run) throw notFoundPage('This import does not exist.')
  const isNew = run?.finished_at !== null && Date.now() - Number(run?.finished_at ?? 0) < fresh
  const files = bundledSources().map(({ collection: { slug, title }, label: file, size }) => ({
    slug,
    title,
    file,
    size,
  }))
  const isPreview = run?.kind === 'preview'
  const checked = isPreview ? await checkedFiles(run, user.id) : null
  const reserved = isPreview ? await listReserved(db, run.id, user.id, env.RELEASE_BY) : []
  const releaseBy = env.RELEASE_BY
  const isLast = run?.kind === 'import' && undoable?.runId === run.id
  const [changes, outdated] = isLast
    ? await Promise.all([firstChanges(db, run.id, shownChanges), countOutdated(db)])
    : [[], 0]
  const changedTables = undoable ? await listChangedTables(db, undoable) : []
  const names = await findNames(db, run?.summary?.impact?.rows.map(({ quoteId }) => quoteId) ?? [])
  return json({
    changes,
    outdated,
    names,
    run,
    isNew,
    runs,
    undoable,
    changedTables,
    progress,
    staged,
    checked,
    reserved,
    files,
    releaseBy,
    key: randomUUID(),
  })
}

/** Returns the newest preview that is not imported yet and would change something. */
async function findWaiting(userId: number) {
  const id = await findStagedPreview(db, env.RELEASE_BY === 'two' ? null : userId)
  const summary = id === null ? null : (await findRun(db, id))?.summary
  return summary && !changesNothing(summary) ? id : null
}

/** Previewed files that are not imported yet. */
async function checkedFiles({ id, created_at, summary }: Run, userId: number) {
  const files = await listChecked(db, id, userId, env.RELEASE_BY)
  if (files.length === 0 || !summary) return null
  return {
    preview: id,
    until: new Date(created_at.getTime() + stagedFor),
    files: files.map(({ collection: { title }, source, size, rows, leftOut, preview }) => ({
      table: title,
      source,
      size,
      rows,
      leftOut,
      changes: preview ?? null,
    })),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const { user } = await requireAdmin(request)
  const fields = await formFields(request, { files: importFiles })
  switch (fields.intent) {
    case 'preview':
    case 'import':
    case 'import-checked':
    case 'import-good-rows':
      return importFromPage(fields, user.id)
    case 'undo':
      return undoFromPage(fields, user.id)
    default:
      throw unknownIntent()
  }
}

export { shouldRevalidate } from '~/ui/keep-page'

const tooLarge = { bytes: maxMegabytes * 1024 * 1024, message: tooLargeFiles }

export const clientAction = keepPageOnFailure(importFailure, {
  actsAgain: true,
  adviceOf: ({ intent }) => (intent === 'undo' ? undoIsSafe : undefined),
  files: Object.fromEntries(importedCollections.map(({ slug }) => [slug, tooLarge])),
})

export default function RunImport() {
  const data = useLoaderData<typeof loader>()
  const {
    run,
    isNew,
    runs,
    undoable,
    changedTables,
    progress,
    staged,
    checked,
    reserved,
    files,
    key,
    changes,
    outdated,
    names,
  } = data
  const formResult = useActionData<typeof action>() ?? null
  const hasUndo = undoable !== null && undoable.tables.some(({ changes }) => changes > 0)
  const ofChecked = formResult?.values.preview !== undefined
  const [last] = runs
  return (
    <AdminPage
      title="Database Import Tool"
      breadcrumbs={[{ to: '/admin/underwriting', label: 'Underwriting Engine' }]}
    >
      {progress ? <RunUnderWay key={progress.run} progress={progress} /> : null}
      {run && run.id !== progress?.run ? (
        <RunReport key={run.id} run={run} isNew={isNew} tables={files} names={names}>
          <ImportChanges
            changes={changes}
            total={undoable?.tables.reduce((sum, { changes }) => sum + changes, 0) ?? 0}
            outdated={outdated}
          />
          <Reserved titles={reserved} />
          {checked ? (
            <CheckedFiles {...checked} idempotencyKey={key} formResult={ofChecked ? formResult : null} />
          ) : null}
        </RunReport>
      ) : null}
      {last && !run && !progress ? <LastRun run={last} /> : null}
      {staged !== null && staged !== run?.id ? (
        <Notice
          tone="info"
          title={
            data.releaseBy === 'two'
              ? 'Checked files wait to be imported'
              : 'Files that you have checked wait to be imported'
          }
        >
          <p>
            <Link to={`/admin/run-import?run=${staged}`}>See what preview {staged} would change</Link>, and
            import it.
          </p>
        </Notice>
      ) : null}
      {hasUndo && undoable.runId === run?.id ? (
        <UndoImport undoable={undoable} changed={changedTables} />
      ) : null}
      <ImportForm
        files={files}
        formResult={ofChecked ? null : formResult}
        progress={progress}
        idempotencyKey={key}
      />
      {hasUndo && undoable.runId !== run?.id ? (
        <UndoImport undoable={undoable} changed={changedTables} />
      ) : null}
      <ImportRuns runs={runs} current={run?.id ?? null} under={progress?.run ?? null} />
    </AdminPage>
  )
}

/** Explains which tables of a preview another admin must import. */
function Reserved({ titles }: { titles: readonly string[] }) {
  if (titles.length === 0) return null
  return (
    <Notice tone="info" title="Another admin must import a part of it">
      <p>{`You chose the files of ${titles.join(', ')}. Another admin can open this page, see what changes, and import them.`}</p>
    </Notice>
  )
}
