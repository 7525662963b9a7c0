import { createTransport } from 'nodemailer'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

import { signupSchema } from '~/domain/accounts/accounts.schema'
import { decisionSchema } from '~/domain/decisions/decisions.schema'
import { dollars, email, isEmail, number, percent, requiredText, wholeNumber } from '~/domain/fields'
import { parseFields } from '~/domain/parse-fields'
import { quoteSchema } from '~/domain/quotes/quotes.schema'

import { hostileTexts, isCheap } from '../support/hostile-texts'
import fc from '../support/property'
import { allFields, allSchemas, type Field } from '../support/schemas'

const fields = allFields()

/** The messages for a field whose value is `text`. */
function messagesOf({ schema, name }: Field, text: string) {
  const parsed = parseFields(schema, { [name]: text })
  return parsed.ok ? [] : parsed.errors.map(({ message }) => message)
}

it('every limit of 1,000 or more is written with its comma', () => {
  const texts = ['', 'a', 'a'.repeat(200_000), '-1', '9'.repeat(20)]
  const messages = fields.flatMap((field) => texts.flatMap((text) => messagesOf(field, text)))
  expect(messages).toContain('Question must be 10 to 2,000 characters')
  const withoutYears = messages.filter((message) => !/^(?:Start month|Live from)/.test(message))
  expect(withoutYears.filter((message) => /\d{4}/.test(message))).toEqual([])
})

it.each([
  ['😀', false],
  ['😀a', true],
  ['😀'.repeat(5), true],
  ['😀'.repeat(6), false],
])('a text counts characters as the database does: %s', (text, isValid) => {
  const schema = z.object({ text: requiredText('Text', { min: 2, max: 5 }) })
  expect(parseFields(schema, { text }).ok).toBe(isValid)
})

describe('a number', () => {
  const limits = { min: 0, max: 2_000, range: 'A must be from 0 to 2,000' }
  const schema = z.object({
    any: number('A is required', limits),
    whole: wholeNumber('A is required', limits),
  })
  const read = (value: unknown) => {
    const parsed = parseFields(schema, { any: value, whole: value })
    return parsed.ok ? Object.values(parsed.value) : parsed.errors.map(({ message }) => message)
  }

  it.each(['1,500', '1500', '$1,500', 1500])('may be written as %s', (value) => {
    expect(read(value)).toEqual([1500, 1500])
  })

  it.each(['3,5', '1 500', '1.500,00', 'many', '0x10', '0b11', '0o17', 'Infinity'])(
    'written as %s gets a message with the notation',
    (value) => {
      expect(read(value)).toEqual([
        'A must be from 0 to 2,000. Write it like 1,500 or 3.5',
        'A must be from 0 to 2,000. Use digits alone',
      ])
    },
  )

  it.each([
    [{ min: 0, max: 80 }, '15 or 3.5'],
    [{ min: 0, max: 10 }, '5 or 3.5'],
    [{ min: 0, max: 1 }, '1 or 0.5'],
    [{ min: 100, max: 1e8 }, '1,500 or 1,500.5'],
  ])('gets an example that is in its range: %o', (limits, examples) => {
    const parsed = parseFields(z.object({ years: number('Years', limits) }), { years: 'abc' })
    const { message } = (!parsed.ok && parsed.errors[0]) || {}
    expect(message).toMatch(new RegExp(`\\. Write it like ${examples}$`))
  })

  it.each(['2001', -1, '1e999', {}])('%s is out of range', (value) => {
    expect(read(value)).toEqual(['A must be from 0 to 2,000', 'A must be from 0 to 2,000'])
  })
})

