import { createHash, randomBytes } from 'node:crypto'

import type { Db } from '../../../db/schema'
import { withoutSeparators } from '~/domain/codes'

import * as queries from './second-factor.queries.server'

const amount = 10
const length = 16

/** Crockford's base 32: without I, L, O and U, which are read as others. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Replaces an account's recovery codes and returns the new ones, which are stored as hashes only: 80 bits each, in groups of four. */
export async function renewCodes(trx: Db, userId: number): Promise<string[]> {
  const codes = Array.from({ length: amount }, () =>
    Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join(''),
  )
  await queries.replaceCodes(
    trx,
    userId,
    codes.map((code) => hashOf(userId, code)),
  )
  return codes.map((code) => code.replace(/.{4}(?=.)/g, '$&-'))
}

/** Reads a typed code: in any case, with or without dashes, with O for 0 and I or L for 1. Returns null for other text. */
export function readRecoveryCode(text: string) {
  const code = withoutSeparators(text).toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1')
  return code.length === length && [...code].every((character) => alphabet.includes(character)) ? code : null
}

/** Uses up one of the account's codes. @returns whether it was valid */
export async function useRecoveryCode(db: Db, userId: number, code: string) {
  return queries.useCode(db, userId, hashOf(userId, code))
}

function hashOf(userId: number, code: string) {
  return createHash('sha256').update(`${userId} ${code}`).digest()
}
