import type { ClientActionFunctionArgs, ShouldRevalidateFunctionArgs } from '@remix-run/react'

import { hasPendingDraft, removePendingDraft } from './drafts'
import { maxFormBytes, typedValues, type FormResult } from './form-result'
import { idempotencyKeyName } from './idempotency-key-field'

type Failure = {
  fields: Record<string, FormDataEntryValue>
  /** Whether there was a response, though not from the application. */
  hasResponse: boolean
}

type FailureMessage = string | ((intent: string, failure: Failure) => string)

type Options = {
  /** The maximum size of a file field in bytes, and the error for larger files. */
  files?: Record<string, { bytes: number; message: string }>
  /** Set if the action has no idempotency key, so that it runs again when the form is sent again. A text explains how to check whether it has run. */
  actsAgain?: boolean | string
  /** Whether a form only asks about its input, so that a success keeps the draft. */
  isQuestion?: (fields: Failure['fields']) => boolean
  /** Advice in case the action has succeeded, depending on the submitted values; empty if it does not matter, undefined for that of `actsAgain`. */
  adviceOf?: (fields: Failure['fields']) => string | undefined
}

/**
 * Returns a `clientAction` that keeps the page and its input when a form does not reach the application: the connection breaks,
 * a proxy responds in its place, or the action fails. The form is then rendered with this message as its error; a page with several
 * forms can choose the message by `intent`. Unless the body was rejected as too large, advice is added: to check the connection if there
 * was no response, and what to do since the action may have succeeded, where that matters. A file or a form that is too large is not sent.
 * A route that exports this also exports `shouldRevalidate`.
 */
export function keepPageOnFailure(
  failureMessage: FailureMessage,
  { files = {}, actsAgain = false, isQuestion = () => false, adviceOf }: Options = {},
) {
  return async ({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> => {
    const fields = Object.fromEntries(await request.clone().formData())
    const failedForm = (path: string, message: string): FormResult => ({
      errors: [{ path, message }],
      values: typedValues(fields),
      failed: true,
    })

    for (const [name, { bytes, message }] of Object.entries(files)) {
      const file = fields[name]
      if (file instanceof File && file.size > bytes) return failedForm(name, message)
    }
    if (new URLSearchParams(typedValues(fields)).toString().length > maxFormBytes)
      return failedForm('', 'This is too long: at most 1 MB can be sent. Nothing was changed.')
    let hasResponse = false
    let isTooLarge = false
    try {
      const result = await serverAction<FormResult | null>()
      // Text comes from a proxy or a captive portal: an action responds with JSON.
      if (typeof result !== 'string') {
        if (!result?.errors?.length && !isQuestion(fields)) removePendingDraft()
        return result
      }
      hasResponse = true
    } catch (error) {
      if (request.signal.aborted) throw error
      if (error instanceof Response && error.status !== 413) {
        if (isAccepted(error) && !isQuestion(fields)) removePendingDraft()
        throw error
      }
      isTooLarge = error instanceof Response
      // `fetch` reports a broken connection as a TypeError; Remix reports a proxy's response and an error of the action as another one.
      hasResponse = !(error instanceof TypeError)
    }
    const intent = typeof fields.intent === 'string' ? fields.intent : ''
    const message =
      typeof failureMessage === 'string' ? failureMessage : failureMessage(intent, { fields, hasResponse })
    if (isTooLarge) return failedForm('', message)
    const unkeyed = actsAgain === true ? mayHaveSucceeded() : actsAgain || null
    const keyed = fields[idempotencyKeyName] === undefined ? unkeyed : retryIsSafe
    const outcome = isQuestion(fields) ? '' : (adviceOf?.(fields) ?? keyed)
    const advice = [hasResponse ? '' : checkConnection, outcome].filter(Boolean)
    const sentence = advice.length === 0 || message.endsWith('.') ? message : `${message}.`
    return failedForm('', [sentence, ...advice].join(' '))
  }
}

const checkConnection = 'Check your connection.'

/** For a form that only sends an email. */
export const emailMayBeSent = 'The email may be on its way all the same: look in your inbox first.'

/** A corrected form is another submission: only the same one is recognized. */
export const retryIsSafe = 'It may have arrived all the same. You can send it again as it is: it counts once.'

/**
 * A reload shows the stored values, or the input with a notice that it is not saved. Many messages advise to try again: this states
 * what to do first.
 */
function mayHaveSucceeded() {
  const advice = 'Reload the page first: it may have been done.'
  return hasPendingDraft() ? `${advice} What you typed is kept.` : advice
}

/** Skips the loaders after a failed form: they would fail in the same way, and replace the page. */
export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const failed = (actionResult as Partial<FormResult> | null | undefined)?.failed === true
  return failed ? false : defaultShouldRevalidate
}

/** Whether an action redirected on success, and not because the session has ended. */
function isAccepted(response: Response) {
  const location = response.headers.get('Location')
  if (location === null) return false
  const { pathname, searchParams } = new URL(location, window.location.href)
  return pathname !== '/login' || searchParams.has('welcome')
}
