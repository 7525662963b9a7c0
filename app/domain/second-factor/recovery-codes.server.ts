import { createHash } from 'node:crypto'

import type { Db } from '../../../db/schema'
import { withoutSeparators } from '~/domain/codes'
import { codeAlphabet, inGroups, newCode } from '~/domain/tokens.server'

import * as queries from './second-factor.queries.server'

const amount = 10
const length = 16

/** Replaces an account's recovery codes and returns the new ones, which are stored as hashes only: 80 bits each, in groups of four. */
export async function renewCodes(trx: Db, userId: number): Promise<string[]> {
  const codes = Array.from({ length: amount }, () => newCode(length))
  await queries.replaceCodes(
    trx,
    userId,
    codes.map((code) => hashOf(userId, code)),
  )
  return codes.map(inGroups)
}

/** Parses a code: in any case, with or without dashes, with O for 0 and I or L for 1. Returns null for other text. */
export function readRecoveryCode(text: string) {
  const code = withoutSeparators(text).toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1')
  return code.length === length && [...code].every((character) => codeAlphabet.includes(character))
    ? code
    : null
}

/** Uses up one of the account's codes. @returns whether it was valid */
export async function useRecoveryCode(db: Db, userId: number, code: string) {
  return queries.useCode(db, userId, hashOf(userId, code))
}

function hashOf(userId: number, code: string) {
  return createHash('sha256').update(`${userId} ${code}`).digest()
}
