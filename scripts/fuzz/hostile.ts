import type { Random } from './random'

/** Hostile values, by their target. */

const numbers = [
  ...[
    '0',
    '-1',
    '-0',
    '1',
    '1.5',
    '.5',
    '5.',
    '+1',
    '00',
    '007',
    '1e0',
    '1e9',
    '1e21',
    '1e308',
    '1e309',
    '1e400',
  ],
  ...[
    '1e-400',
    '-1e400',
    'NaN',
    'nan',
    'Infinity',
    '-Infinity',
    'infinity',
    '0x10',
    '0b1',
    '0o7',
    '1_000',
    '1,000',
  ],
  ...[
    '1,00',
    '$1',
    '$ 4,500',
    '1 000',
    '1%',
    '٣',
    '１２',
    '½',
    '²',
    '−5',
    '1 ',
    ' 1',
    '2147483647',
    '2147483648',
  ],
  ...['-2147483649', '4294967296', '9007199254740993', '9223372036854775807', '9223372036854775808'],
  ...[
    '99999999999999999999999999999999',
    '0.1e-1',
    '0.0000000000000000000000001',
    '1n',
    '--1',
    '1-',
    '1.2.3',
  ],
]

const dates = [
  ...[
    '02/30/2000',
    '00/00/0000',
    '13/01/2000',
    '01/32/2000',
    '02/29/1900',
    '02/29/2000',
    '12/31/9999',
    '01/01/0001',
  ],
  ...[
    '1/2/3',
    '2000-02-30',
    '0000-00-00',
    '0000-01-01',
    '-0001-01-01',
    '9999-12-31',
    '10000-01-01',
    '275760-09-13',
  ],
  ...[
    '275760-09-14',
    '+275760-09-13T00:00:00.000Z',
    '-271821-04-20T00:00:00.000Z',
    '-005000-01-01T00:00:00.000Z',
  ],
  ...[
    '2000-01-01T00:00:00Z',
    '2000-01-01T25:00',
    '2000-01-01T24:00:00Z',
    '2016-12-31T23:59:60Z',
    'Jan 1 2000',
  ],
  ...[
    '2000-W01-1',
    '1970-01-01',
    '1582-10-10',
    '2026-03-29T02:30',
    'now',
    'today',
    'epoch',
    'infinity',
    '-infinity',
  ],
]

const sql = [
  ...[
    "'",
    "''",
    '"',
    '`',
    "' OR 1=1 --",
    "'; DROP TABLE users; --",
    "1'--",
    '1; select pg_sleep(2)',
    '$1',
    '$$',
    '?',
  ],
  ...[
    '%',
    '_',
    '%%%',
    '\\%',
    '\\',
    '\\\\',
    '\\x00',
    "E'\\x00'",
    '::int',
    '{1,2}',
    '[1,2)',
    ':name',
    '/*',
    'NULL',
  ],
  ...["' || pg_sleep(2) || '", 'users', 'pg_catalog.pg_user', 'information_schema.tables', 'public.users'],
]

const markup = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</title><svg onload=alert(1)>',
  '</script><script>alert(1)</script>',
  '<!--',
  ']]>',
  '&lt;&#0;&amp',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '{{7*7}}',
  '${7*7}',
  '=1+1',
  '@SUM(1)',
]

const paths = [
  ...[
    '..',
    '../',
    '../../../etc/passwd',
    '..\\..\\x',
    '..%2f..%2fetc',
    '%2e%2e/',
    '/etc/passwd',
    'file:///etc/passwd',
  ],
  ...[
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    '/x',
    '/a?b=c#d',
    '/admin',
    '/%2e%2e',
    'C:\\x',
    '~',
  ],
  ...[
    '.htaccess',
    'con',
    'a/b',
    '.',
    './',
    '*',
    '?',
    '#',
    '/',
    'a.',
    'a b',
    'a:b',
    'a|b',
    'x'.repeat(300) + '.pdf',
  ],
]

