import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { findUndoable } from '~/domain/imports/undo.server'
import { notFoundPage } from '~/http/problem.server'
import { requireAdmin } from '~/http/session.server'
import { ConfirmPage } from '~/ui/confirmation'
import { DescriptionList } from '~/ui/description-list'
import { Notice } from '~/ui/notice'

import { changeCount, undoQuestion } from './index/undo-import'

export { shouldRevalidate } from '~/ui/keep-page'

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Undo an import', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const undoable = await findUndoable(db)
  if (!undoable) throw notFoundPage('There is no import that could be undone.')
  return json(undoable)
}

/** The confirmation page for undoing an import, with the tables that were changed since. */
export default function UndoImport() {
  const { runId, tables } = useLoaderData<typeof loader>()
  const changed = tables.filter((table) => table.changed)
  return (
    <ConfirmPage
      title={`Undo import ${runId}`}
      question={undoQuestion(runId)}
      confirmLabel={changed.length > 0 ? 'Undo, and lose those changes' : 'Undo this import'}
      busyLabel="Undoing..."
      action="/admin/run-import"
      fields={{ intent: 'undo', run: runId, anyway: changed.map(({ table }) => table).join() }}
      back={{ to: '/admin/run-import', label: 'Database Import Tool' }}
    >
      {changed.length > 0 ? (
        <Notice tone="warning" title="Changed since the import">
          <p>
            Somebody has since changed rows of this import in {changed.map(({ title }) => title).join(', ')}.
            These changes would be lost.
          </p>
        </Notice>
      ) : null}
      <DescriptionList
        items={tables.map(({ title, changes }) => ({
          term: title,
          description: `${changeCount(changes)} taken back`,
        }))}
      />
    </ConfirmPage>
  )
}
