import { db } from '~/db.server'
import { adminTime } from '~/domain/formats'
import type { Fields } from '~/domain/parse-fields'
import type { PartIds } from '~/domain/releases/parts.server'
import { findRelease } from '~/domain/releases/overview.server'
import { release, type ReleaseOutcome } from '~/domain/releases/releases.server'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { env } from '~/env.server'
import { rejectForm } from '~/http/forms.server'
import { initOfReason } from '~/http/problem.server'
import { seeOtherWithFlash } from '~/http/redirects.server'
import { evictPages } from '~/server/page-cache.server'
import type { FormResult } from '~/ui/form-result'

export const releasesPage = '/admin/underwriting/releases'

/** Releases parts by a form with a reason and a time, and redirects to the list of releases. */
export async function releaseFromPage(fields: Fields, parts: PartIds, by: number) {
  const outcome = await release(db, sandbox, { ...parts, fields }, { by, releaseBy: env.RELEASE_BY })
  if (!outcome.ok) return rejectRelease(fields, outcome)
  const { id, state } = outcome
  if (state === 'live') {
    evictPages()
    return seeOtherWithFlash(releasesPage, success(`Release ${id} is live.`))
  }
  const from = (await findRelease(db, id))?.live_from
  return seeOtherWithFlash(
    releasesPage,
    success(`Release ${id} is scheduled${from ? ` for ${adminTime(from)} UTC` : ''}.`),
  )
}

export function rejectRelease(
  fields: Fields,
  outcome: Exclude<ReleaseOutcome, { ok: true }>,
  more: Pick<FormResult, 'failed' | 'final'> = {},
) {
  if (outcome.reason === 'invalid') return rejectForm(fields, outcome.errors, more)
  const { reason, message } = outcome
  const text = reason === 'refused' ? `It cannot be released: ${message}` : message
  return rejectForm(fields, [{ path: '', message: text }], { ...initOfReason(reason), ...more })
}

export function success(message: string) {
  return { tone: 'success' as const, message, duration: 10_000 }
}
