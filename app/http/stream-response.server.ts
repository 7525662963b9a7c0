import { json } from '@remix-run/node'

import { takePage } from '~/lists/list-page'
import { log, redactPath } from '~/log.server'
import { requestContext } from '~/request-context.server'

import { isUnavailable } from '../../db/errors'
import { retryAfter } from './problem.server'

/**
 * Streams a response of any length in chunks, each generated once the client has read the previous ones. An error before the
 * first chunk is thrown; a later one aborts the response, so that no client mistakes a part for the whole.
 */
export async function streamResponse(
  request: Request,
  pieces: AsyncGenerator<string, void, undefined>,
  headers: Record<string, string>,
) {
  if (request.method === 'HEAD') {
    await pieces.return()
    return new Response(null, { headers })
  }
  const { response } = requestContext()
  const encoder = new TextEncoder()
  let first: IteratorResult<string, void> | null = await pieces.next()
  if (response) response.isStreamed = true
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next =
            first ??
            ((response ? await response.drained() : true) ? await pieces.next() : await pieces.return())
          first = null
          if (next.done) controller.close()
          else controller.enqueue(encoder.encode(next.value))
        } catch (error) {
          log.warn(
            { err: error, path: redactPath(new URL(request.url).pathname) },
            'a long answer was cut off',
          )
          controller.error(error)
        }
      },
      cancel: () => void pieces.return(),
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { headers })
}

/** Streams a file that a page offers for download; responds 503 when the database has no capacity for another long read. */
export async function streamFile(...args: Parameters<typeof streamResponse>) {
  try {
    return await streamResponse(...args)
  } catch (error) {
    if (!isUnavailable(error)) throw error
    return new Response('Other exports are under way. Please try again in a moment.\n', {
      status: 503,
      headers: { ...retryAfter, 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
    })
  }
}

/**
 * Streams a list of any length as a JSON array; a list of one batch is sent whole. For a page of `limit` records, the `Link`
 * header has the URL of the next one.
 */
export async function streamJsonArray(
  request: Request,
  parts: AsyncGenerator<unknown[], void, undefined>,
  limit?: number,
) {
  const first = await parts.next()
  const second = first.done ? first : await parts.next()
  if (second.done) {
    const { rows, headers } = linkedPage(request, first.value ?? [], limit)
    return json(rows, { headers })
  }
  const headers = { 'Content-Type': 'application/json; charset=utf-8' }
  if (request.method === 'HEAD') {
    await parts.return()
    return new Response(null, { headers })
  }
  const [one, other] = [first.value as unknown[], second.value]
  async function* pieces() {
    try {
      yield `[${items(one)}`
      yield laterItems(other)
      for await (const part of parts) yield laterItems(part)
      yield ']'
    } finally {
      await parts.return()
    }
  }
  return streamResponse(request, pieces(), headers)
}

/** Returns the page of the rows read for it (see takePage), and the `Link` header of the next one. */
export function linkedPage(request: Request, read: readonly unknown[], limit?: number) {
  const { rows, nextCursor } = takePage(read as { id: number }[], limit)
  const headers: Record<string, string> = {}
  if (nextCursor !== null) {
    const { pathname, searchParams } = new URL(request.url)
    searchParams.set('cursor', String(nextCursor))
    headers.Link = `<${pathname}?${searchParams}>; rel="next"`
  }
  return { rows, headers }
}

function items(part: unknown[]) {
  return JSON.stringify(part).slice(1, -1)
}

function laterItems(part: unknown[]) {
  return part.length === 0 ? '' : `,${items(part)}`
}
