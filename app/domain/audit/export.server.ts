import type { Db } from '../../../db/schema'
import { withSnapshot } from '../../../db/snapshot'
import { byteOrderMark, csvLine } from '~/domain/csv'

import { listEntries, recordAudit, type AuditFilter } from './audit.server'

/** Entries of a chunk of the file. */
const batch = 250

const head = [
  'Entry',
  'Time',
  'By',
  'Email',
  'Action',
  'Record',
  'Number',
  'Name',
  'Field',
  'Before',
  'After',
]

/**
 * Streams the matching entries, newest first, as chunks of CSV: a line for each changed field, or one for an entry without any. Audits the
 * export first.
 */
export async function exportEntries(db: Db, filter: AuditFilter, { by }: { by: number }) {
  const { who, ...named } = filter
  await recordAudit(db, {
    userId: by,
    action: 'export',
    entity: 'audit log',
    after: { through: 'CSV', ...named, ofOneAccount: who !== undefined },
  })
  async function* pieces(reader: Db) {
    yield byteOrderMark + csvLine(head)
    let cursor: number | undefined
    for (;;) {
      const entries = await listEntries(reader, filter, { cursor, limit: batch })
      yield entries.flatMap(linesOf).join('')
      if (entries.length < batch) return
      cursor = entries.at(-1)?.id
    }
  }
  return withSnapshot(db, pieces)
}

function linesOf(entry: Awaited<ReturnType<typeof listEntries>>[number]) {
  const { id, created_at, username, email, action, entity, entity_id, name, fields } = entry
  const cells = [id, created_at, username, email, action, entity, entity_id, name]
  const changed = fields.filter(({ changed }) => changed)
  if (changed.length === 0) return [csvLine([...cells, null, null, null])]
  return changed.map((field) => csvLine([...cells, field.name, field.before, field.after]))
}
