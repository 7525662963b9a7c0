import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'

import type { Db } from '../../../db/schema'
import type { Site } from '~/content/metadata'
import { consume } from '~/domain/rate-limits/rate-limits.server'
import { countSecurityEvent } from '~/domain/security-events/security-events.server'
import { hashToken, newToken } from '~/domain/tokens.server'

import * as queries from './passkeys.queries.server'

export { removeEndedChallenges } from './passkeys.queries.server'

/** The time in which a browser has to answer a challenge, in seconds. */
export const challengeSeconds = 5 * 60

export const maxPasskeys = 10

/** Loaded at the first use of a passkey: it has hundreds of modules. */
const library = () => import('@simplewebauthn/server')

/**
 * Returns what a browser needs to make a passkey for an account, and the token that binds the challenge to the browser. Passkeys that the
 * account has are excluded.
 */
export async function optionsToAdd(
  db: Db,
  user: { id: number; email: string },
  site: Site,
  ip: string | null,
) {
  await consume(db, 'passkey challenges', ip)
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: site.brand.name,
    rpID: rpId(site),
    userName: user.email,
    userID: new TextEncoder().encode(String(user.id)),
    attestationType: 'none',
    excludeCredentials: await credentialsOf(db, user.id),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  const token = await storeChallenge(db, { purpose: 'add', user_id: user.id, challenge: options.challenge })
  return { options, token }
}

/**
 * Returns what a browser needs to log in with a passkey: as the second step of an account's login, or, without an account, in place of
 * the password too. The latter demands that the device verifies its owner, by a fingerprint or a PIN.
 */
export async function optionsToLogIn(db: Db, userId: number | null, site: Site, ip: string | null) {
  await consume(db, 'passkey challenges', ip)
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: rpId(site),
    userVerification: userId === null ? 'required' : 'preferred',
    ...(userId === null ? {} : { allowCredentials: await credentialsOf(db, userId) }),
  })
  const purpose = userId === null ? 'login' : 'second step'
  const token = await storeChallenge(db, { purpose, user_id: userId, challenge: options.challenge })
  return { options, token }
}

/** A browser's response, as JSON, and the token of its challenge. */
export type PasskeyResponse = { credential: string; token: string | null }

/** Returns the passkey that a browser has made for an account, or null if the response is not to its own, live challenge. */
export async function readNewPasskey(
  db: Db,
  userId: number,
  { credential, token }: PasskeyResponse,
  site: Site,
) {
  const response = parse(credential) as RegistrationResponseJSON | null
  const challenge = await takeChallenge(db, token, { purpose: 'add', userId })
  if (!response || challenge === null) return null
  const { verifyRegistrationResponse } = await library()
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: site.appUrl,
    expectedRPID: rpId(site),
    requireUserVerification: false,
  }).catch(() => null) // the library throws at anything wrong
  if (!verified?.verified) return null
  const { id, publicKey, counter } = verified.registrationInfo.credential
  return {
    user_id: userId,
    credential_id: id,
    public_key: publicKey,
    counter,
    transports: transportsOf(response.response.transports).join(','),
  }
}

/**
 * Checks a browser's response to a challenge, once. With an account it has to be one of its passkeys; without one, the device must have
 * verified its owner.
 * @returns the id of the passkey's account, or null.
 */
export async function checkPasskey(
  db: Db,
  userId: number | null,
  { credential, token }: PasskeyResponse,
  site: Site,
): Promise<number | null> {
  const response = parse(credential) as AuthenticationResponseJSON | null
  const challenge = await takeChallenge(db, token, {
    purpose: userId === null ? 'login' : 'second step',
    userId,
  })
  const passkey = response && challenge !== null ? await queries.findPasskey(db, response.id) : undefined
  const accountId =
    response && challenge !== null && passkey && (userId === null || passkey.user_id === userId)
      ? await verify(db, { response, challenge, passkey, site, strict: userId === null })
      : null
  if (accountId === null) countSecurityEvent({ kind: 'second step failed', accountId: userId })
  return accountId
}

type Verification = {
  response: AuthenticationResponseJSON
  challenge: string
  passkey: NonNullable<Awaited<ReturnType<typeof queries.findPasskey>>>
  site: Site
  /** Whether the device must have verified its owner. */
  strict: boolean
}

async function verify(db: Db, { response, challenge, passkey, site, strict }: Verification) {
  const { verifyAuthenticationResponse } = await library()
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: site.appUrl,
    expectedRPID: rpId(site),
    requireUserVerification: strict,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.counter,
    },
  }).catch(() => null)
  if (!verified?.verified) return null
  const isStored = await queries.usePasskey(db, passkey.id, verified.authenticationInfo.newCounter)
  return isStored ? passkey.user_id : null
}

function rpId(site: Site) {
  return new URL(site.appUrl).hostname
}

const knownTransports: readonly string[] = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

function transportsOf(transports: unknown) {
  return Array.isArray(transports) ? knownTransports.filter((known) => transports.includes(known)) : []
}

async function credentialsOf(db: Db, userId: number) {
  const passkeys = await queries.listPasskeys(db, userId)
  return passkeys.map(({ credential_id, transports }) => ({
    id: credential_id,
    transports: transports.split(',').filter(Boolean),
  }))
}

async function storeChallenge(
  db: Db,
  challenge: { purpose: 'add' | 'second step' | 'login'; user_id: number | null; challenge: string },
) {
  const token = newToken()
  const expires_at = new Date(Date.now() + challengeSeconds * 1000)
  await queries.insertChallenge(db, { ...challenge, token_hash: hashToken(token), expires_at })
  return token
}

async function takeChallenge(db: Db, token: string | null, use: Parameters<typeof queries.takeChallenge>[2]) {
  return token === null ? null : ((await queries.takeChallenge(db, hashToken(token), use)) ?? null)
}

/** Returns an object with an id and a response, like every response; the library checks the rest. */
function parse(text: string) {
  try {
    const value = JSON.parse(text) as { id?: unknown; response?: unknown } | null
    const isAnswer =
      typeof value?.id === 'string' && typeof value.response === 'object' && value.response !== null
    return isAnswer && value.id !== '' && !(value.id as string).includes('\u0000') ? value : null
  } catch {
    return null
  }
}
