import { gzipSync } from 'node:zlib'

import { doc, docx, pdf } from '../../test/support/resumes'

import { encodeText, hostileJson, hostileText } from './hostile'
import type { Random } from './random'

/** A body and its Content-Type. */
export type Body = { type: string | null; bytes: Buffer }

export type Pair = [name: string, value: string]

/** A file of a multipart body: its field, name, media type and bytes. */
export type FilePart = { field: string; name: string; type: string; bytes: Buffer }

/** Returns the fields with one, some or all values spoiled, or with names missing, repeated, unknown or too many. */
export function mutatePairs(random: Random, pairs: Pair[], otherNames: readonly string[]): Pair[] {
  const mutated = pairs.map(([name, value]): Pair => [name, value])
  const any = () => random.int(0, Math.max(0, mutated.length - 1))
  const spoil = () => {
    // An invalid intent ends a case before its other fields are read.
    const others = mutated.filter(([name]) => name !== 'intent' || random.chance(0.2))
    const pair = others.length > 0 ? random.pick(others) : undefined
    if (pair) pair[1] = hostileText(random)
  }
  const change = random.weighted([
    [2, () => {}],
    [6, spoil],
    [2, () => Array.from({ length: random.int(2, 5) }, spoil)],
    [1, () => mutated.forEach((pair) => (pair[1] = hostileText(random)))],
    [1, () => mutated.splice(any(), 1)],
    [1, () => mutated.push([mutated[any()]?.[0] ?? 'a', hostileText(random)])],
    [1, () => mutated.push([random.pick(otherNames), hostileText(random)])],
    [0.5, () => mutated.push([hostileText(random).slice(0, 500), hostileText(random)])],
    [
      0.2,
      () => Array.from({ length: random.pick([95, 101, 999, 1001]) }, (_, i) => mutated.push([`x${i}`, ''])),
    ],
    [0.2, () => mutated.splice(0)],
  ])
  change()
  return mutated
}

export function urlEncoded(random: Random, pairs: Pair[]): Body {
  let text = pairs.map(([name, value]) => `${encodeText(name)}=${encodeText(value)}`).join('&')
  if (random.chance(0.03))
    text = random.pick([
      `${text}&a=%`,
      `${text}&%zz=1`,
      `&&&${text}`,
      `=${text}`,
      text.replace('=', ''),
      `${text}\r\n`,
      `${text}&a=%ff`,
    ])
  return { type: 'application/x-www-form-urlencoded', bytes: Buffer.from(text) }
}

export function multipart(random: Random, pairs: Pair[], files: FilePart[] = []): Body {
  const boundary = random.pick(['----fuzz', 'fuzz', "a'()+_,-./:=?b", 'x'.repeat(70)])
  const quoted = /^[\w-]+$/.test(boundary) ? boundary : `"${boundary}"`
  const quote = (text: string) => text.replace(/["\r\n]/g, (letter) => encodeURIComponent(letter))
  const pieces: (string | Buffer)[] = []
  for (const [name, value] of pairs) {
    const shown = random.chance(0.02) ? name : quote(name)
    pieces.push(
      `--${boundary}\r\nContent-Disposition: form-data; name="${shown}"\r\n\r\n`,
      bytesOf(value),
      '\r\n',
    )
  }
  for (const { field, name, type, bytes } of files) {
    const disposition = `form-data; name="${quote(field)}"; filename="${random.chance(0.1) ? name : quote(name)}"`
    pieces.push(
      `--${boundary}\r\nContent-Disposition: ${disposition}\r\nContent-Type: ${type}\r\n\r\n`,
      bytes,
      '\r\n',
    )
  }
  let bytes = Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece as string)))
  if (random.chance(0.05)) bytes = bytes.subarray(0, random.int(0, bytes.length))
  return { type: `multipart/form-data; boundary=${quoted}`, bytes }
}

/** Encodes text as UTF-8. A lone surrogate becomes the three bytes that a careless client would send. */
function bytesOf(text: string) {
  return text.isWellFormed() ? Buffer.from(text) : Buffer.from(decodeBytes(encodeText(text)), 'latin1')
}

