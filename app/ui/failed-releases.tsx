import { Link } from '@remix-run/react'

import { adminTime } from '~/domain/formats'
import { IntentForm } from './intent-form'
import { Notice } from './notice'

type Failed = { id: number; live_from: string | null; failure: string | null }

const page = '/admin/underwriting/releases'

/** A warning for each failed scheduled release, until an admin dismisses it. */
export function FailedReleases({
  failed,
  canMark = false,
}: {
  failed: readonly Failed[]
  /** Whether to show the dismiss buttons. */
  canMark?: boolean
}) {
  return failed.map(({ id, live_from, failure }) => (
    <Notice key={id} tone="warning" title={`Release ${id} failed: nothing has changed`}>
      <p>
        {live_from === null ? '' : `It was scheduled for ${adminTime(live_from)} UTC. `}
        {failure}
      </p>
      {canMark ? (
        <IntentForm action={page} intent="read" fields={{ id }} busyLabel="Storing...">
          Mark as read<span className="visually-hidden">: release {id}</span>
        </IntentForm>
      ) : (
        <p className="link-row">
          <Link to={page}>See the releases</Link>
        </p>
      )}
    </Notice>
  ))
}
