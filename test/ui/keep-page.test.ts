import { describe, expect, test } from 'vitest'

import { importFailure } from '~/domain/imports/failures'
import type { FormResult } from '~/ui/form-result'
import { keepPageOnFailure } from '~/ui/keep-page'

/** Returns the message of a form whose action has this outcome. */
async function messageOf(
  act: ReturnType<typeof keepPageOnFailure>,
  fields: Record<string, string>,
  serverAction: () => Promise<unknown>,
) {
  const request = new Request('http://localhost/form', { method: 'POST', body: new URLSearchParams(fields) })
  const result = await act({ request, params: {}, context: {}, serverAction } as never)
  return (result as FormResult).errors.map(({ message }) => message).join()
}

const broken = () => Promise.reject(new TypeError('Failed to fetch'))
const proxy = () => Promise.resolve('<h1>Bad gateway</h1>')
const tooLarge = () => Promise.reject(new Response(null, { status: 413 }))
const thrown = () => Promise.reject(new Error('Unexpected Server Error'))
const keyed = { idempotency_key: 'a' }

describe('a form without an answer of the application', () => {
  const lost = { 'a broken connection': broken, 'the answer of a proxy': proxy }

  test.each(Object.entries(lost))('may have arrived, and counts once if unchanged: %s', async (_, answer) => {
    expect(await messageOf(keepPageOnFailure('Failed.'), keyed, answer)).toBe(
      'Failed. No answer came from the site, so it may have arrived. You can send it again as it is: it counts once.',
    )
  })

  test.each(Object.entries(lost))('may have been done, if it acts again: %s', async (_, answer) => {
    const act = keepPageOnFailure('Failed. Please try again.', { actsAgain: true })
    expect(await messageOf(act, {}, answer)).toBe(
      'Failed. Please try again. No answer came from the site, so it may have been done: reload the page to see, before you try again.',
    )
  })

  test('does not claim what an import has done', async () => {
    const act = keepPageOnFailure(importFailure, { actsAgain: true })
    expect(await messageOf(act, keyed, broken)).toMatch(
      /Imported: 0, failed: 5, as far as this page knows\. No answer came .* may have arrived/,
    )
    expect(await messageOf(act, keyed, proxy)).toMatch(
      /^Import failed: an unknown error occurred\. No answer came .* may have arrived/,
    )
  })
})

test.each([tooLarge, thrown])('a form that the application has refused did not arrive', async (answer) => {
  expect(await messageOf(keepPageOnFailure('Failed.', { actsAgain: true }), keyed, answer)).toBe('Failed.')
})
