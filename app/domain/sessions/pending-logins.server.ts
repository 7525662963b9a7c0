import type { Db } from '../../../db/schema'
import { hashToken, newToken } from '~/domain/tokens.server'

import * as queries from './pending-logins.queries.server'
import type { SessionUser } from './sessions.server'

export { removeEndedPendingLogins } from './pending-logins.queries.server'

/** The time between the password and the second step, in seconds. */
export const pendingLoginSeconds = 10 * 60

/** A login that has passed the password and waits for its second step. It grants nothing else. */
export type PendingLogin = { user: SessionUser; remember: boolean }

/** Starts the wait for the second step of a login. @returns the token that binds it to the browser */
export async function startPendingLogin(db: Db, { userId, remember }: { userId: number; remember: boolean }) {
  const token = newToken()
  await queries.insertPendingLogin(db, {
    token_hash: hashToken(token),
    user_id: userId,
    remember,
    expires_at: new Date(Date.now() + pendingLoginSeconds * 1000),
  })
  return token
}

export async function findPendingLogin(db: Db, token: string): Promise<PendingLogin | null> {
  const row = await queries.findPendingLogin(db, hashToken(token))
  if (!row) return null
  const { remember, ...user } = row
  return { user, remember }
}

/** Ends the wait, once: of two answers to the same second step one logs in. @returns whether it was still pending */
export async function endPendingLogin(db: Db, token: string) {
  return queries.deletePendingLogin(db, hashToken(token))
}
