import { db } from '~/db.server'
import { challengerRuns } from '~/domain/challengers/runs.server'
import type { IdempotencyKey } from '~/domain/idempotency/idempotency.server'
import { adminTime } from '~/domain/formats'
import { offerStateText } from '~/domain/offers/offer-state'
import { listOffers } from '~/domain/offers/offers.server'
import type { Fields } from '~/domain/parse-fields'
import { withdrawnText } from '~/domain/quotes/ended-text'
import { findEnding } from '~/domain/quotes/ending.server'
import { findQuote } from '~/domain/quotes/quotes.server'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { runUnderwriting, type RunOutcome } from '~/domain/underwriting/underwriting.server'
import type { Flash } from '~/ui/flash'

import { idempotencyKeyFromForm } from './forms.server'
import { initOfReason, Problem } from './problem.server'

/** Runs underwriting for a page's form, idempotently under the form's key. */
export function runFromPage(fields: Fields, { quoteId, adminId }: { quoteId: number; adminId: number }) {
  const key = idempotencyKeyFromForm(`/admin/underwriting ${adminId}`, fields, quoteId)
  return runLive({ quoteId, adminId, key })
}

/** Runs underwriting, and then the challenger in the background. */
export async function runLive(request: { quoteId: number; adminId: number; key: IdempotencyKey | null }) {
  const run = await runUnderwriting(db, sandbox, request)
  if (run.ok) challengerRuns.add(db, run.result.id)
  return run
}

/** The message after an underwriting run, with the reason why the result cannot be sent, if any. */
export async function ranSuccessfully({
  id,
  quote_submission_id: quoteId,
}: {
  id: number
  quote_submission_id: number
}): Promise<Flash> {
  const detail = await statusDetail(quoteId)
  return {
    tone: 'success',
    message: 'Underwriting completed successfully!',
    ...(detail === undefined ? { duration: 10_000 } : { detail, duration: 20_000 }),
    link: { to: `/admin/underwriting/result/${id}`, label: `View result ${id}` },
  }
}

async function statusDetail(quoteId: number) {
  const [quote, offers] = await Promise.all([findQuote(db, quoteId), listOffers(db, quoteId)])
  const ending = quote && (await findEnding(db, quote))
  if (ending?.why === 'deleted') return 'The applicant has deleted the account: it cannot be sent.'
  if (ending) return `Q-${quoteId} is withdrawn: it cannot be sent. ${withdrawnText(ending)}`
  const sent = offers.find(({ withdrawn_at }) => withdrawn_at === null)
  if (!sent) return undefined
  const { result_id, sent_at } = sent
  return `Result ${result_id} was sent ${adminTime(sent_at)} UTC, and stands until this one is sent. ${offerStateText(sent)}`.trim()
}

/** Responds to a failed underwriting run. */
export function runProblem(run: Extract<RunOutcome, { ok: false }>) {
  const { status, headers } = initOfReason(run.reason)
  return new Problem(status, run.message, headers)
}
