import { db } from '~/db.server'
import { decideResult } from '~/domain/decisions/decisions.server'
import type { Fields } from '~/domain/parse-fields'
import { rejectForm, rejectFormTemporarily } from '~/http/forms.server'
import { notFoundPage } from '~/http/problem.server'
import { replaceHistoryEntry, seeOtherWithFlash } from '~/http/redirects.server'

/** Stores an underwriter's decision, by the form of the result's page. */
export async function decide(resultId: number, fields: Fields, by: number) {
  try {
    const outcome = await decideResult(db, resultId, fields, { by })
    if (outcome.ok)
      return await seeOtherWithFlash(
        `/admin/underwriting/result/${resultId}`,
        { tone: 'success', message: 'The decision is saved. The result can be sent.' },
        replaceHistoryEntry,
      )
    if (outcome.reason === 'missing') throw notFoundPage(outcome.message)
    if (outcome.reason === 'invalid') return rejectForm(fields, outcome.errors)
    return rejectForm(fields, [{ path: '', message: outcome.message }], { status: 409 })
  } catch (error) {
    return rejectFormTemporarily(fields, error, 'Failed to save the decision. Please try again.')
  }
}
