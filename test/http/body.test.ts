import { describe, expect, test } from 'vitest'

import { BodyError, oneFileUpTo, readBody, readForm } from '~/http/body.server'

function post(body: BodyInit, contentType: string, headers: Record<string, string> = {}, path = '/form') {
  return new Request(`http://127.0.0.1${path}`, {
    method: 'POST',
    body,
    headers: { 'Content-Type': contentType, ...headers },
  })
}

const read = (request: Request) => readBody(request, { accept: ['json', 'form', 'multipart'] })

async function fields(request: Request) {
  return [...(await readForm(request)).entries()]
}

async function refusal(reading: Promise<unknown>) {
  const error = await reading.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(BodyError)
  return (error as BodyError).status
}

const part = (name: string, value: string, more = '') =>
  `Content-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`

const multipart = (parts: string[], boundary = 'edge') =>
  `${parts.map((text) => `--${boundary}\r\n${text}`).join('')}--${boundary}--\r\n`

describe('JSON', () => {
  const manyKeys = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, key) => [`k${key}`, 1])))

  test('is parsed to its value', async () => {
    expect(await read(post('{"a":[1,null,"ä"]}', 'application/json; charset=UTF-8'))).toEqual({
      type: 'json',
      value: { a: [1, null, 'ä'] },
    })
  })

  test('may be wide: half a million values in an array', async () => {
    const body = `[${'0,'.repeat(500_000)}0]`
    expect(await read(post(body, 'application/json'))).toMatchObject({ type: 'json' })
  })

  test('may have as many keys as a form may have fields', async () => {
    expect(await read(post(manyKeys(1000), 'application/json'))).toMatchObject({ type: 'json' })
  })

  test('cannot set a prototype', async () => {
    const { value } = (await read(
      post('{"__proto__":{"admin":true},"b":{"__proto__":1}}', 'application/json'),
    )) as {
      value: object
    }
    expect(Object.keys(value)).toEqual(['b'])
    expect('admin' in { ...value }).toBe(false)
  })

  test.each([
    ['cut off', '{"a":', 400],
    ['empty', '', 400],
    ['65 levels deep', '['.repeat(66) + ']'.repeat(66), 400],
    ['of a thousand and one keys', manyKeys(1001), 413],
    ['of a thousand and one keys in parts', `[${'{"a":{"b":1}},'.repeat(501)}0]`, 413],
    ['not UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 400],
    ['over 1 MB', `"${'x'.repeat(1024 * 1024)}"`, 413],
  ])('%s is refused', async (_, body, status) => {
    expect(await refusal(read(post(body, 'application/json')))).toBe(status)
  })
})

describe('a form', () => {
  test('is read field by field, including repeated names', async () => {
    expect(await fields(post('a=1&b=x+y%26z&a=2&empty=', 'application/x-www-form-urlencoded'))).toEqual([
      ['a', '1'],
      ['b', 'x y&z'],
      ['a', '2'],
      ['empty', ''],
    ])
  })

  test('without a body has no fields', async () => {
    expect(await fields(new Request('http://127.0.0.1/logout', { method: 'POST' }))).toEqual([])
  })

  test.each([
    ['badly encoded', 'a=%zz', 400],
    ['of a thousand and one fields', 'a=&'.repeat(1000) + 'a=', 413],
  ])('%s is refused', async (_, body, status) => {
    expect(await refusal(fields(post(body, 'application/x-www-form-urlencoded')))).toBe(status)
  })
})

