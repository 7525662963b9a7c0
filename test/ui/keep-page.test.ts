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
const proxy = () => Promise.reject(new Error('<h1>Bad gateway</h1>'))
const portal = () => Promise.resolve('<h1>Welcome to our network</h1>')
const tooLarge = () => Promise.reject(new Response(null, { status: 413 }))
const keyed = { idempotency_key: 'a' }

describe('a form without an answer of the application', () => {
  const lost = { 'a broken connection': broken, 'the answer of a proxy': proxy, 'a captive portal': portal }

  const checked = (answer: unknown) => (answer === broken ? ' Check your connection.' : '')

  test.each(Object.entries(lost))('may have arrived, and counts once if unchanged: %s', async (_, answer) => {
    expect(await messageOf(keepPageOnFailure('Failed.'), keyed, answer)).toBe(
      `Failed.${checked(answer)} It may have arrived all the same. You can send it again as it is: it counts once.`,
    )
  })

  test.each(Object.entries(lost))('may have been done, if it acts again: %s', async (_, answer) => {
    const act = keepPageOnFailure('Failed. Please try again.', { actsAgain: true })
    expect(await messageOf(act, {}, answer)).toBe(
      `Failed. Please try again.${checked(answer)} Reload the page first: it may have been done.`,
    )
  })

  test('advises once to try again, whatever comes first', async () => {
    const act = keepPageOnFailure('Failed. Please try again.', { actsAgain: true })
    for (const answer of Object.values(lost))
      expect((await messageOf(act, {}, answer)).match(/try again/g)).toHaveLength(1)
  })

  test('says how to see whether it was done, where a reload would not show it', async () => {
    const act = keepPageOnFailure('Failed.', { actsAgain: 'Look in your inbox.' })
    expect(await messageOf(act, {}, broken)).toBe('Failed. Check your connection. Look in your inbox.')
  })

  test('has advice for some of its forms, and for the others that of a form that acts again', async () => {
    const act = keepPageOnFailure('Failed.', {
      actsAgain: true,
      adviceOf: ({ intent }) => (intent === 'send' ? 'Pressing again is safe.' : undefined),
    })
    expect(await messageOf(act, { intent: 'send' }, proxy)).toBe('Failed. Pressing again is safe.')
    expect(await messageOf(act, { intent: 'withdraw' }, proxy)).toMatch(/^Failed\. Reload the page first/)
  })

  test('names the connection where nothing else is to be said, as after a question', async () => {
    const ask = keepPageOnFailure('Failed', { actsAgain: true, isQuestion: () => true })
    expect(await messageOf(ask, keyed, broken)).toBe('Failed. Check your connection.')
    expect(await messageOf(ask, keyed, proxy)).toBe('Failed')
    const save = keepPageOnFailure('Failed.', { adviceOf: () => '', actsAgain: true })
    expect(await messageOf(save, keyed, broken)).toBe('Failed. Check your connection.')
  })

  test('does not claim what an import has done', async () => {
    const act = keepPageOnFailure(importFailure, { actsAgain: true })
    expect(await messageOf(act, keyed, broken)).toMatch(
      /Imported: 0, failed: 5, as far as this page knows\. Check your connection\. It may have arrived/,
    )
    expect(await messageOf(act, keyed, proxy)).toMatch(
      /^Import failed: an unknown error occurred\. It may have arrived/,
    )
  })
})

test('a form that was refused as too large did not arrive', async () => {
  expect(await messageOf(keepPageOnFailure('Failed.', { actsAgain: true }), keyed, tooLarge)).toBe('Failed.')
})
