import { commonPasswords } from './common-passwords'

/**
 * Why a password that is long enough is refused all the same, or null: what a guesser tries first, the provider's name, and
 * what everybody knows of the account.
 */
export function passwordProblem(password: string, known: { brandName: string; email: string }) {
  const lower = password.trim().toLowerCase()
  if (commonPasswords.has(lower)) return 'This password is too common. Please choose another one.'

  // Figures and signs around a word do not make it harder to guess.
  const word = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const sameAs = (name: string) => name !== '' && [lower, word, word.replace(/\s/g, '')].includes(name)
  const brand = known.brandName.toLowerCase()
  if (sameAs(brand) || sameAs(brand.replace(/\s/g, '')))
    return `Your password must not be ${known.brandName}. Please choose another one.`

  const email = known.email.toLowerCase()
  const [mailbox = ''] = email.split('@')
  if (lower.includes(email) || sameAs(mailbox) || sameAs(mailbox.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')))
    return 'Your password must not be your email address. Please choose another one.'
  return null
}
