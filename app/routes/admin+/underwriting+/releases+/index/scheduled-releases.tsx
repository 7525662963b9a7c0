import { Link } from '@remix-run/react'

import { adminTime } from '~/domain/formats'
import { Card } from '~/ui/card'
import { IntentForm } from '~/ui/intent-form'
import { Table } from '~/ui/table'

import { ScheduledChange, type Change } from '../parts/change-words'
import type { Release } from './past-releases'

type Scheduled = Omit<Release, 'changes'> & { changes: readonly Change[] }

/** The scheduled releases with their changes, each with a cancel button. */
export function ScheduledReleases({ releases }: { releases: readonly Scheduled[] }) {
  return (
    <Card title="Scheduled">
      {releases.length === 0 ? null : (
        <p>
          Each is checked again at its time. If a record or the engine has changed by then, or a rule refuses
          it, nothing changes and it is marked as failed.
        </p>
      )}
      <Table
        caption="Scheduled releases"
        captionHidden
        dense
        rows={releases}
        empty={<p>No release waits for its time. A release gets one in ‘Live from’.</p>}
        rowKey={({ id }) => id}
        columns={[
          { header: '#', numeric: true, rowHeader: true, cell: ({ id }) => id },
          {
            header: 'Live from, UTC',
            cell: ({ live_from }) => (
              <span className="on-one-line">{live_from === null ? '' : adminTime(live_from)}</span>
            ),
          },
          { header: 'What', cell: (release) => <ScheduledParts release={release} /> },
          {
            header: 'By',
            cell: ({ author, note }) => (
              <>
                {author ?? 'A deleted account'}
                <span className="cell-note">{note}</span>
              </>
            ),
          },
          {
            header: 'Cancel',
            cell: ({ id }) => (
              <IntentForm
                action="/admin/underwriting/releases"
                intent="cancel"
                fields={{ id }}
                busyLabel="Cancelling..."
              >
                Cancel<span className="visually-hidden"> release {id}</span>
              </IntentForm>
            ),
          },
        ]}
      />
    </Card>
  )
}

function ScheduledParts({ release: { version, version_id, changes } }: { release: Scheduled }) {
  return (
    <ul className="part-list">
      {version === null ? null : (
        <li>
          <Link to={`/admin/underwriting/proposal/${version_id}`}>Version {version}: what it changes</Link>
        </li>
      )}
      {changes.map((change) => (
        <li key={change.id}>
          <ScheduledChange change={change} />
        </li>
      ))}
    </ul>
  )
}
