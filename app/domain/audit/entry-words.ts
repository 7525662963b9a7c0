import { collections } from '~/domain/configuration/collections'
import { decisionReasonLabel } from '~/domain/decisions/decisions.options'
import { capital, counted, money } from '~/domain/formats'
import { isKeyOf } from '~/domain/is-key-of'

import type { ComparedField } from './audit.server'
import { changesInWords } from './field-label'
import { changeSummary } from './change-summary'
import type { QuoteOfRecord } from './record-names.queries.server'
import { recordUrl } from './record-url'

type Entry = {
  action: string
  entity: string
  entity_id: string | null
  /** The name of the record; of a proposed change, that of the record that it changes. */
  name: string | null
  /** The application that the record belongs to, if any. */
  quote: QuoteOfRecord | null
  fields: readonly ComparedField[]
}

/**
 * An entry in words: 'Ran underwriting on', the record, and its details: the outcome, such as 'Approved, $191.95', and the changes, if any.
 * `to` is the URL of the record's page.
 */
export type EntryWords = { act: string; record: string; to: string | null; details: string[] }

/** The names of the actions by kind of record; an action that is not listed for its kind has its general name. */
const actsOf: Record<string, Record<string, string>> = {
  'underwriting result': {
    run: 'Ran underwriting on',
    decide: 'Decided on',
    'propose decision': 'Proposed a decision on',
    'confirm decision': 'Confirmed the decision on',
    view: 'Looked at the result of',
    export: 'Exported the evidence of',
  },
  'applicant question': {
    ask: 'Asked the applicant of',
    withdraw: 'Withdrew the question on',
    answer: 'The applicant answered on',
    read: 'Read the answer on',
  },
  offer: {
    send: 'Sent the result of',
    withdraw: 'Withdrew the result of',
    answer: 'The applicant answered the offer on',
  },
  'quote submission': { correct: 'Corrected the answers of' },
  'configuration change': { propose: 'Proposed a change of', withdraw: 'Withdrew a proposed change of' },
  'impact run': { start: 'Measured the impact of changing', cancel: 'Stopped measuring' },
  challenger: { name: 'Named', end: 'Ended' },
  'contact submission': { reply: 'Replied to' },
  'database table': { view: 'Looked at a record of' },
}

const acts: Record<string, string> = {
  create: 'Added',
  update: 'Changed',
  delete: 'Removed',
  view: 'Looked at',
  export: 'Exported',
  import: 'Imported',
  'undo import': 'Undid an import of',
  start: 'Started',
  cancel: 'Cancelled',
  save: 'Saved',
  restore: 'Restored',
  propose: 'Proposed',
  withdraw: 'Withdrew',
  release: 'Released',
  schedule: 'Scheduled',
  fail: 'Failed',
  approve: 'Approved',
  reject: 'Rejected',
  retry: 'Sent again',
  'resend code': 'Sent the code again for',
  'end session': 'Ended a session of',
  'end all sessions': 'Ended all sessions of',
  'remove second factor': 'Removed the two-step login of',
  'mark as read': 'Read about',
}

/** Fields that name the record, or another one that the words name. */
const bookkeeping: Record<string, readonly string[]> = {
  'underwriting result': ['quote'],
  'applicant question': ['quote'],
  offer: ['quote', 'result', 'offer'],
  'configuration change': ['collection', 'record', 'change', 'id'],
  'impact run': ['id', 'base', 'kind', 'collection', 'action', 'name', 'changes', 'values'],
  'batch run': ['count', 'quotes'],
  release: ['changes', 'version'],
  'engine version': ['id', 'hash', 'size', 'author', 'created'],
}

const decisionWords = { approved: 'Approved', referred: 'Referred', declined: 'Declined' }

const verdictWords: Record<string, string> = {
  accepted: 'Accepted as rated',
  changed: 'Accepted with changes',
  declined: 'Declined',
}

/** Describes an entry in words. Its table of fields has the rest. */
export function entryWords(entry: Entry): EntryWords {
  const { action, entity, entity_id } = entry
  const own = Object.hasOwn(actsOf, entity) ? actsOf[entity] : undefined
  const act = own?.[action] ?? acts[action] ?? `${capital(action)}:`
  const isExport = action === 'export' && entity_id === null
  return {
    act: isExport ? 'Exported' : act,
    record: recordWords(entry),
    to: urlOf(entry),
    details: [outcomeOf(entry), changesOf(entry)].filter((detail) => detail !== null),
  }
}

