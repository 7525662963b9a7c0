import { randomBytes } from 'node:crypto'

import type { Db } from '../../../db/schema'
import type { SessionUser } from '~/domain/sessions/sessions.server'

import * as queries from './accounts.queries.server'
import { hashPassword, passwordMatches } from './passwords.server'

/**
 * The account of an e-mail address and a password, or null. An unknown address takes as long as a wrong password.
 * @throws {HashingBusyError} when too many logins come at once.
 */
export async function checkCredentials(db: Db, email: string, password: string): Promise<SessionUser | null> {
  const found = await queries.findCredentials(db, email)
  const matches = await passwordMatches(password, found?.password_hash ?? null)
  if (!found || !matches) return null
  await queries.noteLogin(db, found.id)
  const { password_hash: _, ...user } = found
  return user
}

/** Creates a verified admin. An account that has this e-mail address already is never changed. */
export async function createAdmin(db: Db, { email, password }: { email: string; password: string }) {
  return queries.insertAccount(db, {
    username: 'Administrator',
    email,
    password_hash: await hashPassword(password),
    email_verified: true,
    admin: true,
  })
}

/**
 * Makes sure that a new installation has its first admin: the one named in the environment if it is absent; on the embedded
 * database, when none is named and there is no admin yet, one with a password made here.
 * @returns the credentials to print once, when a password was made here; else null.
 */
export async function ensureFirstAdmin(
  db: Db,
  wanted: {
    email: string | undefined
    password: string | undefined
    embedded: boolean
    fallbackEmail: string
  },
) {
  if (wanted.email !== undefined && wanted.password !== undefined) {
    await createAdmin(db, { email: wanted.email, password: wanted.password })
    return null
  }
  if (!wanted.embedded || (await queries.anyAdmin(db))) return null
  const credentials = {
    email: wanted.email ?? wanted.fallbackEmail,
    password: wanted.password ?? randomBytes(12).toString('base64url'),
  }
  const created = await createAdmin(db, credentials)
  return created && wanted.password === undefined ? credentials : null
}
