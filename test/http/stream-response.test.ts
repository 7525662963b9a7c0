import { describe, expect, test, vi } from 'vitest'

import { streamJsonArray, streamFile, streamResponse } from '~/http/stream-response.server'

const asked = (method = 'GET') => new Request('http://localhost/list', { method })

async function* given<Piece>(pieces: Piece[], ended = () => {}): AsyncGenerator<Piece, void, undefined> {
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
  ])('of the parts %j is one array', async (parts: unknown[][]) => {
    const answer = await streamJsonArray(asked(), given(parts))
    expect(answer.headers.get('Content-Type')).toMatch(/^application\/json/)
    expect(await answer.json()).toEqual(parts.flat())
  })

  test('without a part is empty', async () => {
    expect(await (await streamJsonArray(asked(), given([]))).json()).toEqual([])
  })

  test('is read as it is taken, and no further than that', async () => {
    let [read, ended] = [0, false]
    async function* counted(): AsyncGenerator<number[], void, undefined> {
      try {
        for (;;) yield await Promise.resolve([(read += 1)])
      } finally {
        ended = true
      }
    }
    const answer = await streamJsonArray(asked(), counted())
    const reader = answer.body!.getReader()
    for (let taken = 0; taken < 5; taken += 1) await reader.read()
    expect(read).toBeLessThan(8)
    await reader.cancel()
    await vi.waitFor(() => expect(ended).toBe(true))
  })
})

test('what fails before the first piece is thrown, what fails later cuts the answer off', async () => {
  async function* failing(after: string[]): AsyncGenerator<string, void, undefined> {
    yield* given(after)
    throw new Error('broken')
  }
  await expect(streamResponse(asked(), failing([]), {})).rejects.toThrow('broken')
  const answer = await streamResponse(asked(), failing(['begun']), {})
  await expect(answer.text()).rejects.toThrow('broken')
})

test('a file for which there is no room now is refused in words', async () => {
  async function* refused(code: string): AsyncGenerator<string, void, undefined> {
    throw Object.assign(new Error('not now'), { code })
    yield await Promise.resolve('')
  }
  const answer = await streamFile(asked(), refused('57014'), {})
  expect(answer.status).toBe(503)
  expect(answer.headers.get('Retry-After')).toBe('5')
  expect(await answer.text()).toMatch(/try again/)
  await expect(streamFile(asked(), refused('42P01'), {})).rejects.toThrow('not now')
})

test('who asks for the head alone leaves nothing open', async () => {
  const ended = vi.fn()
  const parts = given([[1], [2], [3]], ended)
  const answer = await streamJsonArray(asked('HEAD'), parts)
  expect(answer.body).toBeNull()
  expect(ended).toHaveBeenCalled()
  const lines = given(['a', 'b'])
  expect((await streamResponse(asked('HEAD'), lines, { 'X-Name': 'a' })).headers.get('X-Name')).toBe('a')
  expect(await lines.next()).toMatchObject({ done: true })
})
