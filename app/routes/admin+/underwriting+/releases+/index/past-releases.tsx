import { Link } from '@remix-run/react'

import type { listReleasedChanges } from '~/domain/audit/audit.server'
import { historyUrl } from '~/domain/audit/record-url'
import { adminTime, capital } from '~/domain/formats'
import type { PartImpact } from '~/domain/impacts/impacts.server'
import { Card } from '~/ui/card'
import type { RowOf } from '~/ui/row-of'
import { Table } from '~/ui/table'
import { Unset } from '~/ui/unset'

import { outcomeText } from '../../parts/impact-subject'
import { ChangeLink, fieldSummary, type Change } from '../parts/change-words'

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
  changes: readonly (Pick<Change, 'id' | 'action' | 'singular' | 'name' | 'fields'> & {
    record_id: number | null
  })[]
}

type Props = {
  releases: readonly Release[]
  /** The result of the newest run over all quotes for each change and version. */
  impacts: readonly PartImpact[]
  /** The entries of the audit log by which changes can be undone. */
  entries: RowOf<typeof listReleasedChanges>[]
}

/** The changes and the version of a release, each with its values and the result of a run. */
function ReleaseParts({
  release: { version, version_id, changes },
  impacts,
}: { release: Release } & Pick<Props, 'impacts'>) {
  const impactOf = (kind: PartImpact['kind'], part: number | null) => {
    const run = impacts.find((one) => one.kind === kind && one.part === part)
    return run ? (
      <span className="cell-note">
        <Link to={`/admin/underwriting/impact/${run.id}`}>{outcomeText(run)}</Link>
      </span>
    ) : null
  }
  return (
    <ul className="part-list">
      {version === null ? null : (
        <li>
          <Link to={`/admin/underwriting/proposal/${version_id}`}>Version {version}</Link>
          {impactOf('proposal', version_id)}
        </li>
      )}
      {changes.map((change) => (
        <li key={change.id}>
          <ChangeLink change={change} />: {fieldSummary(change)}
          {impactOf('change', change.id)}
        </li>
      ))}
    </ul>
  )
}

/** Links to undo the changes of a release, one per record. */
function Undo({ release, entries }: { release: Release } & Pick<Props, 'entries'>) {
  if (release.state !== 'live') return null
  return (
    <ul className="part-list">
      {release.version === null ? null : (
        <li>
          <Link to="/admin/underwriting/code?tab=backups">
            Undo<span className="visually-hidden"> version {release.version}</span>
          </Link>
        </li>
      )}
      {release.changes.map(({ id, singular, name, record_id }) => {
        const entry = entries.find(({ change }) => change === id)
        if (!entry) return null
        const target = (
          <span className="visually-hidden">{` ${singular} ${name}, release ${release.id}`}</span>
        )
        return (
          <li key={id}>
            {entry.undone ? (
              'Undone'
            ) : entry.overwritten ? (
              <Link to={historyUrl(singular, String(record_id))}>Changed since{target}</Link>
            ) : (
              <Link to={`/admin/audit/${entry.entry}/undo`}>Undo{target}</Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** The releases that went live, failed or were canceled, newest first. */
export function PastReleases({ releases, impacts, entries }: Props) {
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
          { header: 'What', cell: (release) => <ReleaseParts release={release} impacts={impacts} /> },
          {
            header: 'By',
            cell: ({ author, note }) => (
              <>
                {author ?? 'A deleted account'}
                <span className="cell-note">{note}</span>
              </>
            ),
          },
          { header: 'Undo', cell: (release) => <Undo release={release} entries={entries} /> },
        ]}
      />
    </Card>
  )
}

type Refused = Change & { decider: string | null; decided_at: string | null; decision_note: string | null }

/** The recently rejected or withdrawn changes. */
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
          { header: 'Reason', cell: ({ decision_note }) => decision_note ?? <Unset /> },
        ]}
      />
    </Card>
  )
}
