import { facts } from '~/content/facts'
import type { Site } from '~/content/metadata'
import { listAdminEmails } from '~/domain/accounts/accounts.server'
import { recordAudit } from '~/domain/audit/audit.server'
import { withoutSeparators } from '~/domain/codes'
import { once, onceUnlessRefused, type IdempotencyKey } from '~/domain/idempotency/idempotency.server'
import { enqueueMail } from '~/domain/mail/mail.server'
import { sendReceipt } from '~/domain/mail/receipts.server'
import {
  consume,
  deckNoticesPerHour,
  limitFailures,
  tryConsume,
} from '~/domain/rate-limits/rate-limits.server'
import { recordSecurityEvent } from '~/domain/security-events/security-events.server'
import { hashToken, inGroups, newCode, newToken } from '~/domain/tokens.server'
import { deckCodeResentMail } from '~/emails/deck-code-resent'
import { deckRequestApprovedMail } from '~/emails/deck-request-approved'
import { deckRequestNoticeMail } from '~/emails/deck-request-notice'
import { deckRequestReceivedMail } from '~/emails/deck-request-received'
import { deckRequestRejectedMail } from '~/emails/deck-request-rejected'

import type { Db } from '../../../db/schema'
import * as queries from './pitch-deck.queries.server'
import { deckStatuses, type DeckStatus } from './pitch-deck.options'
import { noDeckRequest, type DeckRejection, type DeckRequest } from './pitch-deck.schema'

export { findRequest, listRequests, removeEndedAccesses } from './pitch-deck.queries.server'

const day = 24 * 60 * 60_000
/** The characters of a code: 140 random bits. */
const codeLength = 28
/** Validity of a code, in milliseconds. */
const codeValidFor = facts.accessCodeDays * day
/** Validity of the access of a browser, in milliseconds. */
const accessValidFor = 30 * day

/** The outcome of a change by an admin; 'unchanged': the request has this status already. */
type Outcome = { ok: true } | { ok: false; reason: 'missing' | 'conflict' | 'unchanged'; message: string }

/**
 * Returns the status of an email's request for the deck.
 * @throws {TooManyAttempts}
 */
export async function checkRequest(
  db: Db,
  email: string,
  caller: { ip: string | null },
): Promise<{ hasRequested: boolean; status: DeckStatus | null }> {
  await consume(db, 'deck checks', caller.ip)
  const status = await queries.findStatus(db, email)
  return { hasRequested: status !== undefined, status: status ?? null }
}

/**
 * Stores a request for the deck, one per email, and mails a receipt to its sender and a notice to the admins. If the email has a request,
 * nothing changes and its status is returned. A retry with the same idempotency key gets the first result.
 * @throws {IdempotencyConflict} when the key was used for another request.
 * @throws {TooManyAttempts} when this IP has sent too many; a retry is not counted again.
 */
export async function requestAccess(
  db: Db,
  request: DeckRequest,
  caller: { site: Site; ip: string | null; key: IdempotencyKey | null },
) {
  const { result } = await once(db, caller.key, request, async (trx) => {
    await consume(trx, 'deck requests', caller.ip)
    const stored = await insertOrFind(trx, request)
    if (stored.created) {
      await sendReceipt(trx, {
        kind: 'deck request received',
        to: request.email,
        message: deckRequestReceivedMail(caller.site.brand, request),
      })
      await notifyAdmins(trx, request, caller.site)
    }
    return stored
  })
  return result
}

/** Mails every admin about a request, unless there were many in this hour. */
async function notifyAdmins(trx: Db, { email }: DeckRequest, site: Site) {
  if (!(await tryConsume(trx, 'deck request notices', 'all')).allowed) return
  const message = deckRequestNoticeMail(site, { email, perHour: deckNoticesPerHour })
  for (const admin of await listAdminEmails(trx))
    await enqueueMail(trx, { kind: 'deck request notice', to: admin.email, userId: admin.id, message })
}

async function insertOrFind(trx: Db, request: DeckRequest) {
  for (;;) {
    const stored = await queries.insertRequest(trx, request)
    if (stored) return { created: true as const, request: stored }
    const status = await queries.findStatus(trx, request.email)
    if (status) return { created: false as const, status }
    // The existing request was deleted between the two statements.
  }
}

