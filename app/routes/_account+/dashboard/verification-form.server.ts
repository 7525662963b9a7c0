import { db } from '~/db.server'
import { codeSchema } from '~/domain/accounts/accounts.schema'
import { cancelChangeOf, pendingEmail, resendCode, verifyEmail } from '~/domain/accounts/verification.server'
import { parseFields, type Fields } from '~/domain/parse-fields'
import type { SessionUser } from '~/domain/sessions/sessions.server'
import { seeOtherWithFlash } from '~/http/redirects.server'
import { keepFormOnFailure, rejectForm } from '~/http/forms.server'
import { deviceCookie } from '~/http/cookies.server'
import { site } from '~/http/site.server'

/** Sends a new code to the email that waits for one. */
export async function resendFromPage(user: SessionUser, fields: Fields) {
  return keepFormOnFailure(
    fields,
    'There was an error sending the verification email. Please try again.',
    async () => {
      const sent = await resendCode(db, user, { site })
      if (!sent.ok)
        return rejectForm(fields, [{ path: '', message: `Failed to send verification email: ${sent.error}` }])
      return seeOtherWithFlash('/dashboard?verify=yes#verification', {
        tone: 'success',
        message: `Verification email sent to ${sent.email}.`,
      })
    },
  )
}

export async function cancelChangeFromPage(user: SessionUser, fields: Fields) {
  return keepFormOnFailure(fields, 'The change could not be cancelled. Please try again.', async () => {
    await cancelChangeOf(db, user.id)
    return await seeOtherWithFlash('/dashboard', {
      tone: 'success',
      message: `The change is cancelled. ${user.email} stays your email address.`,
    })
  })
}

/** Verifies the email by its code; a form that is sent again after that, as from another tab, is no failure. */
export async function verifyFromPage(request: Request, user: SessionUser, fields: Fields) {
  const parsed = parseFields(codeSchema, fields)
  if (!parsed.ok) return rejectForm(fields, parsed.errors)
  return keepFormOnFailure(fields, 'There was an error verifying your email. Please try again.', async () => {
    const flash = {
      tone: 'success',
      message: 'Your email address is verified.',
      duration: 30_000,
    } as const
    if (user.email_verified && (await pendingEmail(db, user.id)) === null)
      return await seeOtherWithFlash('/dashboard', flash)
    const verified = await verifyEmail(db, user.id, parsed.value.code, { site })
    if (!verified.ok)
      return rejectForm(fields, [{ path: 'code', message: `Verification failed: ${verified.error}` }])
    return await seeOtherWithFlash('/dashboard', flash, {
      'Set-Cookie': await deviceCookie(request, verified.email),
    })
  })
}
