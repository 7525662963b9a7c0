import { Link } from '@remix-run/react'

import type { firstChanges } from '~/domain/imports/preview.server'
import { counted } from '~/domain/formats'
import { Card } from '~/ui/card'

import { Cells } from './preview-details'

type Props = {
  changes: Awaited<ReturnType<typeof firstChanges>>
  /** The results that wait whose price may be another now. */
  outdated: number
}

/** The first values that the last import changed, and the results that they concern. */
export function ImportChanges({ changes, outdated }: Props) {
  if (changes.length === 0) return null
  return (
    <Card title="What it changed">
      <ul className="import-changes">
        {changes.map((row, index) => (
          <li key={index}>
            {row.table}, <strong>{row.name}</strong>: <Cells row={row} />
          </li>
        ))}
      </ul>
      {outdated === 0 ? null : (
        <p>
          {counted(outdated, 'result')} that {outdated === 1 ? 'waits is' : 'wait are'} out of date.{' '}
          <Link to="/admin/work">Run {outdated === 1 ? 'it' : 'them'} again under Work</Link>
        </p>
      )}
    </Card>
  )
}
