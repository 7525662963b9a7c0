import type { Db } from '../../../db/schema'
import { recordAudit } from '~/domain/audit/audit.server'
import { calendarDay } from '~/domain/dates'
import { parseFields, type FieldError, type Fields } from '~/domain/parse-fields'
import { scheduledWith } from '~/domain/releases/releases.queries.server'
import type { Sandbox } from '~/domain/underwriting/sandbox.server'

import { checkEngine, type Checked } from './check.server'
import { differencesBetween, type Differences } from './differences.server'
import * as queries from './engine-versions.queries.server'
import { rejectionSchema, releaseSchema } from './engine-versions.schema'
import { findActiveEngine, type By, type EngineVersion } from './engine-versions.server'
import type { GateVersion } from './gate/gate.server'
import type { Difference } from './grid'
import { caseDifferences, tableDifferences } from './grids.server'

type Row = NonNullable<Awaited<ReturnType<typeof queries.findProposal>>>

/** A version that waits for its release, with what it changes. */
export type Proposal = Pick<
  Row,
  'id' | 'filename' | 'note' | 'author' | 'author_id' | 'created_at' | 'state' | 'decision_note'
> & {
  /** Whether another version went live after it was proposed: it cannot be released. */
  isStale: boolean
  /** The differences of the source; null where there are too many to compare. */
  code: Differences | null
  /** The differences of the tables and golden cases. */
  differences: Difference[]
}

/** Returns the versions that wait for their release, newest first. */
export async function listProposals(db: Db): Promise<Proposal[]> {
  const [rows, active] = await Promise.all([queries.listProposals(db), findActiveEngine(db)])
  return rows.map((row) => proposalOf(row, active))
}

/** Returns a version that waits for its release, or one that was decided on, with the scheduled release that it is part of. */
export async function findProposal(db: Db, id: number) {
  const [row, active, releaseId] = await Promise.all([
    queries.findProposal(db, id),
    findActiveEngine(db),
    scheduledWith(db, id),
  ])
  return row ? { ...proposalOf(row, active), releaseId } : null
}

/** Returns the parts of a version that waits for its release, or of one that was decided on. */
export async function findProposedVersion(db: Db, id: number) {
  const row = await queries.findProposal(db, id)
  return row ? (row as Row & GateVersion) : null
}

function proposalOf(row: Row, active: EngineVersion | null): Proposal {
  const { id, filename, note, author, author_id, created_at, state, decision_note } = row
  const after = row as Row & GateVersion
  const before = active as (EngineVersion & GateVersion) | null
  return {
    id,
    filename,
    note,
    author,
    author_id,
    created_at,
    state,
    decision_note,
    isStale: row.base !== active?.hash,
    code: differencesBetween(before?.source ?? '', after.source),
    differences:
      before === null
        ? []
        : [...tableDifferences(before.tables, after.tables), ...caseDifferences(before.tests, after.tests)],
  }
}

export type ProposalDecision =
  | { ok: true }
  | { ok: false; reason: 'invalid'; errors: FieldError[] }
  | { ok: false; reason: 'missing'; message: string }
  /** The decision is another person's. */
  | { ok: false; reason: 'forbidden'; message: string }
  /** It has been decided, or another version has gone live since. */
  | { ok: false; reason: 'conflict'; message: string }
  | Exclude<Checked, { ok: true }>

/**
 * Puts a proposed version in use. Only another admin than its author may; it is checked again under today's configuration, and refused if
 * another version went live since it was proposed. Fields: `decision_note`, which justifies a rule that a person may overrule.
 */
export async function releaseProposal(
  db: Db,
  sandbox: Sandbox,
  id: number,
  fields: Fields,
  { by, gate }: Pick<By, 'by' | 'gate'>,
): Promise<ProposalDecision> {
  const parsed = parseFields(releaseSchema, fields)
  if (!parsed.ok) return { ok: false, reason: 'invalid', errors: parsed.errors }
  const { decision_note: note } = parsed.value
  const decision = { id, by, note, state: 'released' as const }
  // Checked before the expensive work, and again under the lock.
  const found = await openProposal(db, decision)
  if (!found.ok) return found
  const version = found.row as unknown as GateVersion
  const checked = await checkEngine(db, sandbox, version, {
    asOf: calendarDay(new Date()),
    justification: note,
    ...gate,
  })
  return checked.ok ? decide(db, decision) : checked
}

/** Rejects a proposed version, by another admin than its author. Fields: `decision_note`, the reason. */
export async function rejectProposal(
  db: Db,
  id: number,
  fields: Fields,
  { by }: { by: number },
): Promise<ProposalDecision> {
  const parsed = parseFields(rejectionSchema, fields)
  if (!parsed.ok) return { ok: false, reason: 'invalid', errors: parsed.errors }
  return decide(db, { id, by, note: parsed.value.decision_note, state: 'rejected' })
}

/** Withdraws a proposed version, by its author. */
export async function withdrawProposal(db: Db, id: number, { by }: { by: number }) {
  return decide(db, { id, by, note: null, state: 'withdrawn' })
}

type Decision = { id: number; by: number; note: string | null; state: 'released' | 'rejected' | 'withdrawn' }

const verbs = { released: 'release', rejected: 'reject', withdrawn: 'withdraw' } as const

async function decide(db: Db, decision: Decision): Promise<ProposalDecision> {
  const { id, by, note, state } = decision
  return db.transaction().execute(async (trx): Promise<ProposalDecision> => {
    await queries.lockVersions(trx)
    const found = await openProposal(trx, decision)
    if (!found.ok) return found
    await queries.decideProposal(trx, id, { state, decided_by: by, decision_note: note })
    await recordAudit(trx, {
      userId: by,
      action: verbs[state],
      entity: 'engine version',
      entityId: id,
      before: { state: 'proposed', author: found.row.author_id },
      after: { state, hash: found.row.hash, note },
    })
    return { ok: true }
  })
}

/** Returns a proposal that this person may decide on in this way. */
async function openProposal(
  db: Db,
  { id, by, state }: Decision,
): Promise<{ ok: true; row: Row } | Extract<ProposalDecision, { message: string }>> {
  const row = await queries.findProposal(db, id)
  if (!row) return { ok: false, reason: 'missing', message: 'There is no such proposed version.' }
  const isAuthor = row.author_id === by
  if (state === 'withdrawn' && !isAuthor)
    return { ok: false, reason: 'forbidden', message: 'Only its author can withdraw a proposed version.' }
  if (state !== 'withdrawn' && isAuthor) {
    const message = `You proposed this version: another admin must ${verbs[state]} it.`
    return { ok: false, reason: 'forbidden', message }
  }
  if (row.state !== 'proposed')
    return { ok: false, reason: 'conflict', message: `This version was ${row.state} already.` }
  const scheduled = await scheduledWith(db, id)
  if (scheduled !== null) {
    const message = `This version is part of release ${scheduled}, which is scheduled. Cancel that first.`
    return { ok: false, reason: 'conflict', message }
  }
  if (state === 'released' && (await findActiveEngine(db))?.hash !== row.base) {
    const message =
      'Another version has gone live since this one was proposed. Its author must propose it again on top of that.'
    return { ok: false, reason: 'conflict', message }
  }
  return { ok: true, row }
}
