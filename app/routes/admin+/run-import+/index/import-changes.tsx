import { Link } from '@remix-run/react'

import type { ImportedChange } from '~/domain/imports/preview.server'
import { counted } from '~/domain/formats'
import { Card } from '~/ui/card'

import { Cells } from './preview-details'

type Props = {
  changes: readonly ImportedChange[]
  /** The total number of changed rows. */
  total: number
  /** The waiting results whose price may have changed. */
  outdated: number
}

const importWords = { changed: '', added: ', added', removed: ', removed' }

/** The first rows that the last import changed, added or removed, and the affected results. */
export function ImportChanges({ changes, total, outdated }: Props) {
  if (changes.length === 0) return null
  return (
    <Card title="What it changed">
      <RowChanges changes={changes} words={importWords} total={total} />
      {outdated === 0 ? null : (
        <p>
          {counted(outdated, 'result')} that {outdated === 1 ? 'waits is' : 'wait are'} out of date.{' '}
          <Link to="/admin/work">Run {outdated === 1 ? 'it' : 'them'} again under Work</Link>
        </p>
      )}
    </Card>
  )
}

type RowsProps = Pick<Props, 'changes' | 'total'> & {
  /** The label after the name of a row of each kind. */
  words: Record<ImportedChange['kind'], string>
}

/** Rows by name, each with its values. */
export function RowChanges({ changes, words, total }: RowsProps) {
  return (
    <>
      <ul className="import-changes">
        {changes.map((row, index) => (
          <li key={index}>
            {row.table}, <strong>{row.name}</strong>
            {words[row.kind]}: <Cells row={row} />
          </li>
        ))}
      </ul>
      {total > changes.length ? (
        <p className="hint">
          {`${counted(changes.length, 'row')} of ${total.toLocaleString('en-US')}. The audit log has all of them.`}
        </p>
      ) : null}
    </>
  )
}
