import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, test } from 'vitest'

import { answerFlow, withFlow } from '~/server/edge-flow.server'

const piece = Buffer.alloc(64 * 1024)
const pieces = 2000

/** A server that answers with 125 MB, as fast as its caller takes them. */
async function startServer() {
  const state = { written: 0, ended: false }
  const server = createServer((_: IncomingMessage, response: ServerResponse) => {
    void withFlow(response, async () => {
      const hasRoom = answerFlow()
      while (state.written < pieces && (await hasRoom())) {
        response.write(piece)
        state.written += 1
      }
      response.end()
      state.ended = true
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  }
}

function open(url: string) {
  return new Promise<IncomingMessage>((resolve, reject) => get(url, resolve).on('error', reject))
}

test('an answer of any length waits for a caller that reads slowly, and then goes on to its end', async () => {
  const { state, url, close } = await startServer()
  const answer = await open(url)
  let before = -1
  await expect
    .poll(
      () => {
        const still = state.written > 0 && state.written === before
        before = state.written
        return still
      },
      { interval: 300 },
    )
    .toBe(true)
  expect(state.written).toBeLessThan(pieces / 2)
  let bytes = 0
  for await (const chunk of answer) bytes += (chunk as Buffer).length
  expect(bytes).toBe(pieces * piece.length)
  expect(state.ended).toBe(true)
  close()
})

test('it is not made any further once its caller has gone', async () => {
  const { state, url, close } = await startServer()
  const answer = await open(url)
  answer.on('error', () => {}) // it was cut off
  answer.destroy()
  await expect.poll(() => state.ended).toBe(true)
  expect(state.written).toBeLessThan(pieces)
  close()
})
