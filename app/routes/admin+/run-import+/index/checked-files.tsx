import { useNavigation } from '@remix-run/react'

import { adminTime, fileSize } from '~/domain/formats'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { ErrorSummary } from '~/ui/error-summary'
import { Form } from '~/ui/form'
import { KeyField } from '~/ui/key-field'
import type { RefusedForm } from '~/ui/refused-form'
import { Table } from '~/ui/table'

export type CheckedFileRow = {
  table: string
  source: string
  size: number
  rows: number
  changes: { added: number; changed: number; removed: number } | null
}

type Props = {
  preview: number
  files: readonly CheckedFileRow[]
  /** Tables whose files were refused. */
  left: readonly string[]
  /** Until when they wait. */
  until: string
  idempotencyKey: string
  refused: RefusedForm | null
}

/** What a preview has checked and may be imported as it is, without choosing the files again. */
export function CheckedFiles({ preview, files, left, until, idempotencyKey, refused }: Props) {
  const { formData } = useNavigation()
  const busy = formData?.get('intent') === 'import-checked'
  const rows = files.reduce((sum, file) => sum + file.rows, 0)
  return (
    <Card title="Ready to be imported">
      <p>
        {files.length === 1 ? 'This file has' : 'These files have'} been checked:{' '}
        <strong>
          {rows.toLocaleString('en-US')} {rows === 1 ? 'row' : 'rows'} for{' '}
          {files.length === 1 ? '1 table' : `${files.length} tables`}
        </strong>
        . Exactly these rows go in, whatever has become of the files since. They wait until {adminTime(until)}
        , or until another import or preview begins.
      </p>
      <Table
        caption="Files that will be imported"
        captionHidden
        columns={[
          { key: 'table', header: 'Table', rowHeader: true, cell: ({ table }) => table },
          { key: 'file', header: 'File', cell: ({ source }) => <span className="address">{source}</span> },
          { key: 'size', header: 'Size', numeric: true, cell: ({ size }) => fileSize(size) },
          { key: 'rows', header: 'Rows', numeric: true, cell: ({ rows }) => rows.toLocaleString('en-US') },
          { key: 'changes', header: 'What changes', cell: ({ changes }) => changesOf(changes) },
        ]}
        rows={files}
        rowKey={({ table }) => table}
        empty={null}
      />
      {left.length > 0 ? (
        <p>
          Not imported, because of faults: {left.join(', ')}.{' '}
          {left.length === 1 ? 'It keeps its' : 'They keep their'} old rows.
        </p>
      ) : null}
      <Form method="post" action="/admin/run-import" preventScrollReset>
        {refused ? <ErrorSummary errors={refused.errors} /> : null}
        <input type="hidden" name="preview" value={preview} />
        <KeyField values={refused?.values} fresh={idempotencyKey} />
        <Button type="submit" name="intent" value="import-checked" busy={busy} busyLabel="Importing Data...">
          Import these files
        </Button>
      </Form>
    </Card>
  )
}

function changesOf(changes: CheckedFileRow['changes']) {
  if (!changes) return 'N/A'
  const parts = (['added', 'changed', 'removed'] as const)
    .filter((kind) => changes[kind] > 0)
    .map((kind) => `${changes[kind].toLocaleString('en-US')} ${kind}`)
  return parts.length > 0 ? parts.join(', ') : 'Nothing'
}
