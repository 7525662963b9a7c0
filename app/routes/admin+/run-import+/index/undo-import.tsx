import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'

type Props = {
  undoable: { runId: number; tables: { title: string; changes: number }[] }
  /** The titles of the tables that were changed since. */
  changed: readonly string[]
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

/** Links to the confirmation page for undoing the last import. */
export function UndoImport({ undoable: { runId, tables }, changed }: Props) {
  return (
    <Card title="Undo the last import">
      <p>
        What import {runId} has changed can be taken back until the next import: {changeList(tables)}. Rows
        that it left as they were stay as they are.
      </p>
      {changed.length > 0 ? <p>Changed since: {changed.join(', ')}.</p> : null}
      <div className="actions">
        <ButtonLink to="/admin/run-import/undo" variant="caution">
          Undo import {runId}
        </ButtonLink>
      </div>
    </Card>
  )
}