/**
 * Exchanges a code for access. A code can be used any number of times while it is valid; wrong ones are limited.
 * @returns the token for the cookie and its maximum age in seconds, or null for an invalid code.
 * @throws {TooManyAttempts}
 */
export async function enterCode(
  db: Db,
  accessCode: string,
  caller: { ip: string | null },
): Promise<{ token: string; maxAge: number } | null> {
  const access = await limitFailures(db, 'deck codes', caller.ip, () =>
    db.transaction().execute(async (trx) => {
      const request = await queries.lockRequestOfCode(trx, codeHash(accessCode))
      if (!request) return null
      const token = newToken()
      await queries.insertAccess(trx, {
        request_id: request.id,
        token_hash: hashToken(token),
        expires_at: new Date(Date.now() + accessValidFor),
      })
      return { token, maxAge: accessValidFor / 1000 }
    }),
  )
  await recordSecurityEvent(db, { kind: access ? 'deck code accepted' : 'deck code failed' })
  return access
}

export async function hasDeckAccess(db: Db, token: string) {
  return (await queries.findAccess(db, hashToken(token))) !== undefined
}

/** Whether a token gives access to the deck. Records the first time that a request's deck is opened. */
export async function openDeck(db: Db, token: string) {
  const access = await queries.findAccess(db, hashToken(token))
  if (access?.opened_at === null) await queries.noteOpened(db, access.id)
  return access !== undefined
}

/** Ends the access of one browser; the code and the accesses of other browsers stay. */
export async function closeDeck(db: Db, token: string) {
  await queries.deleteAccess(db, hashToken(token))
}

export async function countRequests(db: Db) {
  const counts = new Map((await queries.countRequests(db)).map(({ status, count }) => [status, count]))
  return deckStatuses.map((status) => ({ status, count: counts.get(status) ?? 0 }))
}

/** The admin who changes a request, and the idempotency key. */
type Caller = { by: number; key?: IdempotencyKey | null }

/** Returns the text of the mail that an approval sends, with dots in place of the name and the code. */
export function approvalMail(site: Site, now: Date) {
  const expiresAt = new Date(now.getTime() + codeValidFor)
  return deckRequestApprovedMail(site, { name: '...', code: '...', expiresAt }).text
}

/** Approves a pending request and mails its sender a code. */
export async function approveRequest(db: Db, id: number, { by, key, site }: Caller & { site: Site }) {
  return change(db, id, { from: ['pending'], to: 'approved', key }, async (trx, request) => {
    const { code, expiresAt } = await approveWithCode(trx, id)
    await enqueueMail(trx, {
      kind: 'deck request approved',
      to: request.email,
      message: deckRequestApprovedMail(site, { name: request.name, code, expiresAt }),
    })
    await audit(trx, 'approve', request, by, { status: 'approved', code_expires_at: expiresAt })
  })
}

/**
 * Rejects a pending request; an approved one is deleted to end its access. The note is for admins, unless it is mailed to the sender. The
 * audit log does not contain it.
 */
export async function rejectRequest(
  db: Db,
  id: number,
  { by, key, site, note = null, tell_applicant = false }: Caller & { site: Site } & Partial<DeckRejection>,
) {
  return change(
    db,
    id,
    { from: ['pending'], to: 'rejected', key, content: { note, tell_applicant } },
    async (trx, request) => {
      const rejection = { status: 'rejected', applicant_told: tell_applicant } as const
      await queries.updateRequest(trx, id, { ...rejection, rejection_note: note })
      if (tell_applicant)
        await enqueueMail(trx, {
          kind: 'deck request rejected',
          to: request.email,
          message: deckRequestRejectedMail(site.brand, { name: request.name, note }),
        })
      await audit(trx, 'reject', request, by, { ...rejection, has_note: note !== null })
    },
  )
}