function valueOf({ fields }: Entry, name: string) {
  const field = fields.find((one) => one.name === name)
  return field?.after ?? field?.before ?? null
}

function recordWords(entry: Entry) {
  const { entity, entity_id, name, quote } = entry
  if (quote) return `Q-${quote.quote_id} ${quote.name}`
  if (entity_id === null) return entity
  if (entity === 'batch run') {
    const count = valueOf(entry, 'count')
    return count === null ? `batch run ${entity_id}` : `a run of ${counted(Number(count), 'application')}`
  }
  if (entity === 'impact run') {
    const [kind, changed] = [valueOf(entry, 'kind'), valueOf(entry, 'name')]
    const of = kind === 'draft' || kind === 'proposal' ? 'the engine code' : changed
    return of ?? `impact run ${entity_id}`
  }
  if (entity === 'configuration change') {
    const collection = collectionOf(entry)
    return collection && name !== null ? `${collection.singular} ${name}` : `${entity} ${entity_id}`
  }
  if (entity === 'engine version') return valueOf(entry, 'filename') ?? `${entity} ${entity_id}`
  if (Object.values(collections).some(({ plural }) => plural === entity)) return entity
  return name === null ? `${entity} ${entity_id}` : `${entity} ${entity_id}, ${name}`
}

/** Returns the collection of a proposed change. */
export function collectionOf({ fields }: { fields: readonly Omit<ComparedField, 'changed'>[] }) {
  const slug = fields.find(({ name }) => name === 'collection')
  return Object.values(collections).find((own) => own.slug === (slug?.after ?? slug?.before))
}

/** Returns the URL of the record's page; null if it has none, or was deleted. */
function urlOf(entry: Entry) {
  const { action, entity, entity_id, quote } = entry
  if (entity_id === null || action === 'delete') return null
  if (quote && (entity === 'offer' || entity === 'underwriting result'))
    return `/admin/underwriting/result/${quote.result_id}`
  if (quote) return `/admin/underwriting/quote/${quote.quote_id}`
  return recordUrl(entity, entity_id)
}

/** The outcome of the action. */
function outcomeOf(entry: Entry) {
  const { action, entity, quote } = entry
  if (entity === 'underwriting result' && action === 'run' && quote?.decision)
    return quote.decision === 'declined'
      ? decisionWords.declined
      : `${decisionWords[quote.decision]}, ${money(quote.premium)}`
  if (entity === 'offer' && action === 'send' && quote?.premium != null) return money(quote.premium)
  if (entity === 'impact run') return changesInWords(valueOf(entry, 'changes'))
  if (entity !== 'underwriting result') return null
  const verdict = valueOf(entry, 'verdict')
  return verdict !== null && isKeyOf(verdictWords, verdict) ? (verdictWords[verdict] ?? null) : null
}

/** The changes of the record, without those that the words name already. */
function changesOf(entry: Entry) {
  const { entity, action } = entry
  const hidden = [...(bookkeeping[entity] ?? []), 'undoes', 'change', 'release', 'verdict']
  const fields = entry.fields.map((field) => {
    if (hidden.includes(field.name)) return { ...field, changed: false }
    return field.name === 'reason' ? withReason(field) : field
  })
  const holder = entity === 'quote submission' ? fields.find(({ name }) => name === 'with') : undefined
  if (holder) return holder.after === null ? `Taken from ${holder.before}` : `Given to ${holder.after}`
  const file = valueOf(entry, 'through')
  if (action === 'export') return file && `As ${file}`
  if (fields.length > 0 && entry.fields.every(({ changed }) => !changed)) return 'The same before and after'
  if (fields.every(({ changed }) => !changed)) return null
  const release = valueOf(entry, 'release')
  const words = changeSummary({ ...entry, fields }).replace(/^Imported /, '')
  return release === null || entity === 'offer' ? words : `${words}, with release ${release}`
}

function withReason(field: ComparedField): ComparedField {
  return { ...field, after: field.after === null ? null : decisionReasonLabel(field.after) }
}
