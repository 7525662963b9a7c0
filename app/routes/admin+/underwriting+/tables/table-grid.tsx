import { useLocation } from '@remix-run/react'
import { useEffect } from 'react'

import {
  cellName,
  gridKey,
  gridTitle,
  type Grid,
  type GridColumn,
  type GridRow,
} from '~/domain/engine-versions/grid'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { EnterButton } from '~/ui/enter-button'
import { ErrorSummary } from '~/ui/error-summary'
import { described, ErrorMessage } from '~/ui/field'
import { Form, useCurrentError } from '~/ui/form'
import { formState } from '~/ui/form-result'
import { useIsSending } from '~/ui/use-is-sending'

import { FailingCases } from '../parts/failing-cases'
import { SaveChanges } from '../parts/save-changes'
import type { DraftAnswer } from '../parts/table-draft.server'

type Props = {
  grid: Grid
  base: string
  note: string
  idempotencyKey: string
  answer: DraftAnswer | undefined
  releaseBy: 'one' | 'two'
}

/** One table as a grid of inputs. */
export function TableGrid({ grid, base, note, idempotencyKey, answer, releaseBy }: Props) {
  const { errors, errorOf, values, field } = formState(answer)
  const { hash, key: visit } = useLocation()
  useEffect(() => {
    // Focuses the first cell of a new row: its form submits to that fragment.
    if (hash.startsWith('#row.')) document.getElementById(hash.slice(1))?.focus()
  }, [hash, visit])
  const page = pageOf(grid)
  const { columns, rows, growable } = grid
  return (
    <Card title={gridTitle(grid)}>
      <p className="hint">{hintOf(grid)}</p>
      <Form
        method="post"
        action={page}
        noValidate
        preventScrollReset
        guarded
        draft={draftOf(grid)}
        formResult={answer}
        stored={answer !== undefined && answer.failed !== true}
      >
        <ErrorSummary errors={errors} />
        {answer?.cases ? <FailingCases cases={answer.cases} /> : null}
        <EnterButton intent="keep" />
        <section className="table-scroll" aria-label={gridTitle(grid)} tabIndex={0}>
          <table className="table table-dense grid-table">
            <caption className="visually-hidden">{gridTitle(grid)}</caption>
            <thead>
              <tr>
                <th scope="col">Row</th>
                {columns.map(({ name, label }) => (
                  <th key={name} scope="col">
                    {label}
                  </th>
                ))}
                {growable ? <th scope="col">Change rows</th> : null}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <tr key={index}>
                  <th scope="row">{`Row ${index + 1}`}</th>
                  {columns.map((column) => (
                    <td key={column.name} data-label={column.label} className={`grid-${column.name}`}>
                      <GridCell
                        column={column}
                        row={row}
                        index={index}
                        error={errorOf(cellName(index, column.name))}
                      />
                    </td>
                  ))}
                  {growable ? (
                    <td className="grid-actions">
                      <RowButtons index={index} only={rows.length === 1} />
                    </td>
                  ) : null}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        <SaveChanges
          base={base}
          note={note}
          idempotencyKey={idempotencyKey}
          values={values}
          field={field}
          releaseBy={releaseBy}
        />
      </Form>
    </Card>
  )
}

function pageOf(grid: Grid) {
  return `/admin/underwriting/tables?table=${gridKey(grid)}`
}

/** The name of a grid's draft in the tab. */
export function draftOf(grid: Grid) {
  return `${pageOf(grid)} Table ${gridTitle(grid)}`
}

function hintOf({ part, basis, input, growable, columns }: Grid) {
  if (part === 'limits') return 'Single figures, each with the range in which it may be set.'
  if (part === 'claim') return `Claim model, ${basis}. Its rows are those that the model reads.`
  const by = `Chosen by ${input}`
  const ranges = columns.some(({ name }) => name === 'from')
    ? ' A row is for values from its first figure to below the second; each begins where the one before ends.'
    : ''
  const judged =
    basis === 'judgement'
      ? 'Judgement: each multiplier is from 0.9 to 1.1.'
      : 'From the data of the claim model.'
  return `${by}. ${judged}${growable ? ranges : ''}`
}

function GridCell({
  column: { name: column, label, kind, fixed },
  row,
  index,
  error: submitted,
}: {
  column: GridColumn
  row: GridRow
  index: number
  error: string | undefined
}) {
  const name = cellName(index, column)
  const error = useCurrentError(name, submitted)
  const value = row[column] ?? ''
  if (fixed) return <span id={name}>{value}</span>
  return (
    <div className="grid-cell">
      <ErrorMessage id={name} error={error} />
      <input
        {...described({ id: name, error })}
        name={name}
        className="input"
        aria-label={`${label}, row ${index + 1}`}
        inputMode={kind === 'number' ? 'decimal' : undefined}
        defaultValue={value}
      />
    </div>
  )
}

function RowButtons({ index, only }: { index: number; only: boolean }) {
  const isSending = useIsSending()
  return (
    <div className="grid-buttons">
      <Button type="submit" name="intent" value={`add ${index}`} variant="quiet" disabled={isSending}>
        Add below<span className="visually-hidden"> row {index + 1}</span>
      </Button>
      {only ? null : (
        <Button type="submit" name="intent" value={`remove ${index}`} variant="quiet" disabled={isSending}>
          Remove<span className="visually-hidden"> row {index + 1}</span>
        </Button>
      )}
    </div>
  )
}
