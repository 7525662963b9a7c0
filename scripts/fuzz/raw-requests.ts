import type { RawRequest } from './client'
import type { Random } from './random'

const host = 'Host: localhost'

/** Returns raw bytes that are not valid HTTP, or not as a client would send them. */
export function rawRequest(random: Random, path: string): RawRequest {
  const target = path.replace(/[^\x21-\x7e]/g, '')
  const text = random.pick(rawRequests)(random, target)
  const bytes = typeof text === 'string' ? Buffer.from(text, 'latin1') : text
  const pieces = random.chance(0.8) ? [bytes] : cut(random, bytes)
  const ending = random.weighted<RawRequest['ending']>([
    [6, 'waits'],
    [2, 'cuts'],
    [2, 'half-closes'],
  ])
  return { pieces, pause: random.pick([0, 5, 25]), ending }
}

function cut(random: Random, bytes: Buffer) {
  const places = Array.from({ length: random.int(1, 4) }, () => random.int(0, bytes.length)).sort(
    (a, b) => a - b,
  )
  return [0, ...places].map((start, index) => bytes.subarray(start, places[index] ?? bytes.length))
}

const head = (method: string, target: string, headers: string[]) =>
  `${method} ${target} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`
const get = (target: string, more: string[] = []) => head('GET', target, [host, 'Connection: close', ...more])
const post = (target: string, headers: string[], body: string) =>
  head('POST', target, [host, 'Connection: close', ...headers]) + body
const form = 'Content-Type: application/x-www-form-urlencoded'
const admin = 'Cookie: ~cookie-admin.0~'

