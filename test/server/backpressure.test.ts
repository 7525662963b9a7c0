import { get, type IncomingMessage } from 'node:http'

import { expect, test } from 'vitest'

import { streamResponse } from '~/http/stream-response.server'

import { serve } from './wire'

const piece = 'x'.repeat(64 * 1024)
const pieces = 2000

/** Serves 125 MB, as fast as the client reads. */
async function serveLong() {
  const state = { made: 0, ended: false }
  async function* make() {
    try {
      for (; state.made < pieces; state.made += 1) yield await Promise.resolve(piece)
    } finally {
      state.ended = true
    }
  }
  const { url } = await serve((request) => streamResponse(request, make(), {}))
  return { state, url }
}

function open(url: string) {
  return new Promise<IncomingMessage>((resolve, reject) => get(url, resolve).on('error', reject))
}

test('a response of any length waits for a slow client, and continues to its end', async () => {
  const { state, url } = await serveLong()
  const answer = await open(url)
  let before = -1
  await expect
    .poll(
      () => {
        const still = state.made > 0 && state.made === before
        before = state.made
        return still
      },
      { interval: 300 },
    )
    .toBe(true)
  expect(state.made).toBeLessThan(pieces / 2)
  let bytes = 0
  for await (const chunk of answer) bytes += (chunk as Buffer).length
  expect(bytes).toBe(pieces * piece.length)
  expect(state.ended).toBe(true)
})

test('a response is not generated further once its client has gone', async () => {
  const { state, url } = await serveLong()
  const answer = await open(url)
  answer.on('error', () => {}) // it was cut off
  answer.destroy()
  await expect.poll(() => state.ended).toBe(true)
  expect(state.made).toBeLessThan(pieces)
})
