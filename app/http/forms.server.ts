import { json, redirect } from '@remix-run/node'

import { HashingBusyError } from '~/domain/accounts/passwords.server'
import { fingerprint, type IdempotencyKey } from '~/domain/idempotency/idempotency.server'
import type { FieldError, Fields } from '~/domain/parse-fields'
import { TooManyAttempts } from '~/domain/rate-limits/rate-limits.server'
import { setRequestFlag } from '~/request-context.server'
import { typedValues, type FormResult } from '~/ui/form-result'

import { isMissingAccount, isUnavailable } from '../../db/errors'
import { BodyError, readForm, type ReadOptions } from './body.server'
import { retryAfter, waitOf } from './problem.server'

/** The fields of a page's form. What cannot be read at all is answered with its status. */
export async function formFields(request: Request, options: ReadOptions = {}): Promise<Fields> {
  try {
    return Object.fromEntries(await readForm(request, options))
  } catch (error) {
    if (error instanceof BodyError) throw json(error.message, { status: error.status })
    throw error
  }
}

type RefusalOptions = { status?: number; headers?: HeadersInit } & Pick<
  FormResult,
  'title' | 'stored' | 'failed'
>

/** The page again, with the errors and everything that was typed; passwords never come back. */
export function refuseForm(
  fields: Fields,
  errors: FieldError[],
  { status = 422, headers = {}, ...more }: RefusalOptions = {},
) {
  setRequestFlag('refused')
  const lostFile = Object.values(fields).some((value) => value instanceof File)
  return json<FormResult>({ errors, values: typedValues(fields), lostFile, ...more }, { status, headers })
}

/**
 * The page again, to be sent later: after too many attempts, or with the page's own message while the database or the hashing
 * queue cannot take more. A caller whose account has been deleted is sent to the login. Any other error is thrown on.
 */
export function refuseForNow(fields: Fields, error: unknown, message: string) {
  if (error instanceof TooManyAttempts) {
    return refuseForm(fields, [{ path: '', message: error.message }], {
      status: 429,
      headers: waitOf(error),
    })
  }
  if (isMissingAccount(error)) throw redirect('/login')
  if (!isUnavailable(error) && !(error instanceof HashingBusyError)) throw error
  return refuseForm(fields, [{ path: '', message }], { status: 503, headers: retryAfter, failed: true })
}

/** The field of a form that carries its idempotency key. */
export const keyField = 'idempotency_key'

/**
 * The key of a page's form: a double click or a reload is the same form with the same content. The same form sent again with
 * another content is a new one. Null when the form has no key.
 */
export function idempotencyKeyFromForm(
  scope: string,
  fields: Fields,
  content: unknown,
): IdempotencyKey | null {
  const key = fields[keyField]
  return typeof key === 'string' && /^[\w-]{8,100}$/.test(key)
    ? { scope, key: `${key} ${fingerprint(content)}` }
    : null
}
