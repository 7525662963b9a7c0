import { Link } from '@remix-run/react'

import type { listEntries } from '~/domain/audit/audit.server'
import { changeSummary } from '~/domain/audit/change-summary'
import { fieldLabel, fieldValue } from '~/domain/audit/field-label'
import { historyUrl, recordUrl } from '~/domain/audit/record-url'
import { collections } from '~/domain/configuration/collections'
import { AdminTime } from '~/ui/admin-time'
import { Badge } from '~/ui/badge'
import type { RowOf } from '~/ui/row-of'

type Entry = RowOf<typeof listEntries>

/** The action in one line, with its changes, before and after, collapsed. `overwritten`: what it changed has changed again. */
export function AuditEntry({ entry, overwritten }: { entry: Entry; overwritten: boolean }) {
  const { id, created_at, action, entity, entity_id, username, email, fields } = entry
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
        {!canUndo(entry) ? null : overwritten ? (
          <Link to={historyUrl(entity, entity_id)}>
            Changed since<span className="visually-hidden"> entry {id}: the history of the record</span>
          </Link>
        ) : (
          <Link to={`/admin/audit/${id}/undo`}>
            Undo<span className="visually-hidden"> entry {id}</span>
          </Link>
        )}
      </p>
      {fields.length === 0 ? null : (
        <details>
          <summary>
            {changeSummary(entry)}
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
                    <td data-label="Before">{side(fieldValue(entry, name, before), changed, 'del')}</td>
                    <td data-label="After">{side(fieldValue(entry, name, after), changed, 'ins')}</td>
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

function toneOf(action: string) {
  if (/delete|reject|revoke|remove/.test(action)) return 'red'
  return /create|approve|add/.test(action) ? 'green' : 'blue'
}
