import { db } from '~/db.server'
import type { Fields } from '~/domain/parse-fields'
import { parseFields } from '~/domain/parse-fields'
import { waitlistSchema } from '~/domain/waitlist/waitlist.schema'
import { joinWaitlist } from '~/domain/waitlist/waitlist.server'
import { campaignOf } from '~/http/cookies.server'
import { formFields, idempotencyKeyFromForm, keepFormOnFailure, rejectForm } from '~/http/forms.server'
import { seeOther } from '~/http/redirects.server'
import { clientIp } from '~/request-context.server'
import { honeypotName } from '~/ui/honeypot'

/** Handles the waitlist form, which several pages have. `success` is the URL of the success panel, `failure` the error message, `source` where entries come from. */
export async function joinFromPage(
  request: Request,
  options: { interestRequired: boolean; success: string; failure: string; source?: string },
  body?: Fields,
) {
  const fields = body ?? (await formFields(request))
  if (fields[honeypotName]) return seeOther(options.success)
  const parsed = parseFields(waitlistSchema(options), {
    referral_source: options.source,
    ...(await campaignOf(request)),
    ...withoutBlanks(fields),
  })
  if (!parsed.ok) return rejectForm(fields, parsed.errors)
  return keepFormOnFailure(fields, options.failure, async () => {
    await joinWaitlist(db, parsed.value, {
      ip: clientIp(),
      key: idempotencyKeyFromForm('/waitlist', fields, parsed.value),
    })
    return seeOther(options.success)
  })
}

function withoutBlanks(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
}
