import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { ConfirmButton } from '~/ui/confirmation'

type Props = {
  undoable: { runId: number; tables: { title: string; rows: number; changed: boolean }[] }
}

export function undoQuestion(runId: number) {
  return `Put back the rows from before import ${runId}? What it has imported goes.`
}

/** The way back from the last import. Where somebody has changed its tables since, it leads over a page that says so. */
export function UndoImport({ undoable: { runId, tables } }: Props) {
  const changed = tables.filter((table) => table.changed)
  return (
    <Card title="Undo the last import">
      <p>
        The rows from before import {runId} are kept until the next import:{' '}
        {tables.map(({ title, rows }) => `${title} (${rows.toLocaleString('en-US')})`).join(', ')}.
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
            confirmLabel="Undo this import"
            action="/admin/run-import"
            fields={{ intent: 'undo', run: runId }}
          />
        )}
      </div>
    </Card>
  )
}
