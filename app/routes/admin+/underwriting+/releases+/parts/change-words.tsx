import { Link } from '@remix-run/react'

import type { ChangeView } from '~/domain/releases/change-views.server'
import { Notice } from '~/ui/notice'
import { Table } from '~/ui/table'
import { Unset } from '~/ui/unset'

export type Change = Pick<
  ChangeView,
  'id' | 'action' | 'collection' | 'singular' | 'name' | 'fields' | 'author' | 'note' | 'obstacle' | 'state'
> & { created_at: string }

const verbs = { create: 'Add', update: 'Change', delete: 'Delete' }

/** Describes a change and its record. */
export function changeTitle({ action, singular, name }: Pick<Change, 'action' | 'singular' | 'name'>) {
  return `${verbs[action]} ${singular} ${name}`
}

export function changePage(id: number) {
  return `/admin/underwriting/releases/change/${id}`
}

/** A link to the page of a change. */
export function ChangeLink({ change }: { change: Pick<Change, 'id' | 'action' | 'singular' | 'name'> }) {
  return <Link to={changePage(change.id)}>{changeTitle(change)}</Link>
}

/** Lists the columns that an update sets; an added or deleted record has all of them. */
export function fieldSummary({ action, fields }: Pick<Change, 'action' | 'fields'>) {
  if (action !== 'update') return action === 'create' ? 'A new record' : 'The whole record'
  const set = fields.filter(({ before, after }) => before !== after)
  const named = set.slice(0, 3).map(({ label, before, after }) => `${label}: ${before} → ${after}`)
  return `${named.join('; ')}${set.length > 3 ? `; and ${set.length - 3} more` : ''}`
}

/** A change that is scheduled: the columns that it sets, before and after, and why it would fail now. */
export function ScheduledChange({ change }: { change: Change }) {
  const { action, fields, obstacle } = change
  const set = fields.filter(({ before, after }) => before !== after)
  const lines = (
    <ul className="change-lines">
      {set.map(({ label, before, after }) => (
        <li key={label}>
          {action === 'update' ? `${label}: ${before} → ${after}` : `${label}: ${after ?? before}`}
        </li>
      ))}
    </ul>
  )
  return (
    <>
      <ChangeLink change={change} />
      {action === 'update' ? (
        lines
      ) : (
        <details>
          <summary>
            {action === 'create' ? 'The new record' : 'The record that goes'}
            <span className="visually-hidden">: {changeTitle(change)}</span>
          </summary>
          {lines}
        </details>
      )}
      {obstacle ? <span className="cell-note">It would fail now: {obstacle}</span> : null}
    </>
  )
}

/** The columns that a change sets, before and after, with their current values if changed since. */
export function ChangeFields({ change }: { change: Change }) {
  const { fields, obstacle } = change
  const hasNow = fields.some(({ now }) => now !== null)
  return (
    <>
      {obstacle ? (
        <Notice tone="warning" title="It cannot be released as it is">
          <p>{obstacle}</p>
          {hasNow ? <p>Propose the change again on top of what the record is now.</p> : null}
        </Notice>
      ) : null}
      <Table
        caption={changeTitle(change)}
        captionHidden
        dense
        rows={fields}
        rowKey={({ label }) => label}
        columns={[
          { header: 'Column', rowHeader: true, cell: ({ label }) => label },
          { header: 'Before', cell: ({ before }) => before ?? <Unset /> },
          { header: 'After', cell: ({ after }) => after ?? <Unset /> },
          ...(hasNow
            ? [{ header: 'Now', cell: ({ now }: Change['fields'][number]) => now ?? 'As before' }]
            : []),
        ]}
      />
    </>
  )
}
