import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'

import { isoCBOR } from '@simplewebauthn/server/helpers'

/*
 * A device that makes passkeys, in software: it answers the challenges of a site as a browser does, and can be told to answer wrongly.
 */

type Changes = {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  counter?: number
  /** Whether the device has verified its owner. */
  verified?: boolean
  /** Another key signs. */
  key?: KeyObject
}

const present = 0x01
const ownerVerified = 0x04
const hasCredential = 0x40

export function createAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const hash = (data: string | Uint8Array) => createHash('sha256').update(data).digest()

  const clientData = (type: string, options: { challenge: string }, changes: Changes) =>
    Buffer.from(
      JSON.stringify({
        type: changes.type ?? type,
        challenge: changes.challenge ?? options.challenge,
        origin: changes.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const authenticatorData = (
    flags: number,
    { rpId, counter = 0, verified = true }: Changes,
    rest = Buffer.alloc(0),
  ) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const allFlags = flags | present | (verified ? ownerVerified : 0)
    return Buffer.concat([hash(rpId ?? new URL(origin).hostname), Buffer.from([allFlags]), count, rest])
  }
  const answer = (response: Record<string, string | string[]>) =>
    JSON.stringify({
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      clientExtensionResults: {},
      response,
    })

  return {
    id: id.toString('base64url'),
    /** Makes the passkey. */
    create(options: { challenge: string }, changes: Changes = {}) {
      const cose = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ])
      const length = Buffer.from([0, id.length])
      const credential = Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(cose)])
      const authData = new Uint8Array(authenticatorData(hasCredential, changes, credential))
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return answer({
        clientDataJSON: clientData('webauthn.create', options, changes).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
        transports: ['internal', '<script>'],
      })
    },
    /** Answers a challenge with the passkey. */
    get(options: { challenge: string }, changes: Changes = {}) {
      const data = clientData('webauthn.get', options, changes)
      const authData = authenticatorData(0, changes)
      const signature = createSign('sha256')
        .update(Buffer.concat([authData, hash(data)]))
        .sign(changes.key ?? privateKey)
      return answer({
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
      })
    },
  }
}
