import { json } from '@remix-run/node'

import { db } from '~/db.server'
import { verifyPassword } from '~/domain/accounts/accounts.server'
import { parseId } from '~/domain/ids'
import { parseFields, type FieldError, type Fields } from '~/domain/parse-fields'
import { appCodeSchema, newPasskeySchema, proofSchema } from '~/domain/second-factor/second-factor.schema'
import {
  addPasskey,
  cancelApp,
  confirmApp,
  removeApp,
  removePasskey,
  renewRecoveryCodes,
  startApp,
  turnOff,
} from '~/domain/second-factor/second-factor.server'
import { isProven, setProven, type Session } from '~/domain/sessions/sessions.server'
import { keepFormOnFailure, rejectForm } from '~/http/forms.server'
import { seeOther, seeOtherWithFlash } from '~/http/redirects.server'
import { passkeyResponse } from '~/http/second-step.server'
import { site } from '~/http/site.server'
import type { FormResult } from '~/ui/form-result'

/** The result of a form of the page: errors, or recovery codes, which are shown only once. */
export type TwoStepResult = FormResult & { codes?: string[] }

const page = '/two-step-login'
export const failure = 'An error occurred. Please try again.'
const notProven = 'Enter your current password first. Nothing was changed.'

export async function changeTwoStepLogin(request: Request, session: Session, fields: Fields) {
  return keepFormOnFailure(fields, failure, async () => {
    if (fields.intent === 'prove') return await prove(session, fields)
    if (!(await isProven(db, session.id))) return rejectForm(fields, [{ path: '', message: notProven }])
    if (fields.intent === 'add-passkey') return await addPasskeyOf(session, request, fields)
    return await change(session, fields)
  })
}

async function prove({ id, user }: Session, fields: Fields) {
  const parsed = parseFields(proofSchema, fields)
  if (!parsed.ok) return rejectForm(fields, parsed.errors)
  if ((await verifyPassword(db, user.id, parsed.value.current_password)) === null)
    return rejectForm(fields, [{ path: 'current_password', message: 'Current password is incorrect' }])
  await setProven(db, id)
  return seeOther(page)
}

async function addPasskeyOf({ user }: Session, request: Request, fields: Fields) {
  const parsed = parseFields(newPasskeySchema, fields)
  const typed = { intent: fields.intent, name: fields.name }
  if (!parsed.ok) return rejectForm(typed, parsed.errors)
  const { name, credential } = parsed.value
  const passkey = { name, ...(await passkeyResponse(request, credential)) }
  return answer(typed, await addPasskey(db, user.id, passkey, site), 'Your passkey is added.')
}

async function change({ user }: Session, fields: Fields) {
  switch (fields.intent) {
    case 'start-app':
      await startApp(db, user.id)
      return seeOther(`${page}#app`)
    case 'cancel-app':
      await cancelApp(db, user.id)
      return seeOther(page)
    case 'confirm-app': {
      const parsed = parseFields(appCodeSchema, fields)
      if (!parsed.ok) return rejectForm(fields, parsed.errors)
      const outcome = await confirmApp(db, user.id, parsed.value.code, site)
      return answer(
        fields,
        outcome,
        'Your authenticator app is set up. It counts from now on, and an earlier one no longer.',
      )
    }
    case 'remove-app':
      return answer(fields, await removeApp(db, user.id, site), 'The authenticator app is removed.')
    case 'remove-passkey': {
      const id = parseId(fields.passkey_id)
      return answer(fields, await removePasskey(db, user.id, id, site), 'The passkey is removed.')
    }
    case 'renew-codes':
      return answer(fields, await renewRecoveryCodes(db, user.id, site), 'New recovery codes are made.')
    case 'turn-off':
      return answer(fields, await turnOff(db, user.id, site), 'Two-step login is off.')
    default:
      return rejectForm(fields, [{ path: '', message: 'This could not be done. Please try again.' }])
  }
}

/** Returns the codes in the response itself: a redirect would have to store them. */
function answer(
  fields: Fields,
  outcome: { ok: true; codes: string[] | null } | { ok: false; errors: FieldError[] },
  message: string,
) {
  if (!outcome.ok) return rejectForm(fields, outcome.errors)
  if (outcome.codes === null) return seeOtherWithFlash(page, { tone: 'success', message, duration: 10_000 })
  return json<TwoStepResult>({ errors: [], values: {}, codes: outcome.codes })
}
