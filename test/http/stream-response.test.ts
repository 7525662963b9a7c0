import { describe, expect, test, vi } from 'vitest'

import { streamJsonArray, streamFile, streamResponse } from '~/http/stream-response.server'

const requestOf = (method = 'GET') => new Request('http://localhost/list', { method })

async function* partsOf<Piece>(pieces: Piece[], ended = () => {}): AsyncGenerator<Piece, void, undefined> {
  try {
    for (const piece of pieces) {
      await Promise.resolve()
      yield piece
    }
  } finally {
    ended()
  }
}

describe('a list', () => {
  test.each([
    [[[]]],
    [[[1, 2]]],
    [[[1, 2], []]],
    [
      [
        [1, 2],
        [3, { a: null }],
        ['"]', 5],
      ],
    ],
    [[[1], [2], []]],
  ])('of the batches %j is one array', async (parts: unknown[][]) => {
    const answer = await streamJsonArray(requestOf(), partsOf(parts))
    expect(answer.headers.get('Content-Type')).toMatch(/^application\/json/)
    expect(await answer.json()).toEqual(parts.flat())
  })

  test('without a batch is empty', async () => {
    expect(await (await streamJsonArray(requestOf(), partsOf([]))).json()).toEqual([])
  })

  test('is read only as the consumer pulls', async () => {
    let [read, ended] = [0, false]
    async function* counted(): AsyncGenerator<number[], void, undefined> {
      try {
        for (;;) yield await Promise.resolve([(read += 1)])
      } finally {
        ended = true
      }
    }
    const answer = await streamJsonArray(requestOf(), counted())
    const reader = answer.body!.getReader()
    for (let taken = 0; taken < 5; taken += 1) await reader.read()
    expect(read).toBeLessThan(8)
    await reader.cancel()
    await vi.waitFor(() => expect(ended).toBe(true))
  })
})

test('throws an error before the first chunk, and aborts the response on a later one', async () => {
  async function* failing(after: string[]): AsyncGenerator<string, void, undefined> {
    yield* partsOf(after)
    throw new Error('broken')
  }
  await expect(streamResponse(requestOf(), failing([]), {})).rejects.toThrow('broken')
  const answer = await streamResponse(requestOf(), failing(['begun']), {})
  await expect(answer.text()).rejects.toThrow('broken')
})

test('a file is rejected with a message when the database is busy', async () => {
  async function* refused(code: string): AsyncGenerator<string, void, undefined> {
    throw Object.assign(new Error('not now'), { code })
    yield await Promise.resolve('')
  }
  const answer = await streamFile(requestOf(), refused('57014'), {})
  expect(answer.status).toBe(503)
  expect(answer.headers.get('Retry-After')).toBe('5')
  expect(await answer.text()).toMatch(/try again/)
  await expect(streamFile(requestOf(), refused('42P01'), {})).rejects.toThrow('not now')
})

test('a HEAD request leaves nothing open', async () => {
  const ended = vi.fn()
  const parts = partsOf([[1], [2], [3]], ended)
  const answer = await streamJsonArray(requestOf('HEAD'), parts)
  expect(answer.body).toBeNull()
  expect(ended).toHaveBeenCalled()
  const lines = partsOf(['a', 'b'])
  expect((await streamResponse(requestOf('HEAD'), lines, { 'X-Name': 'a' })).headers.get('X-Name')).toBe('a')
  expect(await lines.next()).toMatchObject({ done: true })
})