describe('a percentage', () => {
  const schema = z.object({
    share: percent('Loading', { min: 0, max: 1000 }).nullish(),
    years: number('Years', { min: 0, max: 1e6 }).nullish(),
  })
  const read = (fields: object) => {
    const parsed = parseFields(schema, { ...fields })
    return parsed.ok ? parsed.value : parsed.errors.map(({ message }) => message)
  }

  it.each(['50', '50%', ' 50 % ', '50.0%', 50])('may be written as %s', (share) => {
    expect(read({ share })).toEqual({ share: 50 })
  })

  it('may be empty, and says how to write it', () => {
    expect(read({ share: ' ' })).toEqual({})
    expect(read({ share: 'half' })).toEqual([
      'Loading must be a percentage from 0 to 1,000. Write it like 5 or 3.5%',
    ])
    expect(read({ share: '%' })).toHaveLength(1)
  })

  it('is no other number', () => {
    expect(read({ years: '50%' })).toEqual([
      'Years must be a number from 0 to 1,000,000. Write it like 1,500 or 3.5',
    ])
  })
})

describe('an amount of dollars', () => {
  const schema = z.object({
    pay: dollars('Pay', { min: 0, max: 1e6 }).transform((value) => Math.round(value * 100) / 100),
  })
  const read = (pay: unknown) => {
    const parsed = parseFields(schema, { pay })
    return parsed.ok ? parsed.value.pay : parsed.errors.map(({ message }) => message)
  }

  it.each([
    ['54,000', 54_000],
    ['$ 54,000.50', 54_000.5],
    ['54.00', 54],
    ['4500.125', 4500.13],
    [54.125, 54.13],
    ['0.5', 0.5],
  ])('may be written as %s', (text, amount) => {
    expect(read(text)).toBe(amount)
  })

  it.each(['54.000', '$54.000', ' 1.054.000 ', '54.000,00'])(
    'with points between thousands, as in %s, is asked for again',
    (text) => {
      expect(read(text)).toEqual(['Pay must be a number from 0 to 1,000,000. Write it like 1,500 or 3.5'])
    },
  )

  it.each(['income', 'salary'])('is the %s of an application', (name) => {
    const parsed = parseFields(quoteSchema({ today: '2026-01-01', coverageLevels: [] }), { [name]: '54.000' })
    expect(parsed.ok ? [] : parsed.errors.map(({ path }) => path)).toContain(name)
  })
})

describe('every form and call', () => {
  it('reports errors whatever the types of its fields', () => {
    for (const value of [null, true, 42, [], ['a'], {}, { length: 1 }]) {
      const all = Object.fromEntries(fields.map(({ name }) => [name, value]))
      for (const schema of allSchemas()) expect(() => parseFields(schema, all)).not.toThrow()
    }
  })
})

describe('a decision', () => {
  it('has its mistakes reported in the order of its form', () => {
    const fields = { loading_percent: 'x', exclusion: 'a'.repeat(501), tier: 'a'.repeat(101), coverage: 1 }
    const parsed = parseFields(decisionSchema, fields)
    expect(parsed.ok ? [] : parsed.errors.map(({ path }) => path)).toEqual(
      'verdict reason tier coverage loading_percent exclusion words'.split(' '),
    )
  })
})

describe('a rule between fields', () => {
  const bounds = { today: '2026-01-01', coverageLevels: [] }
  it.each<[string, z.ZodType, Record<string, string>, string]>([
    [
      'sign-up',
      signupSchema,
      { username: 'x', password: 'one', confirm_password: 'other' },
      'confirm_password',
    ],
    [
      'application',
      quoteSchema(bounds),
      { name: 'x'.repeat(999), marital_status: 'Married' },
      'spouse_working',
    ],
    ['decision', decisionSchema, { words: 'short', verdict: 'declined' }, 'told'],
  ])('of the %s is told beside errors of others', (_, schema, values, path) => {
    const parsed = parseFields(schema, values)
    const paths = parsed.ok ? [] : parsed.errors.map((error) => error.path)
    expect(paths).toEqual(expect.arrayContaining([Object.keys(values)[0], path]))
  })
})