const letters = [
  ...[
    '\u0000',
    'a\u0000b',
    '\u0001',
    '\u0007',
    '\u001b[31m',
    '\u007f',
    '\u0085',
    '\u00a0',
    '\u00ad',
    '\u200b',
    '\u2028',
  ],
  ...[
    '\u202e',
    '\u2066',
    '\ufeff',
    '\ufffd',
    '\uffff',
    '\ud800',
    'a\udc00',
    '\udc00\ud800',
    '😀',
    '👩‍👩‍👧‍👦',
    '🏳️‍🌈',
    '𝒳',
  ],
  ...['é', 'e\u0301', 'İ', 'ı', 'ß', 'ﬁ', 'ǅ', 'Å', '\u0301'.repeat(50), '日本語', 'עברית', 'العربية', 'ไทย'],
  ...[
    'a\rb',
    'a\nb',
    'a\r\nb',
    'a\tb',
    '\r\n',
    'a\r\nBcc: x@evil.example',
    '\u000b',
    '\u000c',
    'ａｄｍｉｎ',
    '\u{10ffff}',
  ],
]

const names = [
  ...[
    '',
    ' ',
    '   ',
    '\t',
    'null',
    'undefined',
    'true',
    'false',
    'yes',
    'on',
    'off',
    '[]',
    '{}',
    '[object Object]',
  ],
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'valueOf',
    'hasOwnProperty',
    'length',
    'then',
    'toJSON',
  ],
]

const emails = [
  ...[
    '@',
    'a@',
    '@a',
    'a@b',
    'a@b.c',
    'a b@c.d',
    'a@b..c',
    '.a@b.c',
    'a.@b.c',
    'a@-b.c',
    'a@b.c.',
    'a@b.c,d@e.f',
  ],
  ...[
    '<a@b.example>',
    'a@b.example>',
    '"a b"@c.example',
    'a(comment)@b.example',
    'a@[127.0.0.1]',
    'a+b@c.example',
  ],
  ...[
    'A@B.EXAMPLE',
    'admin@example.com',
    ' ADMIN@example.com ',
    'ä@ö.example',
    'a@xn--.example',
    'a@b.example\n',
  ],
  ...[`${'a'.repeat(64)}@example.com`, `${'a'.repeat(65)}@example.com`, `a@${'b'.repeat(250)}.example`],
]

const patterns = [
  '(a+)+$',
  '[',
  '(',
  '*',
  '(?=',
  'a{1,99999}',
  '.*'.repeat(40),
  '^(([a-z])+.)+[A-Z]([a-z])+$',
]

const kinds = [numbers, dates, sql, markup, paths, letters, names, emails, patterns]

/** Returns a long text, often one that makes a regular expression backtrack. */
function long(random: Random) {
  const length = random.weighted([
    [6, random.int(90, 300)],
    [4, random.int(1000, 6000)],
    [2, random.int(10_000, 60_000)],
    [0.3, random.int(200_000, 900_000)],
  ])
  const part = random.pick([
    'a',
    'a.',
    'a@',
    ' ',
    '0',
    '9',
    '-',
    '(',
    '%',
    "'",
    '<b>',
    'é',
    '😀',
    '\n',
    ',',
    '\\',
    'a b ',
  ])
  const body = part.repeat(Math.ceil(length / part.length)).slice(0, length)
  return random.pick(['', '', 'a@', '1', '+1 ', '"']) + body + random.pick(['', '', '@', '!', 'x', '.'])
}

/** Values that JavaScript accepts and PostgreSQL rejects: sent more often than the others. */
const refusedBySql = [
  ...[
    '\u0000',
    'a\u0000b',
    '\ud800',
    'a\udc00',
    '2147483648',
    '-2147483649',
    '9223372036854775808',
    '1e400',
    'NaN',
  ],
  ...[
    '-271821-04-20T00:00:00.000Z',
    '+275760-09-13T00:00:00.000Z',
    '02/30/2000',
    '0000-00-00',
    '\\',
    '%',
    "'",
  ],
]

