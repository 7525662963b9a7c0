import { Link } from '@remix-run/react'

import type { listEntries } from '~/domain/audit/audit.server'
import { fieldLabel } from '~/domain/audit/field-label'
import { collections } from '~/domain/configuration/collections'
import { counted } from '~/domain/formats'
import { submissionKinds } from '~/domain/submissions/kinds'
import { AdminTime } from '~/ui/admin-time'
import { Badge } from '~/ui/badge'
import type { RowOf } from '~/ui/row-of'

type Entry = RowOf<typeof listEntries>

/** The action in one line, with its changes, before and after, collapsed. */
export function AuditEntry({ entry }: { entry: Entry }) {
  const { id, created_at, action, username, email, fields } = entry
  const changes = fields.filter(({ changed }) => changed)
  return (
    <li className="audit-entry">
      <p className="audit-line">
        <AdminTime at={created_at} />
        <Badge tone={toneOf(action)}>{action}</Badge>
        <strong>
          <Subject {...entry} />
        </strong>
        <span className="audit-who">
          by {username ?? 'nobody with an account now'}
          {email === null ? null : <span className="audit-email"> {email}</span>}
        </span>
        {canUndo(entry) ? (
          <Link to={`/admin/audit/${id}/undo`}>
            Undo<span className="visually-hidden"> entry {id}</span>
          </Link>
        ) : null}
      </p>
      {fields.length === 0 ? null : (
        <details>
          <summary>
            {summaryOf(entry, changes)}
            <span className="visually-hidden"> in entry {id}</span>
          </summary>
          <section className="table-scroll" aria-label={`Before and after, entry ${id}`} tabIndex={0}>
            <table className="table table-dense audit-fields">
              <thead>
                <tr>
                  <th scope="col">Field</th>
                  <th scope="col">Before</th>
                  <th scope="col">After</th>
                </tr>
              </thead>
              <tbody>
                {fields.map(({ name, before, after, changed }) => (
                  <tr key={name} className={changed ? 'audit-changed' : undefined}>
                    <th scope="row">
                      {fieldLabel(entry, name)}
                      {changed ? <span className="visually-hidden"> (changed)</span> : null}
                    </th>
                    <td data-label="Before">{side(before, changed, 'del')}</td>
                    <td data-label="After">{side(after, changed, 'ins')}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </details>
      )}
    </li>
  )
}

/** Whether an entry is a change of a single configuration record. */
function canUndo({ entity, action, fields }: Entry) {
  const isRecord = Object.values(collections).some(({ singular }) => singular === entity)
  return isRecord && fields.length > 0 && /^(?:create|update|delete)$/.test(action)
}

function side(value: string | null, changed: boolean, Mark: 'del' | 'ins') {
  if (value === null) return <span className="data-null">none</span>
  const shown = value === '' ? '(empty)' : value
  return changed ? <Mark>{shown}</Mark> : shown
}

/** The subject of an entry, as a link while it exists. */
function Subject({ entity, entity_id, action, fields, name: own }: Entry) {
  const record = entity_id === null ? entity : `${entity} ${entity_id}`
  const name = own === null ? record : `${record}, ${own}`
  const result = fields.find((field) => field.name === 'result')
  const to =
    entity_id === null || action === 'delete'
      ? null
      : entity === 'offer'
        ? (result?.after ?? result?.before) && `/admin/underwriting/result/${result?.after ?? result?.before}`
        : recordUrl(entity, entity_id)
  return to ? <Link to={to}>{name}</Link> : name
}

/** Returns the URL of the back office page for a record, by its kind and id; null if it has none. */
function recordUrl(entity: string, id: string) {
  const submissions = submissionKinds.find(({ singular }) => entity === `${singular} submission`)
  if (submissions) return `/admin/submissions/${submissions.slug}/${id}`
  const table = Object.values(collections).find(
    ({ singular, plural }) => entity === singular || entity === plural,
  )
  if (table) {
    return entity === table.singular
      ? `/admin/underwriting?tab=${table.slug}&edit=${table.slug}:${id}#${table.slug}`
      : `/admin/run-import?run=${id}` // an import names a whole table, and itself
  }
  switch (entity) {
    case 'underwriting result':
      return `/admin/underwriting/result/${id}`
    case 'batch run':
      return `/admin/underwriting/batch/${id}`
    case 'impact run':
      return `/admin/underwriting/impact/${id}`
    case 'engine version':
      return '/admin/underwriting/code?tab=backups'
    case 'pitch deck request':
      return '/pitch-deck-admin'
    case 'account':
      return `/admin/accounts/${id}`
    case 'mail':
      return `/admin/mail/${id}`
    default:
      return null
  }
}

/** The first changes, each as 'label: before → after'. */
function summaryOf(entry: Entry, changes: Entry['fields']) {
  if (changes.length === 0) return 'The same before and after'
  const shown = changes
    .slice(0, 3)
    .map(({ name, before, after }) => `${fieldLabel(entry, name)}: ${short(before)} → ${short(after)}`)
  const rest = changes.length - shown.length
  return `${shown.join('; ')}${rest > 0 ? ` and ${counted(rest, 'other field')}` : ''}`
}

function short(value: string | null) {
  if (value === null) return 'none'
  if (value === '') return '(empty)'
  return value.length > 40 ? `${value.slice(0, 39)}…` : value
}

function toneOf(action: string) {
  if (/delete|reject|revoke|remove/.test(action)) return 'red'
  return /create|approve|add/.test(action) ? 'green' : 'blue'
}
