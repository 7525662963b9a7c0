import { json, redirect } from '@remix-run/node'

import { HashingBusyError } from '~/domain/accounts/passwords.server'
import { fingerprint } from '~/domain/hashes.server'
import type { IdempotencyKey } from '~/domain/idempotency/idempotency.server'
import type { FieldError, Fields } from '~/domain/parse-fields'
import { TooManyAttempts } from '~/domain/rate-limits/rate-limits.server'
import { setRequestFlag } from '~/request-context.server'
import { typedValues, type FormResult } from '~/ui/form-result'
import { idempotencyKeyName } from '~/ui/idempotency-key-field'

import { isMissingAccount, isUnavailable } from '../../db/errors'
import { BodyError, readForm, type ReadOptions } from './body.server'
import { retryAfter, waitOf } from './problem.server'

/** The 400 response to a form with an unknown `intent`: a page with several actions has no default one. */
export function unknownIntent() {
  return json('The form did not say what to do.', { status: 400 })
}

/** Reads the fields of a page's form. An unreadable body is rejected with its status. */
export async function formFields(request: Request, options: ReadOptions = {}): Promise<Fields> {
  try {
    return Object.fromEntries(await readForm(request, options))
  } catch (error) {
    if (error instanceof BodyError) throw json(error.message, { status: error.status })
    throw error
  }
}

type RejectionOptions = { status?: number; headers?: HeadersInit } & Pick<
  FormResult,
  'title' | 'stored' | 'failed' | 'final' | 'warnings'
>

/** Responds with the page again, with the errors and the submitted values; passwords are never sent back. */
export function rejectForm(
  fields: Fields,
  errors: FieldError[],
  { status = 422, headers = {}, ...more }: RejectionOptions = {},
) {
  setRequestFlag('refused')
  const lostFile = Object.values(fields).some((value) => value instanceof File)
  return json<FormResult>({ errors, values: typedValues(fields), lostFile, ...more }, { status, headers })
}

/**
 * Runs the action of a form. If it cannot run now, responds with the page again, to be submitted later: after too many attempts, or
 * with the page's own message while the database or the hashing queue is full. Redirects a caller whose account has been deleted to the
 * login page. Rethrows any other error.
 */
export async function keepFormOnFailure<Answer>(fields: Fields, message: string, act: () => Promise<Answer>) {
  try {
    return await act()
  } catch (error) {
    if (error instanceof TooManyAttempts) {
      return rejectForm(fields, [{ path: '', message: error.message }], {
        status: 429,
        headers: waitOf(error),
      })
    }
    if (isMissingAccount(error)) throw redirect('/login')
    if (!isUnavailable(error) && !(error instanceof HashingBusyError)) throw error
    return rejectForm(fields, [{ path: '', message }], { status: 503, headers: retryAfter, failed: true })
  }
}

/**
 * Returns the idempotency key of a page's form: a double click or a reload sends the same key and content. The key includes the
 * content, so that an edited form is a new request. Null when the form has no key.
 */
export function idempotencyKeyFromForm(
  scope: string,
  fields: Fields,
  content: NonNullable<unknown> | null,
): IdempotencyKey | null {
  const key = fields[idempotencyKeyName]
  return typeof key === 'string' && /^[\w-]{8,100}$/.test(key)
    ? { scope, key: `${key} ${fingerprint(content)}` }
    : null
}
