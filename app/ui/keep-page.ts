import type { ClientActionFunctionArgs, ShouldRevalidateFunctionArgs } from '@remix-run/react'

import { forgetSentDraft } from './drafts'
import { typedValues, type RefusedForm } from './refused-form'

type Failure = {
  fields: Record<string, FormDataEntryValue>
  /** Whether something answered, though not the program. */
  answered: boolean
}

type Words = string | ((intent: string, failure: Failure) => string)

type Options = {
  /** The most bytes that a file field takes, and what is said of a larger file. */
  files?: Record<string, { bytes: number; message: string }>
  /** Forms without an idempotency key act again when they are sent again. */
  actsAgain?: boolean
}

/**
 * A `clientAction` that keeps the page, and what was typed, when a form does not reach the program: the connection breaks, a proxy
 * answers in its place, or the action fails. The form is then drawn like one that was refused, with these words for it; where a page
 * has several forms, by their `intent`. Without any answer the action may have succeeded, which is added where it matters. A file that
 * is too large is not sent. A route that exports this also exports `shouldRevalidate`.
 */
export function keepPageOnFailure(words: Words, { files = {}, actsAgain = false }: Options = {}) {
  return async ({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> => {
    const fields = Object.fromEntries(await request.clone().formData())
    const refuse = (path: string, message: string): RefusedForm => ({
      errors: [{ path, message }],
      values: typedValues(fields),
      failed: true,
    })

    for (const [name, { bytes, message }] of Object.entries(files)) {
      const file = fields[name]
      if (file instanceof File && file.size > bytes) return refuse(name, message)
    }
    let answered = false
    try {
      const answer = await serverAction<RefusedForm | null>()
      // Text is what a proxy or a captive portal says: an action answers with JSON.
      if (typeof answer !== 'string') {
        if (!answer?.errors?.length) forgetSentDraft()
        return answer
      }
      answered = true
    } catch (error) {
      if (request.signal.aborted) throw error
      if (error instanceof Response && error.status !== 413) {
        if (isAccepted(error)) forgetSentDraft()
        throw error
      }
      // A connection that breaks is a TypeError of fetch.
      answered = !(error instanceof TypeError)
    }
    const intent = typeof fields.intent === 'string' ? fields.intent : ''
    const said = typeof words === 'string' ? words : words(intent, { fields, answered })
    const hint = fields.idempotency_key !== undefined ? countsOnce : actsAgain ? perhapsDone : null
    const sentence = said.endsWith('.') ? said : `${said}.`
    return refuse('', answered || hint === null ? said : `${sentence} ${hint}`)
  }
}

const countsOnce = 'No answer came, so it may have arrived. You can send it again: it counts once.'
const perhapsDone =
  'No answer came, so it may have been done. Reload the page to see, before you send it again.'

/** Loaders are not called again after a form that failed: they would meet the same failure, and take the page away. */
export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const failed = (actionResult as Partial<RefusedForm> | null | undefined)?.failed === true
  return failed ? false : defaultShouldRevalidate
}

/** Whether an action redirected because it is done, not because the session has ended. */
function isAccepted(response: Response) {
  const location = response.headers.get('Location')
  if (location === null) return false
  const { pathname, searchParams } = new URL(location, window.location.href)
  return pathname !== '/login' || searchParams.has('welcome')
}