function decodeBytes(encoded: string) {
  return encoded.replace(/%([\da-fA-F]{2})/g, (_, digits: string) =>
    String.fromCharCode(parseInt(digits, 16)),
  )
}

/** Encodes fields as a JSON object with some of its members spoiled. */
export function jsonOf(random: Random, fields: Record<string, unknown>, otherNames: readonly string[]): Body {
  const members = Object.entries(fields).map(([name, value]) => [JSON.stringify(name), JSON.stringify(value)])
  const any = () => random.int(0, Math.max(0, members.length - 1))
  const spoil = () => {
    const member = members[any()]
    if (member) member[1] = hostileJson(random)
  }
  const change = random.weighted([
    [2, () => {}],
    [6, spoil],
    [2, () => Array.from({ length: random.int(2, 5) }, spoil)],
    [1, () => members.forEach((member) => (member[1] = hostileJson(random)))],
    [1, () => members.splice(any(), 1)],
    [1, () => members.push([members[any()]?.[0] ?? '"a"', hostileJson(random)])],
    [1, () => members.push([JSON.stringify(random.pick(otherNames)), hostileJson(random)])],
    [
      1,
      () =>
        members.push([
          random.pick(['"__proto__"', '"constructor"', '""', '"\\u0000"', '"\\ud800"', '"a.b"', '"a[0]"']),
          hostileJson(random),
        ]),
    ],
    [
      0.2,
      () =>
        Array.from({ length: random.pick([1000, 5000]) }, (_, index) => members.push([`"x${index}"`, '1'])),
    ],
    [0.2, () => members.splice(0)],
  ])
  change()
  let text = `{${members.map((member) => member.join(':')).join(',')}}`
  if (random.chance(0.05)) text = malformedJson(random, text)
  return {
    type: random.pick(['application/json', 'application/json', 'application/json; charset=utf-8']),
    bytes: Buffer.from(text),
  }
}

function malformedJson(random: Random, text: string) {
  return random.pick([
    ...[
      '',
      ' ',
      'null',
      '1',
      '"a"',
      '[]',
      `[${text}]`,
      '{',
      '{]',
      '{"a":}',
      "{'a':1}",
      '{a:1}',
      'undefined',
      'NaN',
      '{"a":01}',
    ],
    ...[
      text.slice(0, random.int(0, text.length)),
      `${text}x`,
      `${text}${text}`,
      `\ufeff${text}`,
      `//\n${text}`,
      `${text}\u0000`,
    ],
    ...[
      '{"a":"\\x"}',
      '{"a":"\t"}',
      '{"a":1,}',
      '['.repeat(100_000),
      `{"a":${'['.repeat(66)}${']'.repeat(66)}}`,
    ],
  ])
}

/** Returns a body that does not match its media type, or one of an unsupported type. */
export function oddBody(random: Random, body: Body): Body {
  const { bytes } = body
  const type = random.pick([
    ...[
      null,
      '',
      'text/plain',
      'text/html',
      'application/xml',
      'application/octet-stream',
      'application/jsonp',
      'json',
      '/',
    ],
    ...[
      'application/json; charset=utf-16',
      'application/json; charset=iso-8859-1',
      'application/json;',
      'APPLICATION/JSON',
    ],
    ...[
      'application/x-www-form-urlencoded; charset=utf-7',
      'application/x-www-form-urlencoded; charset="UTF-8"',
    ],
    ...[
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/form-data; boundary=""',
      'multipart/mixed; boundary=a',
    ],
    ...[
      'multipart/form-data; boundary=fuzz; boundary=other',
      `multipart/form-data; boundary=${'x'.repeat(2000)}`,
    ],
    ...[
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=fuzz',
      'image/svg+xml',
    ],
  ])
  const other = random.pick([
    bytes,
    bytes,
    bytes.subarray(0, random.int(0, bytes.length)),
    Buffer.concat([bytes, Buffer.from([0xff, 0xfe, 0x00])]),
    Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
    Buffer.from(bytes.toString('utf8').slice(0, 10_000), 'utf16le'),
    random.bytes(random.int(0, 300)),
    gzipSync(bytes),
    Buffer.alloc(0),
    Buffer.alloc(random.pick([1_000, 100_000]), '='),
    Buffer.alloc(random.pick([1_000, 100_000]), '&'),
    Buffer.from(`--fuzz\r\n${'X: y\r\n'.repeat(random.pick([5, 30, 3000]))}\r\na\r\n--fuzz--`),
    Buffer.from('--fuzz\r\nContent-Disposition: form-data\r\n\r\na\r\n--fuzz--\r\n'),
    Buffer.from(
      '--fuzz\r\nContent-Disposition: form-data; name="a"; filename*=utf-8\'\'%ff\r\n\r\na\r\n--fuzz--\r\n',
    ),
    Buffer.from(
      '--fuzz\r\nContent-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: base64\r\n\r\n%%\r\n--fuzz--\r\n',
    ),
    Buffer.from('--fuzz--'),
  ])
  return { type, bytes: other }
}

