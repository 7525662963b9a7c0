import { z } from 'zod'

/**
 * The field types that the forms share. Each says its message once; an absent, empty or blank
 * value and one of the wrong type are all answered with it.
 */

type TextLimits = {
  max: number
  /** Said of a text of another length. */
  range: string
  /** Whether the field is a text area: any other holds one line. */
  multiline?: boolean
}

/** Text that must be there, without the blanks around it. */
export function requiredText(message: string, { min = 1, ...limits }: TextLimits & { min?: number }) {
  const present = z.string(message).trim().min(1, { error: message, abort: true })
  return text(present.min(min, { error: limits.range, abort: true }), limits)
}

/** Text that may be left out; absent and blank both become null. */
export function optionalText({ range, ...limits }: TextLimits) {
  return text(z.string(range).trim(), { range, ...limits })
    .transform((text) => (text === '' ? null : text))
    .nullish()
    .transform((text) => text ?? null)
}

/** Adds what is checked of every text. Its length comes first and ends the check: zod would go on with a text of any length. */
function text(schema: z.ZodString, { max, range, multiline = false }: TextLimits) {
  return schema
    .max(max, { error: range, abort: true })
    .refine(isPlainText, { error: 'Remove the control characters from this text', abort: true })
    .refine((text) => multiline || isOneLine(text), 'Remove the line breaks and tabs from this text')
}

/** One of a fixed list, in any letter case; the value is the list's own form. */
export function choice<const Option extends string>(options: readonly Option[], message: string) {
  return z.string(message).transform((text, context): Option => {
    const wanted = text.trim().toLowerCase()
    const found = options.find((option) => option.toLowerCase() === wanted)
    if (found !== undefined) return found
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
}

/** A finite number from `min` to `max`; `range` is what is said of any other. */
export function number(message: string, { min, max, range }: { min: number; max: number; range: string }) {
  return z
    .number({ error: (issue) => (issue.input === undefined || issue.input === null ? message : range) })
    .min(min, range)
    .max(max, range)
}

export function wholeNumber(message: string, limits: { min: number; max: number; range: string }) {
  return number(message, limits).refine(Number.isInteger, limits.range)
}

/**
 * The HTML standard's e-mail syntax, for domains with a dot, without what SMTP can only carry in quotes (a dot at an end of the
 * mailbox or beside another one). What is left has no other spelling: no display name, comment, angle bracket or quote.
 */
const emailPattern =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i
const longestEmail = 254

/** Whether a text is an e-mail address in the one spelling that the site takes. */
export function isEmail(text: string) {
  return text.length <= longestEmail && emailPattern.test(text)
}

/** An e-mail address: the mailbox in the letter case in which it was typed, the domain in lower case. */
export function email(message = 'Email is required') {
  return z
    .string(message)
    .trim()
    .min(1, { error: message, abort: true })
    .refine(isEmail, { error: 'Please enter a valid email address', abort: true })
    .overwrite((text) => text.replace(/@.*/, (domain) => domain.toLowerCase()))
}

/** A person's name, as the short forms ask for it. */
export function personName() {
  return requiredText('Name is required', { max: 100, range: 'Name must be at most 100 characters' })
}

/** A phone number that may be left out, as people write it: at least seven digits, an extension if there is one. */
export function phone() {
  return optionalText({ max: 40, range: 'Please enter a valid phone number' }).refine(
    (text) =>
      text === null || (/^\+?[\d\s().-]+(?:(?:x|ext\.?)\s*\d{1,6})?$/i.test(text) && digits(text) >= 7),
    'Please enter a valid phone number',
  )
}

/** A ticked box. Whatever value it has counts, but a no in so many words: JSON callers send false. */
export function agreement(message: string) {
  return z
    .string(message)
    .trim()
    .min(1, { error: message, abort: true })
    .refine((text) => !/^(?:false|no|off|0)$/i.test(text), message)
}

function digits(text: string) {
  return text.replace(/\D/g, '').length
}

function isOneLine(text: string) {
  return !/[\t\n\r\u0085\u2028\u2029]/.test(text)
}

/** No control characters but tab and line breaks, and no half of a surrogate pair (PostgreSQL refuses both). */
function isPlainText(text: string) {
  return !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text) && text.isWellFormed()
}
