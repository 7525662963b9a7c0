import { describe, expect, it } from 'vitest'

import { bodyOf, exchange, headerOf, open, serve, statusOf, until } from './wire'

const megabyte = 1024 * 1024
const host = 'Host: 127.0.0.1'

/** Reads the whole body and returns its length. */
async function measure(request: Request) {
  return new Response(`read ${(await request.arrayBuffer()).byteLength}`)
}

function post(target: string, headers: string[]) {
  return `POST ${target} HTTP/1.1\r\n${[host, ...headers].join('\r\n')}\r\n\r\n`
}

function chunk(bytes: number) {
  return `${bytes.toString(16)}\r\n${'a'.repeat(bytes)}\r\n`
}

describe('a body with Content-Length', () => {
  it('may have 1 MB, 6 MB with files, and more on a page with a file field', async () => {
    const { port } = await serve(measure)
    const sizes: [string, number][] = [
      ['/api/contacts', megabyte],
      ['/Careers/?_data=routes%2F%24', 32 * megabyte],
      ['/api/career-submissions', 6 * megabyte],
    ]
    for (const [path, most] of sizes) {
      const send = (size: number) =>
        exchange(port, post(path, [`Content-Length: ${size}`, 'Connection: close']) + 'a'.repeat(size))
      expect(bodyOf(await send(most))).toContain(`read ${most}`)
      expect(statusOf(await send(most + 1))).toBe(413)
    }
  })

  it('is rejected before it arrives, in the format of its path, and the connection is closed', async () => {
    const { port } = await serve(() => expect.unreachable())
    const { socket, received } = open(port)
    socket.write(post('/api/contacts', ['Content-Length: 1000000000']))
    await until(() => received().includes('}'))
    expect(statusOf(received())).toBe(413)
    expect(headerOf(received(), 'Connection')).toBe('close')
    expect(JSON.parse(bodyOf(received()))).toEqual({
      error: 'The request is too large: at most 1 MB are taken',
    })
  })

  it('can be sent completely by a client that reads no response before', async () => {
    const { port } = await serve(measure)
    const size = 20 * megabyte
    const response = await fetch(`http://127.0.0.1:${port}/login`, {
      method: 'POST',
      body: new Uint8Array(size),
    })
    expect(response.status).toBe(413)
    expect(await response.text()).toContain('too large')
  })

  it('is rejected without 100 Continue', async () => {
    const { port } = await serve(measure)
    const answer = await exchange(port, post('/x', ['Content-Length: 2000000', 'Expect: 100-continue']))
    expect(statusOf(answer)).toBe(413)
  })

  it('gets 100 Continue within its limit', async () => {
    const { port } = await serve(measure)
    const { socket, received } = open(port)
    socket.write(post('/x', ['Content-Length: 5', 'Expect: 100-continue']))
    await until(() => received() === 'HTTP/1.1 100 Continue\r\n\r\n')
    socket.write('hello')
    await until(() => received().includes('read 5'))
  })
})

