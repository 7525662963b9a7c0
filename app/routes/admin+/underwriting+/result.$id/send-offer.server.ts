import { db } from '~/db.server'
import { parseId } from '~/domain/ids'
import { offerFailure } from '~/domain/offers/failures'
import { sendOffer, withdrawOffer } from '~/domain/offers/offers.server'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import type { Fields } from '~/domain/parse-fields'
import { replaceHistoryEntry, seeOtherWithFlash } from '~/http/redirects.server'
import { keepFormOnFailure, rejectForm } from '~/http/forms.server'
import { mailFlash } from '~/http/mail-flash.server'
import { notFoundPage, statusOfReason } from '~/http/problem.server'
import { site } from '~/http/site.server'
import type { Flash } from '~/ui/flash'

/**
 * Sends a result to its applicant or withdraws it, by the form of its `page`; `replaces` and `decision` are the live offer and the
 * decision that the page showed, `despite` the news that the sender has confirmed.
 */
export async function changeOffer(
  resultId: number,
  fields: Fields,
  { by, page }: { by: number; page: string },
) {
  const sending = fields.intent === 'send'
  return keepFormOnFailure(fields, offerFailure(String(fields.intent)), async () => {
    const outcome = sending
      ? await sendOffer(db, resultId, {
          by,
          site,
          sandbox,
          replaces: Number(fields.replaces) || null,
          decision: fields.decision === undefined ? undefined : parseId(fields.decision),
          acknowledged: typeof fields.despite === 'string' ? fields.despite : undefined,
        })
      : await withdrawOffer(db, resultId, { by })
    if (outcome.ok) {
      const done = { tone: 'success', duration: 10_000 } as const
      const flash: Flash = sending
        ? mailFlash(
            { ...done, message: 'The result is on its way to its applicant.' },
            'The email with the result',
          )
        : { ...done, message: 'The result was withdrawn: its link says that it was taken back.' }
      return seeOtherWithFlash(page, flash, replaceHistoryEntry)
    }
    if (outcome.reason === 'missing') throw notFoundPage(outcome.message)
    const status = statusOfReason(outcome.reason, { refused: 409 })
    return rejectForm(fields, [{ path: '', message: outcome.message }], { status })
  })
}
