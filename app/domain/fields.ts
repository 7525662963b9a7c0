import { z } from 'zod'

/**
 * The field types that the forms share. Each says its message once; an absent, empty or blank
 * value and one of the wrong type are all answered with it.
 */

/** Text that must be there, without the blanks around it. `range` is what is said when its length is wrong. */
export function requiredText(
  message: string,
  { min = 1, max, range }: { min?: number; max: number; range: string },
) {
  return z
    .string(message)
    .trim()
    .min(1, { error: message, abort: true })
    .refine((text) => text.length >= min && text.length <= max, range)
    .refine(isPlainText, 'Remove the control characters from this text')
}

/** Text that may be left out; absent and blank both become null. */
export function optionalText({ max, range }: { max: number; range: string }) {
  return z
    .string(range)
    .trim()
    .max(max, range)
    .refine(isPlainText, 'Remove the control characters from this text')
    .transform((text) => (text === '' ? null : text))
    .nullish()
    .transform((text) => text ?? null)
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

export const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** An e-mail address as the forms take it, in the letter case in which it was typed. */
export function email(message = 'Email is required') {
  return z
    .string(message)
    .trim()
    .min(1, { error: message, abort: true })
    .max(254, 'Please enter a valid email address')
    .regex(emailPattern, 'Please enter a valid email address')
    .refine(isPlainText, 'Please enter a valid email address')
}

/** A person's name, as the short forms ask for it. */
export function personName() {
  return requiredText('Name is required', { max: 100, range: 'Name must be at most 100 characters' })
}

/** A phone number that may be left out, as people write it: at least seven digits, an extension if there is one. */
export function phone() {
  return optionalText({ max: 40, range: 'Please enter a valid phone number' }).refine(
    (text) =>
      text === null || (/^\+?[\d\s().-]+(?:\s*(?:x|ext\.?)\s*\d{1,6})?$/i.test(text) && digits(text) >= 7),
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

/** No control characters but tab and line breaks, and no half of a surrogate pair (PostgreSQL refuses both). */
function isPlainText(text: string) {
  return !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text) && text.isWellFormed()
}
