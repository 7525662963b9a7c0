import { adminTime } from '~/domain/formats'

import { Badge } from './badge'

type Field = { name: string; before: string | null; after: string | null; changed: boolean }
type Entry = {
  id: number
  created_at: string
  action: string
  entity: string
  entity_id: string | null
  username: string | null
  email: string | null
  fields: readonly Field[]
}

/** What was done in a line; what it changed, before and after, folded away. */
export function AuditEntry({ entry }: { entry: Entry }) {
  const { id, created_at, action, entity, entity_id, username, email, fields } = entry
  const changes = fields.filter(({ changed }) => changed)
  return (
    <li className="audit-entry">
      <p className="audit-line">
        <time dateTime={created_at}>{adminTime(created_at)}</time>
        <Badge tone={toneOf(action)}>{action}</Badge>
        <strong>
          {entity}
          {entity_id === null ? null : ` ${entity_id}`}
        </strong>
        <span className="audit-who">
          by {username === null ? 'an account that is gone' : username}
          {email === null ? null : <span className="audit-email"> {email}</span>}
        </span>
      </p>
      {fields.length === 0 ? (
        <p className="audit-nothing">Nothing more was written down.</p>
      ) : (
        <details>
          <summary>
            {summaryOf(changes)}
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
                      {name}
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

function side(value: string | null, changed: boolean, Mark: 'del' | 'ins') {
  if (value === null) return <span className="data-null">none</span>
  const shown = value === '' ? '(empty)' : value
  return changed ? <Mark>{shown}</Mark> : shown
}

function summaryOf(changes: readonly Field[]) {
  const names = changes.slice(0, 3).map(({ name }) => name)
  const rest = changes.length - names.length
  const [field] = [changes.length === 1 ? 'field' : 'fields']
  return `${changes.length} ${field}: ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

function toneOf(action: string) {
  if (/delete|reject|revoke|remove/.test(action)) return 'red'
  return /create|approve|add/.test(action) ? 'green' : 'blue'
}