describe('a multipart form', () => {
  const type = 'multipart/form-data; boundary=edge'

  test.each(['edge', '"edge"', 'edge; charset=utf-8'])(
    'with the boundary written %s is read',
    async (boundary) => {
      const body = multipart([part('a', '1'), part('b', 'zwölf\r\nlines')])
      expect(await fields(post(body, `multipart/form-data; boundary=${boundary}`))).toEqual([
        ['a', '1'],
        ['b', 'zwölf\nlines'],
      ])
    },
  )

  test('with a quoted boundary of special characters is read', async () => {
    const body = multipart([part('a', '1')], "it's (a) b:=?")
    expect(await fields(post(body, `multipart/form-data; boundary="it's (a) b:=?"`))).toEqual([['a', '1']])
  })

  test.each([
    ['without a boundary', 'multipart/form-data', multipart([part('a', '1')]), 400],
    ['cut off', type, multipart([part('a', '1')]).slice(0, -10), 400],
    ['of a thousand and one parts', type, multipart(Array<string>(1001).fill(part('a', '1'))), 413],
    ['with a name that never ends', type, multipart([part('n'.repeat(300), '1')]), 400],
    ['with a file where none is asked for', type, multipart([part('f', 'x', '; filename="a.pdf"')]), 400],
  ])('%s is refused', async (_, contentType, body, status) => {
    expect(await refusal(fields(post(body, contentType)))).toBe(status)
  })

  test('accepts files up to the allowed number and size', async () => {
    const one = part('resume', 'x'.repeat(2000), '; filename="cv.pdf"\r\nContent-Type: application/pdf')
    const files = { maxFiles: 1, bytes: 4000 }
    const form = await readForm(post(multipart([part('a', '1'), one]), type), { files })
    const file = form.get('resume') as File
    expect({ name: file.name, type: file.type, size: file.size }).toEqual({
      name: 'cv.pdf',
      type: 'application/pdf',
      size: 2000,
    })
    const empty = part('resume', '', '; filename=""\r\nContent-Type: application/octet-stream')
    expect((await readForm(post(multipart([empty]), type), { files })).get('resume')).toBeNull()
    expect(await refusal(readForm(post(multipart([one, one]), type), { files }))).toBe(400)
    expect(
      await refusal(readForm(post(multipart([one]), type), { files: { maxFiles: 1, bytes: 1000 } })),
    ).toBe(413)
  })
})

describe('any body', () => {
  test.each([['text/plain'], ['application/xml'], ['application/json; charset=latin1'], ['']])(
    'of the type %j is rejected',
    async (contentType) => {
      expect(await refusal(read(post(new Uint8Array([0x7b, 0x7d]), contentType)))).toBe(415)
    },
  )

  test('that is compressed is rejected', async () => {
    expect(await refusal(read(post('{}', 'application/json', { 'Content-Encoding': 'gzip' })))).toBe(415)
  })

  test('of a career application may have up to 6 MB', async () => {
    const file = (size: number) => multipart([part('resume', 'x'.repeat(size), '; filename="cv.pdf"')])
    const careers = (size: number) =>
      readForm(post(file(size), 'multipart/form-data; boundary=edge', {}, '/api/career-submissions'), {
        files: { maxFiles: 1, bytes: 6_000_000 },
      })
    expect(((await careers(5_500_000)).get('resume') as File).size).toBe(5_500_000)
    expect(await refusal(careers(6.1 * 1024 * 1024))).toBe(413)
  })

  test('keeps its other fields beside a truncated file, and nothing of an incomplete body', async () => {
    const megabyte = 1024 * 1024
    const parts = (size: number, text = 'Ann') => [
      part('name', text),
      part('resume', 'x'.repeat(size), '; filename="cv.pdf"'),
      part('consent', 'yes'),
    ]
    const careers = (body: string) =>
      readForm(post(body, 'multipart/form-data; boundary=edge', {}, '/careers'), {
        files: oneFileUpTo(5 * megabyte),
      })
    for (const size of [5 * megabyte + 1, 12 * megabyte]) {
      const form = await careers(multipart(parts(size)))
      expect([form.get('name'), form.get('consent')]).toEqual(['Ann', 'yes'])
      expect((form.get('resume') as File).size).toBe(5 * megabyte + 1)
    }
    expect(((await careers(multipart(parts(5 * megabyte)))).get('resume') as File).size).toBe(5 * megabyte)
    expect(await refusal(careers(multipart(parts(12 * megabyte)).slice(0, -20)))).toBe(400)
    expect(await refusal(careers(multipart(parts(12 * megabyte)).slice(0, 9 * megabyte)))).toBe(400)
    expect(await refusal(careers(multipart(parts(10, 'x'.repeat(7 * megabyte)))))).toBe(413)
    expect(await refusal(careers(multipart(parts(33 * megabyte))))).toBe(413)
  })
})