const rawRequests: ((random: Random, target: string) => string | Buffer)[] = [
  // Truncated, in the head or after it.
  (random, target) => get(target).slice(0, random.int(0, 60)),
  (_, target) => post(target, [form, admin, 'Content-Length: 1000'], 'name=a'),
  (_, target) => post(target, ['Content-Type: application/json', admin, 'Content-Length: 5'], '{"a":1}'),
  (_, target) =>
    post(target, ['Content-Type: multipart/form-data; boundary=a', admin, 'Content-Length: 900'], '--a\r\n'),
  // Several at once.
  (random, target) => head('GET', target, [host]).repeat(random.int(2, 20)) + get('/healthz'),
  (_, target) =>
    head('POST', target, [host, form, 'Content-Length: 3']) +
    'a=1' +
    head('GET', target, [host, admin]) +
    get('/'),
  (_, target) => head('HEAD', target, [host]) + head('OPTIONS', '*', [host]) + get('/nothing'),
  // Lengths and transfer codings that contradict each other.
  (_, target) => post(target, [form, 'Content-Length: 3', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
  (_, target) => post(target, [form, 'Content-Length: 3', 'Content-Length: 4'], 'abcd'),
  (_, target) =>
    post(target, [form, 'Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], '0\r\n\r\n'),
  (random, target) =>
    post(
      target,
      [
        form,
        `Transfer-Encoding: ${random.pick(['xchunked', 'gzip', 'chunked, chunked', ' chunked', 'chunked;x', 'CHUNKED'])}`,
      ],
      '0\r\n\r\n',
    ),
  (random, target) =>
    post(
      target,
      [
        form,
        `Content-Length: ${random.pick(['-1', '+1', '0x1', '1e3', '99999999999999999999', '1 1', '', '1,1', '٣'])}`,
      ],
      'a',
    ),
  // Chunks.
  (random, target) =>
    post(
      target,
      [form, admin, 'Transfer-Encoding: chunked'],
      random.pick([
        'zz\r\na\r\n',
        '1\r\nab\r\n0\r\n\r\n',
        '-1\r\n\r\n',
        'FFFFFFFFFFFFFFFFFF\r\na',
        '3\r\na=1\r\n0\r\nX: y\r\n\r\n',
        '3;a=b;c\r\na=1\r\n0\r\n\r\n',
        '3\na=1\n0\n\n',
        '3\r\na=1\r\n',
        `3;${'x'.repeat(20_000)}\r\na=1\r\n0\r\n\r\n`,
      ]),
    ),
  (_, target) =>
    post(target, [form, admin, 'Transfer-Encoding: chunked'], `${'1\r\na\r\n'.repeat(3000)}0\r\n\r\n`),
  (_, target) =>
    post(
      target,
      [form, 'Transfer-Encoding: chunked'],
      `${`4000\r\n${'a'.repeat(0x4000)}\r\n`.repeat(70)}0\r\n\r\n`,
    ),
  // Targets.
  (random) =>
    get(
      random.pick([
        '*',
        '',
        '?',
        '//',
        '///',
        'http://localhost/',
        'http://evil.example/a',
        '//evil.example/',
        'a',
        '/\\',
        '/../x',
        '/%',
        '/#x',
        '/\u00ff',
        '/\u0001',
        '/a b',
        `/${'a'.repeat(9000)}`,
        `/?${'a'.repeat(20_000)}`,
        '/%00',
        '/?%00',
        '/.',
        '/./',
        '/;',
        '/:',
        '/@',
        '/api',
        '/api/',
        '/API/AUTH/ME',
        '/admin//audit',
        '/assets/../../package.json',
        '/assets/%2e%2e/x',
        '/build/server/index.js',
        '/.env',
        '/favicon.ico?x',
      ]),
    ),
  // Methods.
  (random, target) =>
    head(
      random.pick([
        'TRACE',
        'CONNECT',
        'get',
        'GETT',
        'G\u00e9T',
        '',
        'PRI',
        'M-SEARCH',
        'X'.repeat(500),
        'BREW',
        'SOURCE',
      ]),
      target,
      [host, 'Connection: close'],
    ),
  () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  () => head('CONNECT', 'example.com:443', [host]),
  // Versions and line ends.
  (random, target) =>
    get(target).replace(
      'HTTP/1.1',
      random.pick(['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.9', 'HTTP/9', 'http/1.1', '', 'FTP/1.1']),
    ),
  (_, target) => get(target).replaceAll('\r\n', '\n'),
  (_, target) => get(target).replaceAll('\r\n', '\r'),
  (_, target) => `\r\n\r\n${get(target)}`,
  // Headers.
  (random, target) =>
    get(
      target,
      Array.from({ length: random.pick([90, 500, 2500]) }, (_, index) => `X-${index}: ${index}`),
    ),
  (random, target) => get(target, [`X: ${'x'.repeat(random.pick([8000, 17_000, 200_000]))}`]),
  (random, target) =>
    get(target, [
      random.pick([
        ' folded',
        'no colon',
        ': nothing',
        'A b: c',
        'X: \u0000',
        'X: \u0001',
        'X\u00e9: y',
        'Cookie: \u00ff=\u00fe',
        `Cookie: ${'a=b; '.repeat(2500)}`,
        'Cookie: holdfast_session=%',
        'Cookie: holdfast_session=',
        'Cookie: =; ;;; ==',
      ]),
    ]),
  (random, target) =>
    head('GET', target, [
      ...random.pick([
        [],
        [host, host],
        ['Host: '],
        ['Host: a b'],
        ['Host: a/b'],
        ['Host: x@y'],
        ['Host: [::1'],
        ['Host: localhost:x'],
        [`Host: ${'a'.repeat(5000)}`],
      ]),
      'Connection: close',
    ]),
  (random, target) =>
    get(target, [
      random.pick([
        'Expect: 100-continue',
        'Expect: 200-ok',
        'Upgrade: websocket',
        'Upgrade: h2c',
        'Connection: Upgrade',
        'TE: trailers',
        'Range: bytes=0-0,0-0,0-0',
        'Max-Forwards: 0',
        'Trailer: X',
        'Keep-Alive: x',
      ]),
    ]),
  (_, target) => post(target, [form, admin, 'Expect: 100-continue', 'Content-Length: 3'], 'a=1'),
  (_, target) => post(target, [form, 'Expect: 100-continue', 'Content-Length: 99999999'], ''),
  // Not HTTP at all.
  (random) => random.bytes(random.int(1, 400)),
  () => Buffer.from('160301020001000200', 'hex'),
  () => '\u0000'.repeat(100),
  () => 'GET',
]
