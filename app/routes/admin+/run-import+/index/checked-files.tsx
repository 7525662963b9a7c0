import { adminTime, counted } from '~/domain/formats'
import { fileSize } from '~/domain/office-formats'
import type { ChangeCounts } from '~/domain/imports/imports.queries.server'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { ErrorSummary } from '~/ui/error-summary'
import { Form } from '~/ui/form'
import { IdempotencyKeyField } from '~/ui/idempotency-key-field'
import type { FormResult } from '~/ui/form-result'
import { Table } from '~/ui/table'
import { useSentFields } from '~/ui/use-is-sending'

import { changeWords } from './change-words'

export type CheckedFileRow = {
  table: string
  source: string
  size: number | null
  rows: number
  /** The number of bad rows; the other rows can be imported. */
  leftOut: number
  changes: ChangeCounts | null
}

type Props = {
  preview: number
  files: readonly CheckedFileRow[]
  /** When they expire. */
  until: string
  idempotencyKey: string
  formResult: FormResult | null
}

/** Previewed files, which can be imported without selecting them again. */
export function CheckedFiles({ preview, files, until, idempotencyKey, formResult }: Props) {
  const sent = useSentFields()
  const intent = sent?.get('intent')
  const faulty = files.filter(({ leftOut }) => leftOut > 0)
  const clean = files.filter(({ leftOut }) => leftOut === 0)
  const changing = clean.filter(({ changes }) => changes === null || changeWords(changes) !== null)
  if (changing.length === 0 && faulty.length === 0) return null
  const submit = (value: string, label: string, variant?: 'secondary') => (
    <Button
      type="submit"
      name="intent"
      value={value}
      variant={variant}
      disabled={sent !== undefined}
      busy={intent === 'import-checked' || intent === 'import-good-rows'}
      busyLabel={intent === value ? 'Importing Data...' : undefined}
    >
      {label}
    </Button>
  )
  return (
    <Card title={changing.length > 0 ? 'Ready to be imported' : 'Only the good rows can be imported'}>
      {changing.length > 0 ? (
        <Table
          caption="Files that will be imported"
          captionHidden
          columns={[
            { key: 'table', header: 'Table', rowHeader: true, cell: ({ table }) => table },
            {
              key: 'file',
              header: 'File',
              cell: ({ source }) => <span className="address">{source}</span>,
            },
            {
              key: 'size',
              header: 'Size',
              numeric: true,
              cell: ({ size }) => (size === null ? 'N/A' : fileSize(size)),
            },
            {
              key: 'rows',
              header: 'Rows',
              numeric: true,
              cell: ({ rows }) => rows.toLocaleString('en-US'),
            },
            {
              key: 'changes',
              header: 'What changes',
              cell: ({ changes }) => (changes ? (changeWords(changes) ?? 'Nothing') : 'N/A'),
            },
          ]}
          rows={changing}
          rowKey={({ table }) => table}
          empty={null}
        />
      ) : null}
      {faulty.length > 0 ? (
        <p>
          {changing.length > 0 || faulty.length > 1
            ? `With faults: ${faulty
                .map(({ table, rows, leftOut }) => `${table} (${counted(rows, 'good row')}, ${leftOut} bad)`)
                .join(', ')}. `
            : null}
          {faulty.length === 1 ? 'Its table keeps its' : 'These tables keep their'} old rows, unless you
          import the good rows alone: they are added or change their rows, and nothing is removed, since a
          missing row may be one of the bad.
        </p>
      ) : null}
      <p>
        Exactly the rows that were checked go in, whatever has become of the files since. They wait until{' '}
        {adminTime(until)}, or until another import, preview or undo begins.
      </p>
      <Form method="post" action="/admin/run-import" preventScrollReset>
        {formResult ? <ErrorSummary errors={formResult.errors} /> : null}
        <input type="hidden" name="preview" value={preview} />
        <IdempotencyKeyField values={formResult?.values} fresh={idempotencyKey} />
        <div className="button-row">
          {changing.length > 0 ? submit('import-checked', 'Import these files') : null}
          {faulty.length > 0
            ? submit(
                'import-good-rows',
                changing.length > 0
                  ? 'Import these files and the good rows of the others'
                  : `Import ${counted(sum(faulty, 'rows'), 'good row')}, leave ${counted(sum(faulty, 'leftOut'), 'bad row')} out`,
                'secondary',
              )
            : null}
        </div>
      </Form>
    </Card>
  )
}

function sum(files: readonly CheckedFileRow[], figure: 'rows' | 'leftOut') {
  return files.reduce((total, file) => total + file[figure], 0)
}