describe('every field of every form and call', () => {
  it('is found by this test', () => {
    expect(fields.length).toBeGreaterThan(150)
  })

  it('is validated in time proportional to the length of any text', () => {
    const slowAt = (texts: ReturnType<typeof hostileTexts>) =>
      fields.flatMap((field) =>
        texts
          .filter(({ text }) => !isCheap(text, () => messagesOf(field, text)))
          .map(({ kind }) => `${field.schemaName}.${field.name}: ${kind}`),
      )
    // First at a length at which even a backtracking pattern terminates.
    expect(slowAt(hostileTexts(16_000))).toEqual([])
    expect(slowAt(hostileTexts(1_000_000).filter((_, index) => index % 6 === 0))).toEqual([])
  })

  it('is a single line, unless it is a textarea', () => {
    const texts = fields.filter((one) =>
      messagesOf(one, 'Ann\u0001').some((message) => /control/.test(message)),
    )
    for (const separator of ['\r\n', '\n', '\r', '\t', '\u2028']) {
      const multiline = texts.filter(
        (one) => !messagesOf(one, `Ann${separator}Doe`).some((message) => /line breaks/.test(message)),
      )
      expect([...new Set(multiline.map(({ name }) => name))].sort()).toEqual([
        'ActionsTriggered',
        'MeltdownReason',
        'additional_info',
        'answer',
        'exclusion',
        'experience',
        'message',
        'note',
        'reason',
        'source',
        'told',
        'why_join',
      ])
    }
  })
})

describe('an e-mail address', () => {
  it.each([
    ['ann@example.com', 'ann@example.com'],
    ['  Ann.Doe+x@Mail.EXAMPLE.com ', 'Ann.Doe+x@mail.example.com'],
    ["o'brien_%!#$&*/=?^`{|}~-@x-1.example", "o'brien_%!#$&*/=?^`{|}~-@x-1.example"],
    ['a@xn--bcher-kva.example', 'a@xn--bcher-kva.example'],
    [`${'a'.repeat(241)}@mail.example`, `${'a'.repeat(241)}@mail.example`],
  ])('keeps its local part, with its domain in lower case (%#)', (typed, stored) => {
    expect(email().parse(typed)).toBe(stored)
  })

  it.each([
    'ann',
    'ann@example',
    '@example.com',
    'ann@@example.com',
    'ann doe@example.com',
    'ann@example..com',
    'ann@example.com.',
    'ann@example.com,',
    'ann@.example.com',
    'ann@-example.com',
    `ann@${'a'.repeat(64)}.example`,
    `${'a'.repeat(242)}@mail.example`,
    '<ann@example.com>',
    'ann@example.com>',
    'ann@example.com>>',
    'Ann <ann@example.com>',
    'ann@example.com (Ann)',
    '"ann"@example.com',
    'ann@[127.0.0.1]',
    'g:ann@example.com;',
    'ann@example.com,bob@example.com',
    '.ann@example.com',
    'ann.@example.com',
    'ann..doe@example.com',
    'änn@example.com',
    'ann@ex\u00adample.com',
    'ann\u200b@example.com',
    'ann@example.com\r\nBcc: bob@example.com',
    'ann@example\u3002com',
  ])('is rejected if invalid or spelled ambiguously (%#)', (typed) => {
    const parsed = email().safeParse(typed)
    expect(parsed.error?.issues.map(({ message }) => message)).toEqual(['Please enter a valid email address'])
  })

  it('that is accepted reaches the mail server unchanged', async () => {
    const transport = createTransport({ jsonTransport: true })
    const recipientOf = async (address: string) => {
      const sent = await transport.sendMail({ from: 'a@x.example', to: { name: '', address }, text: '' })
      return sent.envelope.to
    }
    const signs = [...'ab1.@ABZ<>()[]{},:;"\'\\!#$%&*+-/=?^_`|~ \t\u00e9\u200b']
    const typed = fc.oneof(
      fc.string({ unit: fc.constantFrom(...signs), maxLength: 12 }).map((text) => `${text}@x.example`),
      fc.string({ unit: fc.constantFrom(...signs), maxLength: 12 }).map((text) => `ann@x${text}.example`),
      fc.emailAddress(),
    )
    let accepted = 0
    await fc.assert(
      fc.asyncProperty(typed, async (text) => {
        if (!isEmail(text)) return
        accepted += 1
        const parsed = email().parse(text)
        expect(await recipientOf(parsed)).toEqual([parsed])
      }),
      { numRuns: 1000 },
    )
    expect(accepted).toBeGreaterThan(100)
  })
})
