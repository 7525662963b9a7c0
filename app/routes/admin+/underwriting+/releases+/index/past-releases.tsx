import { Link } from '@remix-run/react'

import { adminTime, capital } from '~/domain/formats'
import { Card } from '~/ui/card'
import { Table } from '~/ui/table'

import { ChangeLink, type Change } from '../parts/change-words'

export type Release = {
  id: number
  created_at: string
  author: string | null
  note: string
  live_from: string | null
  state: 'scheduled' | 'live' | 'cancelled' | 'failed'
  ended_at: string | null
  canceller: string | null
  failure: string | null
  version_id: number | null
  version: string | null
  changes: readonly Pick<Change, 'id' | 'action' | 'singular' | 'name'>[]
}

/** The changes and the version of a release, as links. */
export function ReleaseParts({ release: { version, version_id, changes } }: { release: Release }) {
  return (
    <ul className="part-list">
      {version === null ? null : (
        <li>
          <Link to={`/admin/underwriting/proposal/${version_id}`}>Version {version}</Link>
        </li>
      )}
      {changes.map((change) => (
        <li key={change.id}>
          <ChangeLink change={change} />
        </li>
      ))}
    </ul>
  )
}

/** The releases that went live, failed or were cancelled, newest first. */
export function PastReleases({ releases }: { releases: readonly Release[] }) {
  return (
    <Card title="Latest releases">
      <Table
        caption="Latest releases, newest first"
        captionHidden
        dense
        rows={releases}
        empty={
          <p>Nothing has been released yet. What goes live appears here, with who released it and why.</p>
        }
        rowKey={({ id }) => id}
        columns={[
          { header: '#', numeric: true, rowHeader: true, cell: ({ id }) => id },
          {
            header: 'Date, UTC',
            cell: ({ ended_at, created_at }) => (
              <span className="on-one-line">{adminTime(ended_at ?? created_at)}</span>
            ),
          },
          {
            header: 'State',
            cell: ({ state, failure, canceller }) => (
              <>
                {capital(state)}
                {failure ? <span className="cell-note">{failure}</span> : null}
                {state === 'cancelled' ? (
                  <span className="cell-note">{`By ${canceller ?? 'a deleted account'}`}</span>
                ) : null}
              </>
            ),
          },
          { header: 'What', cell: (release) => <ReleaseParts release={release} /> },
          {
            header: 'By',
            cell: ({ author, note }) => (
              <>
                {author ?? 'A deleted account'}
                <span className="cell-note">{note}</span>
              </>
            ),
          },
        ]}
      />
    </Card>
  )
}

type Refused = Change & { decider: string | null; decided_at: string | null; decision_note: string | null }

/** The changes that were rejected or withdrawn lately. */
export function RefusedChanges({ changes }: { changes: readonly Refused[] }) {
  if (changes.length === 0) return null
  return (
    <Card title="Rejected and withdrawn changes">
      <Table
        caption="Rejected and withdrawn changes, newest first"
        captionHidden
        dense
        rows={changes}
        rowKey={({ id }) => id}
        columns={[
          { header: 'What', rowHeader: true, cell: (change) => <ChangeLink change={change} /> },
          { header: 'State', cell: ({ state }) => capital(state) },
          {
            header: 'Decided',
            cell: ({ decided_at, decider }) => (
              <>
                <span className="on-one-line">{decided_at === null ? '' : adminTime(decided_at)}</span>
                <span className="cell-note">{decider ?? 'A deleted account'}</span>
              </>
            ),
          },
          { header: 'Reason', cell: ({ decision_note }) => decision_note ?? '' },
        ]}
      />
    </Card>
  )
}
