import { Link } from '@remix-run/react'

import type { listEntries } from '~/domain/audit/audit.server'
import { entryWords } from '~/domain/audit/entry-words'
import { fieldLabel, fieldValue } from '~/domain/audit/field-label'
import { historyUrl } from '~/domain/audit/record-url'
import { collections } from '~/domain/configuration/collections'
import type { RowOf } from '~/ui/row-of'

type Entry = RowOf<typeof listEntries>

type Props = {
  entry: Entry
  /** What has happened to the record since, so that the entry cannot be undone; null for nothing. */
  since: string | null
}

/** The entry as a sentence, with its fields before and after, collapsed. */
export function AuditEntry({ entry, since }: Props) {
  const { id, created_at, entity, entity_id, username, email, fields } = entry
  const { act, record, to, details } = entryWords(entry)
  const [first = 'Details', ...more] = details
  return (
    <li className="audit-entry">
      <p className="audit-line">
        <time dateTime={created_at}>{created_at.slice(11, 16)}</time>
        <span className="audit-what">
          {act} <strong>{to === null ? record : <Link to={to}>{record}</Link>}</strong>
        </span>
        <span className="audit-who">
          by {username ?? (entry.action === 'answer' ? 'the applicant' : 'nobody with an account now')}
          {email === null ? null : <span className="audit-email"> {email}</span>}
        </span>
        <span className="audit-act">
          {!canUndo(entry) ? null : since !== null ? (
            <Link to={historyUrl(entity, entity_id)}>
              {since}
              <span className="visually-hidden"> entry {id}: the history of the record</span>
            </Link>
          ) : (
            <Link to={`/admin/audit/${id}/undo`}>
              Undo<span className="visually-hidden"> entry {id}</span>
            </Link>
          )}
        </span>
      </p>
      {fields.length === 0 ? null : (
        <details>
          <summary>
            {first}
            {more.length > 0 ? <span className="wide-only">; {more.join('; ')}</span> : null}
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
