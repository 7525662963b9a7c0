import { db } from '~/db.server'
import { startImpact } from '~/domain/impacts/impacts.server'
import type { SubjectOutcome } from '~/domain/impacts/subjects.server'
import type { FieldError } from '~/domain/parse-fields'
import { initOfReason } from '~/http/problem.server'
import { log } from '~/log.server'

export type ImpactStart =
  { ok: true; page: string } | { ok: false; status: number; headers?: HeadersInit; errors: FieldError[] }

/** Starts a comparison over all stored quotes, and returns the URL of its page. */
export async function startFromPage(outcome: SubjectOutcome, by: number): Promise<ImpactStart> {
  if (!outcome.ok) return rejection(outcome)
  const { subject, comparison } = outcome
  const onError = (error: unknown) => log.error({ err: error }, 'a run of impact failed')
  const started = await startImpact(db, { by, subject, comparison, onError })
  if (started.ok) return { ok: true, page: `/admin/underwriting/impact/${started.id}` }
  const message = 'Another run over all quotes is under way. Wait until it has ended, or cancel it.'
  return { ok: false, status: 409, errors: [{ path: '', message }] }
}

function rejection(outcome: Exclude<SubjectOutcome, { ok: true }>): Extract<ImpactStart, { ok: false }> {
  const init = initOfReason(outcome.reason)
  if (outcome.reason === 'invalid') return { ok: false, ...init, errors: outcome.errors }
  const message = outcome.reason === 'refused' ? outcome.fault.message : outcome.message
  return { ok: false, ...init, errors: [{ path: '', message }] }
}
