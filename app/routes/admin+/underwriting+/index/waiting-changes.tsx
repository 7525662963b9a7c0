import { Link } from '@remix-run/react'

import type { WaitingChange } from '~/domain/releases/change-views.server'

/** Links to the changes of a record that wait for a release; renders nothing if there are none. */
export function WaitingChanges({ changes, record }: { changes: readonly WaitingChange[]; record: number }) {
  return changes
    .filter((change) => change.record === record)
    .map(({ id, text }) => (
      <span key={id} className="cell-note waits">
        <Link to={`/admin/underwriting/releases/change/${id}`}>waits: {text}</Link>
      </span>
    ))
}