/** Returns a hostile text. */
export function hostileText(random: Random): string {
  if (random.chance(0.15)) return random.pick(refusedBySql)
  if (random.chance(0.12)) return long(random)
  if (random.chance(0.05)) return random.pick(random.pick(kinds)) + random.pick(random.pick(kinds))
  return random.pick(random.pick(kinds))
}

/** Returns hostile JSON: a text, or a value of another type. */
export function hostileJson(random: Random): string {
  if (random.chance(0.4)) return JSON.stringify(hostileText(random))
  if (random.chance(0.1)) return nested(random)
  return random.pick([
    ...[
      'null',
      'true',
      'false',
      '0',
      '-0',
      '-1',
      '1.5',
      '1e400',
      '-1e400',
      '1e-400',
      '9007199254740993',
      '2147483648',
    ],
    ...[
      '[]',
      '[""]',
      '["a","b"]',
      '[null]',
      '[[]]',
      '{}',
      '{"a":1}',
      '{"toString":1}',
      '{"length":-1}',
      '{"then":1}',
    ],
    ...[
      '{"__proto__":{"admin":true}}',
      '{"constructor":{"prototype":{"x":1}}}',
      '{"valueOf":null,"toString":null}',
    ],
    ...[
      '"\\u0000"',
      '"\\ud800"',
      '"a\\udc00b"',
      '"\\u202e"',
      '{"type":"Buffer","data":[1,2]}',
      '{"$ne":null}',
    ],
  ])
}

function nested(random: Random) {
  const depth = random.pick([3, 30, 63, 64, 65, 1000, 20_000])
  return random.chance(0.5)
    ? '['.repeat(depth) + ']'.repeat(depth)
    : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
}

/** Returns a hostile path segment, encoded. */
export function hostileSegment(random: Random): string {
  if (random.chance(0.5)) {
    return random.pick([
      ...[
        '0',
        '-1',
        '1e9',
        '999999999',
        '2147483647',
        '2147483648',
        '4294967297',
        '9223372036854775807',
        '9223372036854775808',
      ],
      ...[
        '1%20',
        '%201',
        '%09',
        '%D9%A3',
        '%EF%BC%91',
        '%00',
        '1%00',
        '%ff',
        '%C0%80',
        '%ED%A0%80',
        '%',
        '%zz',
        '%25',
        '%2F',
      ],
      ...[
        '..',
        '%2e%2e',
        '..%2f',
        '.',
        '1;x=1',
        '1.json',
        '1.0',
        '0x1',
        '+1',
        '01',
        'NaN',
        'null',
        'undefined',
        'true',
        '*',
      ],
      ...[
        '__proto__',
        'constructor',
        'toString',
        "1'--",
        '%27',
        '%22',
        '%5C',
        '%0a',
        '%7F',
        '%F0%9F%98%80',
        'a%20b',
        '~',
        '()',
      ],
      ...[
        'x'.repeat(300),
        'x'.repeat(3000),
        '9'.repeat(400),
        'x'.repeat(8100),
        '%41'.repeat(100),
        'index',
        'export',
        '1,2',
      ],
    ])
  }
  return encodeText(hostileText(random).slice(0, 1500))
}

/** Encodes as encodeURIComponent. A lone surrogate becomes the three bytes that a careless client would send. */
export function encodeText(text: string) {
  return text.replace(/[\ud800-\udbff][\udc00-\udfff]|[^A-Za-z0-9\-_.~]/g, (letter) => {
    if (letter.isWellFormed()) return encodeURIComponent(letter)
    const code = letter.charCodeAt(0)
    return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)]
      .map((byte) => `%${byte.toString(16)}`)
      .join('')
  })
}
