import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { ConfirmButton } from '~/ui/confirmation'

type Props = {
  undoable: { runId: number; tables: { title: string; changes: number; changed: boolean }[] }
}

export function undoQuestion(runId: number) {
  return `Put back the rows from before import ${runId}? What it has imported goes.`
}

/** The number of rows of a table that an import has changed. */
export function changeCount(changes: number) {
  return changes === 1 ? '1 change' : `${changes.toLocaleString('en-US')} changes`
}

function changeList(tables: Props['undoable']['tables']) {
  return tables
    .filter(({ changes }) => changes > 0)
    .map(({ title, changes }) => `${title} (${changeCount(changes)})`)
    .join(', ')
}

/** Undoes the last import. If its rows have been changed since, leads to a confirmation page. */
export function UndoImport({ undoable: { runId, tables } }: Props) {
  const changed = tables.filter((table) => table.changed)
  return (
    <Card title="Undo the last import">
      <p>
        What import {runId} has changed can be taken back until the next import: {changeList(tables)}. Rows
        that it left as they were stay as they are.
      </p>
      {changed.length > 0 ? <p>Changed since: {changed.map(({ title }) => title).join(', ')}.</p> : null}
      <div className="actions">
        {changed.length > 0 ? (
          <ButtonLink to="/admin/run-import/undo" variant="caution">
            Undo import {runId}
          </ButtonLink>
        ) : (
          <ConfirmButton
            label={`Undo import ${runId}`}
            page="/admin/run-import/undo"
            question={undoQuestion(runId)}
            about={changeList(tables)}
            confirmLabel="Undo this import"
            action="/admin/run-import"
            fields={{ intent: 'undo', run: runId }}
          />
        )}
      </div>
    </Card>
  )
}
