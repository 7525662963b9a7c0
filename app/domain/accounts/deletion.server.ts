import type { Db } from '../../../db/schema'
import type { Site } from '~/content/metadata'
import { deleteQuestionsOf } from '~/domain/applicant-questions/applicant-questions.server'
import { recordAudit, removeNotes } from '~/domain/audit/audit.server'
import { withoutChanges } from '~/domain/corrections/answers'
import { changesSince, correctionsSince, deleteCorrectionsOf } from '~/domain/corrections/corrections.server'
import { fingerprint } from '~/domain/hashes.server'
import type { FieldError } from '~/domain/parse-fields'
import { deleteImpacts } from '~/domain/impacts/impacts.server'
import { deleteDraftsOf, deleteSentDrafts } from '~/domain/quote-drafts/quote-drafts.server'
import { anonymizedQuote, anonymizedResult } from '~/domain/quotes/anonymize'
import { questions } from '~/domain/quotes/questions'
import { updateQuote } from '~/domain/quotes/quotes.queries.server'
import { fallbackChoices, quoteChoices } from '~/domain/quotes/quotes.server'
import { limitFailures } from '~/domain/rate-limits/rate-limits.server'
import { eraseSecurityEvents, recordSecurityEvent } from '~/domain/security-events/security-events.server'
import { replaceFactors } from '~/domain/underwriting/result-factors.server'
import { configurationHash, type EngineInput } from '~/domain/underwriting/underwriting.server'
import { accountDeletedMail } from '~/emails/account-deleted'
import { nobody, withClient } from '~/request-context.server'

import { findPasswordHash } from './accounts.queries.server'
import * as queries from './deletion.queries.server'
import { notifyAccount } from './notify-account.server'
import { ownerOf, type Owner } from './owner.queries.server'
import { passwordMatches } from './passwords.server'

type Outcome = { ok: true } | { ok: false; errors: FieldError[] }

/** The message to the only administrator, whose account cannot be deleted. */
export const onlyAdmin =
  'You are the only administrator. Make another account an administrator first, so that somebody can run the site.'

/** Whether an account cannot be deleted because it is the only administrator. */
export async function isOnlyAdmin(db: Db, user: { id: number; admin: boolean }) {
  return user.admin && !(await queries.anotherAdmin(db, user.id))
}

/**
 * Deletes an account, after checking its password, with all data about its owner, in one transaction. Applications stay without an owner:
 * the engine's inputs remain, and a replay of their results gives the same figures. Submissions sent under the email without an account are
 * deleted if the email is verified: anyone can sign up with any email. An account that no longer exists is not an error. A wrong password
 * counts towards the IP's login limit and the account's limit of current passwords.
 * @throws {HashingBusyError}
 * @throws {TooManyAttempts}
 */
export async function deleteAccount(
  db: Db,
  user: { id: number; email: string; admin: boolean },
  password: string,
  { site, ip }: { site: Site; ip: string | null },
): Promise<Outcome> {
  const stored = await findPasswordHash(db, user.id)
  if (stored === null) return { ok: true }
  const proven = await limitFailures(db, 'login by ip', ip, () =>
    limitFailures(db, 'current passwords', String(user.id), async () =>
      (await passwordMatches(password, stored)) ? stored : null,
    ),
  )
  if (proven === null) {
    await recordSecurityEvent(db, { kind: 'password check failed', accountId: user.id })
    return refused('current_password', 'Current password is incorrect')
  }
  let erased = false
  const outcome = await db.transaction().execute(async (trx): Promise<Outcome> => {
    const admins = user.admin ? await queries.lockAdmins(trx) : []
    const account = await queries.lockAccount(trx, user.id, stored)
    if (!account) {
      const changed = (await findPasswordHash(trx, user.id)) !== null
      return changed ? refused('current_password', 'Current password is incorrect') : { ok: true }
    }
    if (account.admin && !admins.some((id) => id !== account.id)) return refused('', onlyAdmin)
    await erase(trx, account, site)
    erased = true
    return { ok: true }
  })
  // The log keeps the deletion, without data of the owner.
  if (erased) await withClient(nobody, () => recordSecurityEvent(db, { kind: 'account deleted' }))
  return outcome
}

function refused(path: string, message: string): Outcome {
  return { ok: false, errors: [{ path, message }] }
}

async function erase(trx: Db, account: { id: number; email: string; email_verified: boolean }, site: Site) {
  const owner = ownerOf(account)
  await anonymizeQuotes(trx, owner)
  await deleteDraftsOf(trx, owner)
  if (owner.provenEmail !== null) {
    const { waitlist, contact, career } = await queries.deleteSubmissions(trx, owner.provenEmail)
    await removeNotes(trx, 'waitlist', waitlist)
    await removeNotes(trx, 'contact', contact)
    await removeNotes(trx, 'career', career)
  }
  await eraseSecurityEvents(trx, account)
  await queries.deleteMails(trx, owner)
  await queries.deleteKeys(trx, owner, fingerprint({ email: account.email }))
  await queries.deleteAccount(trx, account.id)
  await recordAudit(trx, { userId: null, action: 'delete', entity: 'account', entityId: account.id })
  await notifyAccount(
    trx,
    { ...account, id: null },
    { kind: 'account deleted', message: accountDeletedMail(site) },
  )
}

/** The values of corrections in the audit log that a deletion removes. */
const personalAnswers = [
  ...questions.filter(({ onDeletion }) => onDeletion).map(({ name }) => name),
  'reason',
]

async function anonymizeQuotes(trx: Db, owner: Owner) {
  const quotes = await queries.lockQuotes(trx, owner)
  if (quotes.length === 0) return
  const ids = quotes.map(({ id }) => id)
  await queries.deleteOffers(trx, ids)
  await deleteQuestionsOf(trx, ids)
  await deleteSentDrafts(trx, ids)
  await queries.deleteChallengerResults(trx, ids)
  await deleteImpacts(trx, ids)
  const onOffer = [...(await quoteChoices(trx)).jobRoles, ...fallbackChoices().jobRoles]
  const roles = new Set(onOffer.map(({ value }) => value.toLowerCase()))
  for (const quote of quotes) {
    const results = await queries.listResultsOf(trx, quote.id)
    const corrections = await correctionsSince(trx, quote.id, null)
    await queries.removeDecisionWords(
      trx,
      results.map(({ id }) => id),
    )
    for (const result of results) {
      const answered = withoutChanges(quote, changesSince(corrections, result))
      const { input, calculation_details } = anonymizedResult(result, answered, roles)
      await queries.updateResult(trx, result.id, {
        input: JSON.stringify(input),
        calculation_details: JSON.stringify(calculation_details),
        // The old hash covers the employer's name and would confirm a guess of it.
        configuration_hash: configurationHash(input as unknown as EngineInput),
      })
      await replaceFactors(trx, { ...result, calculation_details: calculation_details as object })
    }
    await updateQuote(trx, quote.id, anonymizedQuote(quote, roles))
  }
  await deleteCorrectionsOf(trx, ids)
  await removeNotes(trx, 'quote', ids, personalAnswers)
}
