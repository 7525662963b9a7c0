import { sql } from 'kysely'

import { hasText } from '~/domain/has-text.queries.server'

/** The owner of personal data: an account, and its email if verified. What was sent under an email counts as theirs only then. */
export type Owner = { id: number; provenEmail: string | null }

/** The account that is logged in. */
export type Account = { id: number; email: string; email_verified: boolean }

export function ownerOf(account: Account): Owner {
  return { id: account.id, provenEmail: account.email_verified ? account.email : null }
}

/** Matches the account's applications, and those that visitors sent under its verified email. */
export function isOwnQuote({ id, provenEmail }: Owner) {
  return sql<boolean>`(user_id = ${id} or (user_id is null and ${hasText('email', provenEmail)}))`
}

/** Matches the account's mails, and those to its verified email. */
export function isOwnMail({ id, provenEmail }: Owner) {
  return sql<boolean>`(user_id = ${id} or ${hasText('recipient', provenEmail)})`
}
