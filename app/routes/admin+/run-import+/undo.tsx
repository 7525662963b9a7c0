import {
  json,
  redirect,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { firstChanges, previewUndo, type ImportedChange } from '~/domain/imports/preview.server'
import { listRuns } from '~/domain/imports/runs.server'
import { findUndoable, listLaterChanges } from '~/domain/imports/undo.server'
import { findNames } from '~/domain/quotes/quotes.server'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { notFoundPage } from '~/http/problem.server'
import { requireAdmin } from '~/http/session.server'
import { ConfirmPage } from '~/ui/confirmation'
import { DescriptionList } from '~/ui/description-list'
import { Notice } from '~/ui/notice'

import { laterChangeWords } from './index/change-words'
import { RowChanges } from './index/import-changes'
import styles from './index/import.css?url'
import { PreviewImpact } from './index/preview-impact'
import { changeCount } from './index/undo-import'

/** The maximum number of listed rows of each kind and table. */
const shownRows = 10

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export { shouldRevalidate } from '~/ui/keep-page'

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Undo an import', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const undoable = await findUndoable(db)
  if (!undoable) {
    const last = (await listRuns(db)).find(({ kind }) => kind !== 'preview')
    if (last?.kind === 'undo') return redirect(`/admin/run-import?run=${last.id}`)
    throw notFoundPage('There is no import that could be undone.')
  }
  const [later, changes, impact] = [
    await listLaterChanges(db, undoable),
    await firstChanges(db, undoable.runId, shownRows, { isCurrent: true }),
    await previewUndo(db, sandbox, undoable),
  ]
  const names = await findNames(db, impact?.rows.map(({ quoteId }) => quoteId) ?? [])
  return json({
    ...undoable,
    lost: laterChangeWords(later.changes, shownRows),
    anyway: later.hash,
    rows: changes.map(undoneChange),
    impact,
    names,
  })
}

/** Returns the change that undoes a change. */
function undoneChange({ cells, ...change }: ImportedChange): ImportedChange {
  return {
    ...change,
    cells: cells.map(({ label, before, after }) => ({ label, before: after, after: before })),
  }
}

/** The effect of an undo on a row that the import changed, added or removed. */
const undoWords = { changed: '', added: ' goes', removed: ' comes back' }

/** The confirmation page for undoing an import, with the later changes that would be lost, its rows, and the impact on prices. */
export default function UndoImport() {
  const { runId, tables, lost, anyway, rows, impact, names } = useLoaderData<typeof loader>()
  return (
    <ConfirmPage
      title={`Undo import ${runId}`}
      question={`Put back the rows from before import ${runId}? What it has imported goes.`}
      confirmLabel={lost.length > 0 ? 'Undo, and lose those changes' : 'Undo this import'}
      busyLabel="Undoing..."
      action="/admin/run-import"
      fields={{ intent: 'undo', run: runId, anyway }}
      back={{ to: '/admin/run-import', label: 'Database Import Tool' }}
    >
      {lost.length > 0 ? (
        <Notice tone="warning" title="Changed since the import">
          <p>Somebody has since changed rows of this import. These changes would be lost:</p>
          <ul>
            {lost.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
      <DescriptionList
        items={tables.map(({ title, changes }) => ({
          term: title,
          description: `${changeCount(changes)} taken back`,
        }))}
      />
      <RowChanges
        changes={rows}
        words={undoWords}
        total={tables.reduce((sum, { changes }) => sum + changes, 0)}
      />
      {impact ? (
        <PreviewImpact impact={impact} names={names} />
      ) : (
        <p>What it does to the prices of stored quotes is not known before.</p>
      )}
    </ConfirmPage>
  )
}