/** Mails the sender of an approved request a new code. The previous code expires; the accesses that it gave stay. */
export async function resendCode(db: Db, id: number, { by, key, site }: Caller & { site: Site }) {
  return change(db, id, { from: ['approved'], key }, async (trx, request) => {
    const expiresAt = await sendNewCode(trx, request, site)
    await audit(trx, 'resend code', request, by, { status: 'approved', code_expires_at: expiresAt })
  })
}

/**
 * Mails a new code to an email whose request is approved. Does nothing for another email, or for one that has had too many codes;
 * the caller cannot tell the difference.
 * @throws {TooManyAttempts} when this IP has made too many checks.
 */
export async function requestNewCode(db: Db, email: string, { site, ip }: { site: Site; ip: string | null }) {
  await consume(db, 'deck checks', ip)
  await db.transaction().execute(async (trx) => {
    const request = await queries.lockApproved(trx, email)
    if (!request || !(await tryConsume(trx, 'deck codes by recipient', request.email)).allowed) return
    const expiresAt = await sendNewCode(trx, request, site)
    await audit(trx, 'resend code', request, null, { status: 'approved', code_expires_at: expiresAt })
  })
}

/** Deletes a request and its accesses; its sender can send another. */
export async function deleteRequest(db: Db, id: number, { by, key }: Caller) {
  return change(db, id, { from: ['pending', 'approved', 'rejected'], key }, async (trx, request) => {
    await queries.deleteRequest(trx, id)
    await audit(trx, 'delete', request, by)
  })
}

type LockedRequest = { id: number; name: string; email: string; status: DeckStatus }

/** Changes a request that has one of the statuses `from`, perhaps its status. Its lock serializes concurrent admins. */
async function change(
  db: Db,
  id: number,
  {
    from,
    to,
    key = null,
    content = {},
  }: { from: readonly DeckStatus[]; to?: DeckStatus; key?: IdempotencyKey | null; content?: object },
  act: (trx: Db, request: LockedRequest) => Promise<void>,
): Promise<Outcome> {
  const { result } = await onceUnlessRefused(db, key, { id, ...content }, async (trx): Promise<Outcome> => {
    const request = await queries.lockRequest(trx, id)
    if (!request) return { ok: false, reason: 'missing', message: noDeckRequest }
    if (request.status === to)
      return { ok: false, reason: 'unchanged', message: `This request is ${request.status} already.` }
    if (!from.includes(request.status)) {
      const message = `This request is ${request.status}, so this cannot be done.`
      return { ok: false, reason: 'conflict', message }
    }
    await act(trx, request)
    return { ok: true }
  })
  return result
}

/** @returns when the code expires. */
async function sendNewCode(trx: Db, request: LockedRequest, site: Site) {
  const { code, expiresAt } = await approveWithCode(trx, request.id)
  await enqueueMail(trx, {
    kind: 'deck code resent',
    to: request.email,
    message: deckCodeResentMail(site, { name: request.name, code, expiresAt }),
  })
  return expiresAt
}

/** Approves a request with a new code, which replaces an earlier one. */
async function approveWithCode(trx: Db, id: number) {
  const code = inGroups(newCode(codeLength))
  const expiresAt = new Date(Date.now() + codeValidFor)
  await queries.updateRequest(trx, id, {
    status: 'approved',
    code_hash: codeHash(code),
    code_expires_at: expiresAt,
  })
  return { code, expiresAt }
}

async function audit(trx: Db, action: string, request: LockedRequest, by: number | null, after?: object) {
  await recordAudit(trx, {
    userId: by,
    action,
    entity: 'pitch deck request',
    entityId: request.id,
    before: { status: request.status },
    ...(after === undefined ? {} : { after }),
  })
}

/**
 * Returns the hash of a typed or pasted code. White space, hyphens, letter case, look-alike letters and text of the mail around the
 * code do not matter.
 */
function codeHash(text: string) {
  const words = text.split(/[\s\p{Po}\p{Pi}\p{Pf}\p{Ps}\p{Pe}]+/u)
  const code = words.find((word) => /^\w{4}(?:\p{Pd}\w{4}){6}$/u.test(word)) ?? text
  const typed = withoutSeparators(code).toUpperCase()
  return hashToken(typed.replaceAll('O', '0').replace(/[IL]/g, '1'))
}