/** Returns a file for an upload; some are valid. */
export function filePart(random: Random, field: string, csv: ReadonlyMap<string, string>): FilePart {
  const table = csv.get(field) ?? (random.chance(0.05) ? random.pick([...csv.values()]) : undefined)
  if (table !== undefined) {
    const text = random.chance(0.2) ? table : spoilCsv(random, table)
    const name = random.chance(0.9) ? `${field}.csv` : hostileText(random).slice(0, 300)
    return { field, name, type: 'text/csv', bytes: Buffer.from(text) }
  }
  const [name, type, bytes] = random.pick([
    ['a.pdf', 'application/pdf', pdf],
    ['a.pdf', 'application/pdf', pdf],
    ['a.doc', 'application/msword', doc],
    ['a.docx', 'application/octet-stream', docx],
    ['a.docx', 'application/zip', docx.subarray(0, random.int(0, docx.length))],
    ['a.pdf', 'text/html', Buffer.from('<script>alert(1)</script>')],
    ['a.exe', 'application/x-msdownload', Buffer.from('MZ\u0000\u0000')],
    ['a.pdf', 'application/pdf', Buffer.alloc(0)],
    [
      'a.docx',
      'application/zip',
      Buffer.concat([docx.subarray(0, 40), random.bytes(60), docx.subarray(100)]),
    ],
    ['a.pdf', 'application/pdf', Buffer.concat([pdf, Buffer.alloc(random.pick([10_000, 300_000]))])],
  ] as const)
  const odd = random.chance(0.3)
  return {
    field,
    name: odd ? `${hostileText(random).slice(0, 400)}${random.pick(['', '.pdf', '.docx'])}` : name,
    type,
    bytes,
  }
}

/** Returns CSV with one cell, row, header or line ending changed. */
function spoilCsv(random: Random, table: string) {
  const rows = table.trimEnd().split('\n')
  const selected = random.chance(0.7) ? rows.slice(0, random.int(2, 6)) : rows
  const cell = (row: string) => {
    const cells = row.split(',')
    cells[random.int(0, cells.length - 1)] = hostileText(random).slice(0, 2000)
    return cells.join(',')
  }
  const at = random.int(1, Math.max(1, selected.length - 1))
  const change = random.pick([
    () => void (selected[at] = cell(selected[at] ?? '')),
    () => void (selected[at] = cell(selected[at] ?? '')),
    () => void (selected[at] = cell(selected[at] ?? '')),
    () => void (selected[0] = cell(selected[0] ?? '')),
    () => void selected.push(selected[at] ?? ''),
    () => void selected.push('"'),
    () => void selected.push('a,"b\nc'),
    () => void selected.push(','.repeat(200)),
    () => void selected.push(''),
    () => void selected.splice(1),
    () => void selected.splice(0),
    () => void (selected[0] = `\ufeff${selected[0]}`),
    () => void selected.push(`${selected[at]}\r`),
    () => void selected.push('x'.repeat(random.pick([1000, 200_000]))),
  ])
  change()
  return selected.join(random.pick(['\n', '\n', '\r\n', '\r']))
}
