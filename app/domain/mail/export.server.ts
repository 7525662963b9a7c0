import type { Db } from '../../../db/schema'
import { recordAudit } from '~/domain/audit/audit.server'
import { byteOrderMark, csvLine } from '~/domain/csv'
import { listInBatches } from '~/lists/list-in-batches.server'

import { listDeliveries, type DeliveryFilter } from './delivery.queries.server'

const head = [
  'Mail',
  'Time',
  'To',
  'About',
  'Kind',
  'State',
  'Attempts',
  'Next attempt',
  'Sent',
  'Last error',
]

/** Streams the matching mails without their words, newest first, as chunks of CSV. Audits the export first. */
export async function exportDeliveries(db: Db, filter: DeliveryFilter, { by }: { by: number }) {
  const { recipient, about, ...named } = filter
  await recordAudit(db, {
    userId: by,
    action: 'export',
    entity: 'mail',
    after: { through: 'CSV', ...named, searched: recipient !== undefined || about !== undefined },
  })
  async function* pieces() {
    yield byteOrderMark + csvLine(head)
    const list = (reader: Db, page: { cursor?: number; limit?: number }) =>
      listDeliveries(reader, { ...filter, ...page })
    for await (const mails of listInBatches(db, {}, list)) yield mails.map(lineOf).join('')
  }
  return pieces()
}

function lineOf(mail: Awaited<ReturnType<typeof listDeliveries>>[number]) {
  const { id, created_at, recipient, subject, kind, status, attempts, next_attempt_at, sent_at } = mail
  const next = status === 'pending' ? next_attempt_at : null
  return csvLine([
    ...[id, created_at, recipient, subject, kind],
    ...[status, attempts, next, sent_at, mail.last_error],
  ])
}
