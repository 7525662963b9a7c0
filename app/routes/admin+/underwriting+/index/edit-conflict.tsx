import { Link } from '@remix-run/react'

import { Notice } from '~/ui/notice'
import { useUnsavedChanges } from '~/ui/unsaved-changes'

type Props = {
  labels: readonly { name: string; label: string }[]
  /** The input, and the stored record; undefined if nobody else has changed it. */
  mine: Record<string, string>
  stored: Record<string, string> | undefined
  /** The URL that opens the stored record, without the input. */
  reload: string
}

/** The differences between the input and a record that another admin has changed. Saving again then overwrites it. */
export function EditConflict({ labels, mine, stored, reload }: Props) {
  const unsaved = useUnsavedChanges()
  if (!stored) return null
  const differing = labels.filter(({ name }) => name in mine && (mine[name] ?? '') !== (stored[name] ?? ''))
  return (
    <Notice tone="warning" title="Two versions">
      {differing.length === 0 ? (
        <p>The other change says the same as yours.</p>
      ) : (
        <table className="versions">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Yours</th>
              <th scope="col">Saved meanwhile</th>
            </tr>
          </thead>
          <tbody>
            {differing.map(({ name, label }) => (
              <tr key={name}>
                <th scope="row">{label}</th>
                <td data-label="Yours">{mine[name] || 'Nothing'}</td>
                <td data-label="Saved meanwhile">{stored[name] || 'Nothing'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p>
        Save again to put yours in place, or{' '}
        <Link to={reload} reloadDocument onClick={unsaved.discard}>
          start from what was saved
        </Link>
        .
      </p>
    </Notice>
  )
}
