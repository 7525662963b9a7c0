import type { z } from 'zod'

import { isCommonPassword } from './common-passwords.server'

/**
 * Returns why a password of valid length is rejected, or null: common passwords, the provider's name, and public facts about the account.
 */
export function passwordProblem(password: string, known: { brandName: string; email: string }) {
  const lower = password.trim().toLowerCase()
  if (isCommonPassword(lower) || isCalendarPassword(lower))
    return 'This password is too common. Please choose another one.'

  // Digits and symbols around a word do not make it harder to guess.
  const word = wordIn(lower)
  const sameAs = (name: string) => name !== '' && [lower, word, word.replace(/\s/g, '')].includes(name)
  const brand = known.brandName.toLowerCase()
  if (sameAs(brand) || sameAs(brand.replace(/\s/g, '')))
    return `Your password must not be ${known.brandName}. Please choose another one.`

  const email = known.email.toLowerCase()
  const [mailbox = ''] = email.split('@')
  if ((email !== '' && lower.includes(email)) || sameAs(mailbox) || sameAs(wordIn(mailbox)))
    return 'Your password must not be your email address. Please choose another one.'
  return null
}

/**
 * Adds the error of a new password to the schema of a form, even when other fields are invalid. The email is the account's, or a field
 * of the form.
 */
export function withPasswordProblem<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  name: string,
  known: { brandName: string; email?: string },
) {
  const problem = (fields: Record<string, unknown>) => {
    const { [name]: password, email = '' } = fields
    if (typeof password !== 'string') return null
    return passwordProblem(password, { email: String(email), ...known })
  }
  return schema.refine((fields) => problem(fields) === null, {
    path: [name],
    error: ({ input }) => problem(input as Record<string, unknown>) ?? '',
    when: () => true,
  })
}

/** The part of a text from its first letter to its last. */
function wordIn(text: string) {
  return /\p{L}(?:.*\p{L})?/su.exec(text)?.[0] ?? ''
}

const seasons = 'spring summer autumn fall winter'.split(' ')
const months = 'january february march april may june july august september october november december'.split(
  ' ',
)
const days = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ')
const calendar = new Set([
  ...seasons,
  ...months,
  ...days,
  ...[...months, ...days].map((name) => name.slice(0, 3)),
])

/** Whether a password is a season, month or weekday with only a date's digits and any symbols: 'summer2026!', '25-december-2026'. */
function isCalendarPassword(lower: string) {
  const letters = lower.replace(/[^\p{L}]/gu, '')
  return calendar.has(letters) && lower.replace(/\D/g, '').length <= 8
}
