import { z } from 'zod'

/**
 * The field types that the forms share. Each states its message once: absent, empty and blank values, and those of the wrong type, all get
 * that message.
 */

/** The messages for an absent value and for one out of range. By default they begin with the label of the field. */
type Messages = { missing?: string; range?: string }

type TextLimits = Messages & {
  min?: number
  max: number
  /** Whether the field is a textarea: any other is a single line. */
  multiline?: boolean
}

export function requiredText(label: string, limits: TextLimits) {
  const { missing = `${label} is required`, range = lengthMessage(label, limits), min = 1 } = limits
  const present = z.string(missing).trim().min(1, missing)
  return text(
    present.refine((text) => countCharacters(text) >= min, { error: range, when: isValid }),
    { ...limits, range },
  )
}

/** Optional text; absent and blank both become null. */
export function optionalText(label: string, limits: TextLimits) {
  const { range = lengthMessage(label, limits) } = limits
  return text(z.string(range).trim(), { ...limits, range })
    .transform((text) => (text === '' ? null : text))
    .nullish()
    .transform((text) => text ?? null)
}

/** The number of characters of a text as the database counts them: an emoji is one, although a string has two units for it. */
export function countCharacters(text: string) {
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0)
}

/** Whether a text has at most `max` characters. */
export function isAtMost(text: string, max: number) {
  return text.length <= max || (text.length <= 2 * max && countCharacters(text) <= max)
}

function lengthMessage(label: string, { min = 1, max }: TextLimits) {
  const length = min > 1 ? `${limit(min)} to ${limit(max)}` : `at most ${limit(max)}`
  return `${label} must be ${length} characters`
}

/**
 * For `when` of a check: runs it unless one before it has failed. `abort` would also skip the checks of the whole object, which compare fields.
 */
export const isValid = ({ issues }: { issues: readonly unknown[] }) => issues.length === 0

/** Adds the checks that all texts share. Length comes first: the rest would run on a text of any length. */
function text(schema: z.ZodString, { max, range, multiline = false }: TextLimits & { range: string }) {
  return schema
    .refine((text) => isAtMost(text, max), { error: range, when: isValid })
    .refine(isPlainText, { error: 'Remove the control characters from this text', when: isValid })
    .refine((text) => multiline || isOneLine(text), {
      error: 'Remove the line breaks and tabs from this text',
      when: isValid,
    })
}

/** One of a fixed list, ignoring letter case; the value is spelled as in the list. */
export function choice<const Option extends string>(options: readonly Option[], message: string) {
  return z.string(message).transform((text, context): Option => {
    const lowerCase = text.trim().toLowerCase()
    const match = options.find((option) => option.toLowerCase() === lowerCase)
    if (match !== undefined) return match
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
}

type NumberLimits = Messages & { min: number; max: number }

/** A finite number from `min` to `max`. The message for other text also says how to write a number. */
export function number(label: string, limits: NumberLimits) {
  const { range = `${label} must be a number ${fromTo(limits)}` } = limits
  return limited(label, { ...limits, range }, notationOf(limits))
}

/** How to write a number, with the first whole and the first decimal example that are in the range. */
function notationOf({ min, max }: NumberLimits) {
  const examples = [
    [1500, 15, 5, 1],
    [3.5, 0.5, 1500.5],
  ].flatMap((numbers) => numbers.find((example) => example >= min && example <= max) ?? [])
  return examples.length === 0
    ? 'Use digits, with a point before decimals'
    : `Write it like ${examples.map(limit).join(' or ')}`
}

export function wholeNumber(label: string, limits: NumberLimits) {
  const { range = `${label} must be a whole number ${fromTo(limits)}` } = limits
  return limited(label, { ...limits, range }, 'Use digits alone').refine(Number.isInteger, range)
}

const percentSchemas = z.registry<object>()

/** A number of percent, from `min` to `max`: 3.5, which `parseFields` also reads where it is written as 3.5%. */
export function percent(label: string, limits: NumberLimits) {
  const { range = `${label} must be a percentage ${fromTo(limits)}` } = limits
  return limited(label, { ...limits, range }, 'Write it like 5 or 3.5%').register(percentSchemas, {})
}

/** Whether a schema is one that `percent` has made. */
export function isPercent(schema: z.core.$ZodType) {
  return percentSchemas.has(schema)
}

const dollarSchemas = z.registry<object>()

/** An amount of US dollars. `parseFields` does not read 54.000, in which other countries write thousands, as 54. */
export function dollars(label: string, limits: NumberLimits) {
  return number(label, limits).register(dollarSchemas, {})
}

/** Whether a schema is one that `dollars` has made. */
export function isDollars(schema: z.core.$ZodType) {
  return dollarSchemas.has(schema)
}

function fromTo({ min, max }: NumberLimits) {
  return `from ${limit(min)} to ${limit(max)}`
}

function limit(value: number) {
  return value.toLocaleString('en-US', { maximumFractionDigits: 10 })
}

function limited(
  label: string,
  { min, max, range, missing = `${label} is required` }: NumberLimits & { range: string },
  notation: string,
) {
  const error = ({ input }: { input?: unknown }) => {
    if (input === undefined || input === null) return missing
    return typeof input === 'string' || Number.isNaN(input) ? `${range}. ${notation}` : range
  }
  return z.number({ error }).min(min, range).max(max, range)
}

/**
 * The HTML standard's email syntax, restricted to domains with a dot and to local parts that SMTP accepts without quotes (no dot at an end
 * or next to another). Every accepted email has a single spelling: no display name, comment, angle bracket or quote.
 */
const emailPattern =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i
const longestEmail = 254

/** Whether a text is an email in the single spelling that the site accepts. */
export function isEmail(text: string) {
  return text.length <= longestEmail && emailPattern.test(text)
}

/** An email: the local part as typed, the domain in lower case. */
export function email(message = 'Email is required') {
  return z
    .string(message)
    .trim()
    .min(1, message)
    .refine(isEmail, { error: 'Please enter a valid email address', when: isValid })
    .overwrite((text) => text.replace(/@.*/, (domain) => domain.toLowerCase()))
}

/** A person's name, as in the short forms. */
export function personName() {
  return requiredText('Name', { max: 100 })
}

/** An optional phone number in any common notation: at least seven digits, with an optional extension. */
export function phone() {
  return optionalText('Phone', { max: 40, range: 'Please enter a valid phone number' }).refine(
    (text) =>
      text === null || (/^\+?[\d\s().-]+(?:(?:x|ext\.?)\s*\d{1,6})?$/i.test(text) && digits(text) >= 7),
    'Please enter a valid phone number',
  )
}

/** A ticked checkbox. Any value counts except an explicit no: JSON callers send false. */
export function agreement(message: string) {
  return z
    .string(message)
    .trim()
    .min(1, message)
    .refine((text) => !/^(?:false|no|off|0)$/i.test(text), { error: message, when: isValid })
}

function digits(text: string) {
  return text.replace(/\D/g, '').length
}

function isOneLine(text: string) {
  return !/[\t\n\r\u0085\u2028\u2029]/.test(text)
}

/** No control characters except tab and line breaks, and no lone surrogates (PostgreSQL rejects both). */
export function isPlainText(text: string) {
  return !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text) && text.isWellFormed()
}