describe('a body without Content-Length', () => {
  const chunked = ['Transfer-Encoding: chunked']

  it('arrives whole below the limit', async () => {
    const { port } = await serve(measure)
    const { socket, received } = open(port)
    socket.write(post('/x', chunked))
    for (let sent = 0; sent < 16; sent += 1) socket.write(chunk(megabyte / 16))
    socket.write('0\r\n\r\n')
    await until(() => received().includes(`read ${megabyte}`))
  })

  it('is stopped at the limit, however it is read', async () => {
    const readers: ((request: Request) => Promise<Response>)[] = [
      measure,
      async (request) => {
        const reader = request.body?.getReader()
        while (!(await reader?.read())?.done) await new Promise((resolve) => setTimeout(resolve, 1))
        return new Response()
      },
      async (request) => {
        await request.arrayBuffer().catch(() => {}) // responds to the failure, too late
        return new Response('late', { status: 400, headers: { 'X-Late': '1' } })
      },
    ]
    for (const reader of readers) {
      const { port, lines } = await serve(reader)
      const { socket, received, closed } = open(port)
      socket.write(post('/api/x', chunked))
      const sending = setInterval(() => socket.write(chunk(200_000)), 5)
      await until(() => received().includes('}'))
      clearInterval(sending)
      expect(statusOf(received())).toBe(413)
      await closed
      expect(received()).not.toMatch(/late/i)
      await until(() => lines.length === 1)
      expect(lines[0]).toMatchObject({ status: 413 })
    }
  })

  it('does not arrive while nothing reads it', async () => {
    const { port } = await serve(() => new Promise(() => {}))
    const { socket } = open(port)
    socket.write(post('/x', chunked))
    const sending = setInterval(() => socket.write(chunk(200_000)), 1)
    await until(() => socket.writableLength > megabyte)
    clearInterval(sending)
  })

  it('fails instead of ending, so that no reader takes a part for the whole', async () => {
    let outcome = ''
    const { port } = await serve(async (request) => {
      outcome = await request.arrayBuffer().then(
        () => 'ended',
        () => 'failed',
      )
      return new Response('late')
    })
    const answer = await exchange(port, post('/x', chunked) + chunk(megabyte + 1) + '0\r\n\r\n')
    expect(statusOf(answer)).toBe(413)
    expect(headerOf(answer, 'Content-Type')).toMatch(/^text\/plain/)
    expect(answer).not.toMatch(/late/i)
    await until(() => outcome !== '')
    expect(outcome).toBe('failed')
  })

  it('has the limit of its path', async () => {
    const { port } = await serve(measure)
    const answer = await exchange(
      port,
      post('/careers', [...chunked, 'Connection: close']) + chunk(5 * megabyte) + '0\r\n\r\n',
    )
    expect(bodyOf(answer)).toContain(`read ${5 * megabyte}`)
  })

  it('that continues after a response is cut off', async () => {
    const { port } = await serve(() => new Response('enough'))
    const { socket, received, closed } = open(port)
    socket.write(post('/x', chunked))
    const sending = setInterval(() => socket.write(chunk(1000)), 20)
    await closed
    clearInterval(sending)
    expect(statusOf(received())).toBe(200)
  })

  it.each<[string, (request: Request) => unknown]>([
    ['not at all', () => {}],
    ['a piece of it', (request) => request.body?.getReader().read()],
    ['and cancelled', (request) => request.body?.cancel()],
  ])('that is read %s does not block the next request of its connection', async (_, read) => {
    for (const sized of [true, false]) {
      const { port } = await serve(async (request) => {
        if (request.method === 'POST') await read(request)
        return new Response(`answer to ${request.method}`)
      })
      const { socket, received } = open(port)
      const header = sized ? `Content-Length: ${megabyte}` : chunked.join()
      socket.write(`POST /api/x HTTP/1.1\r\nHost: a.example\r\n${header}\r\n\r\n`)
      socket.write(sized ? 'x'.repeat(megabyte) : `${chunk(megabyte - 1000)}0\r\n\r\n`)
      socket.write('GET /api/x HTTP/1.1\r\nHost: a.example\r\n\r\n')
      await until(() => received().includes('answer to GET'))
      expect(received()).toContain('answer to POST')
    }
  })

  it('that is malformed is rejected with 400', async () => {
    const { port } = await serve(measure)
    expect(statusOf(await exchange(port, post('/x', chunked) + 'zz\r\nhello'))).toBe(400)
  })
})

it('an aborted upload reaches its reader as an error', async () => {
  let failed = false
  const { port, lines } = await serve(async (request) => {
    await request.arrayBuffer().catch(() => (failed = true))
    return new Response()
  })
  const { socket } = open(port)
  socket.write(post('/x', ['Content-Length: 1000']) + 'abc')
  setTimeout(() => socket.destroy(), 50)
  await until(() => failed && lines.length === 1)
  expect(lines[0]).toMatchObject({ aborted: true })
})
