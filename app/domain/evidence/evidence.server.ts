import type { Db } from '../../../db/schema'
import { recordAudit } from '~/domain/audit/audit.server'
import { fingerprint } from '~/domain/hashes.server'

import * as queries from './evidence.queries.server'

/** The format of the file. A change that `scripts/verify-decision.mjs` would misread gets the next number. */
const format = 1

type Row = NonNullable<Awaited<ReturnType<typeof queries.findEvidence>>>
type Offers = Awaited<ReturnType<typeof queries.listOffersOf>>
type Questions = Awaited<ReturnType<typeof queries.listQuestionsOf>>
type Decisions = Awaited<ReturnType<typeof queries.listDecisionsOf>>

/** The evidence of a decision: everything that made a result, and who acted on it. Times are ISO 8601 in UTC. */
export type Evidence = ReturnType<typeof evidenceOf> & {
  /** The SHA-256 of all other fields as JSON with sorted keys. */
  fingerprint: string
}

/**
 * Returns the evidence of a stored result, or null. The same records give the same file. Audits the read with the file's fingerprint, so that
 * a file can be compared with the log.
 */
export async function exportEvidence(
  db: Db,
  resultId: number,
  { by, through }: { by: number; through: 'page' | 'call' },
): Promise<Evidence | null> {
  return db.transaction().execute(async (trx) => {
    const row = await queries.findEvidence(trx, resultId)
    if (!row) return null
    const offers = await queries.listOffersOf(trx, resultId)
    const questions = await queries.listQuestionsOf(trx, row.quote_submission_id)
    const decisions = await queries.listDecisionsOf(trx, resultId)
    const content = evidenceOf(row, { offers, questions, decisions })
    const evidence = { ...content, fingerprint: fingerprint(content) }
    await recordAudit(trx, {
      userId: by,
      action: 'export',
      entity: 'underwriting result',
      entityId: resultId,
      after: { through, evidence: evidence.fingerprint },
    })
    return evidence
  })
}

function evidenceOf(
  row: Row,
  { offers, questions, decisions }: { offers: Offers; questions: Questions; decisions: Decisions },
) {
  return {
    format,
    application: {
      id: row.quote_submission_id,
      submitted_at: row.submitted_at.toISOString(),
      status: row.status,
      /** The questions of the office to the applicant; deleted with the account. */
      questions: questions.map(
        ({ id, message, asked_at, asker_id, asker, withdrawn_at, answer, answered_at }) => ({
          id,
          question: message,
          asked_at: asked_at.toISOString(),
          asked_by: person(asker_id, asker),
          withdrawn_at: withdrawn_at?.toISOString() ?? null,
          answer,
          answered_at: answered_at?.toISOString() ?? null,
        }),
      ),
    },
    input: row.input,
    version: versionOf(row),
    result: resultOf(row),
    decision: {
      status: row.decision,
      decided_by: 'engine' as const,
      decided_at: row.date_created.toISOString(),
      run_by: person(row.runner_id, row.runner),
      /** What underwriters decided about a referred result; the last one counts, unless it is only proposed. */
      by_underwriters: decisions.map(
        ({ created_at, decider_id, decider, confirmed_at, senior_id, senior, ...decision }) => ({
          ...decision,
          at: created_at.toISOString(),
          by: person(decider_id, decider),
          confirmed: confirmed_at && { at: confirmed_at.toISOString(), by: person(senior_id, senior) },
        }),
      ),
      offers: offers.map(({ id, sent_at, withdrawn_at, sender_id, sender }) => ({
        id,
        sent_at: sent_at.toISOString(),
        sent_by: person(sender_id, sender),
        ended_at: withdrawn_at?.toISOString() ?? null,
      })),
    },
  }
}

/** A version that was never proposed was released by its author at once. */
function versionOf(row: Row) {
  const author = person(row.author_id, row.author)
  const created_at = row.created_at.toISOString()
  return {
    interface: row.interface,
    filename: row.filename,
    source: row.source,
    tables: row.tables,
    tests: row.tests,
    hash: row.hash,
    created: { at: created_at, by: author, note: row.note },
    released: row.decided_at
      ? {
          at: row.decided_at.toISOString(),
          by: person(row.releaser_id, row.releaser),
          note: row.decision_note,
        }
      : { at: created_at, by: author, note: row.note },
  }
}

function resultOf(row: Row) {
  const { id, decision, coverage_tier, max_coverage, monthly_premium, annual_premium, ratio } = row
  const { user_score, combined_risk_factor, calculation_details, engine_hash, configuration_hash } = row
  const result = {
    id,
    decision,
    coverage_tier,
    max_coverage,
    monthly_premium,
    annual_premium,
    ratio,
    user_score,
    combined_risk_factor,
    calculation_details,
    engine_hash,
    configuration_hash,
  }
  return { ...result, hash: fingerprint(result) }
}

/** Returns an account, or null for the program or a deleted account. */
function person(id: number | null, name: string | null) {
  return id === null ? null : { id, name }
}
