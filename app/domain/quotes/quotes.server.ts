import { brand } from '~/brand.server'
import { calendarDay } from '~/domain/dates'
import { once, type IdempotencyKey } from '~/domain/idempotency/idempotency.server'
import { sendReceipt } from '~/domain/mail/receipts.server'
import { consume } from '~/domain/rate-limits/rate-limits.server'
import { quoteReceivedMail } from '~/emails/quote-received'

import type { Db } from '../../../db/schema'
import * as options from './quotes.options'
import * as queries from './quotes.queries.server'
import type { QuoteAnswers } from './questions'
import { quoteSchema } from './quotes.schema'

export { listCoverageLevels, listJobRoles } from './quotes.queries.server'

export type Option = { value: string; label: string }

/** The job roles and coverage levels currently available, always including 'Other' and 'Not Sure Yet'. */
export async function quoteChoices(db: Db): Promise<{ jobRoles: Option[]; coverageLevels: Option[] }> {
  const [roles, levels] = await Promise.all([queries.listJobRoles(db), queries.listCoverageLevels(db)])
  return choicesOf(
    roles.map((role) => role.role_name),
    levels.map((level) => level.level_name),
  )
}

/** The choices while the lists cannot be read. */
export function fallbackChoices() {
  return choicesOf(options.fallbackJobRoles, options.fallbackCoverageLevels.map(options.coverageLevelLabel))
}

function choicesOf(roles: readonly string[], levels: readonly string[]) {
  const jobRoles = roles
    .filter((name) => name.toLowerCase() !== options.otherJobRole.toLowerCase())
    .map((name) => ({ value: name, label: name }))
  const coverageLevels = levels
    .map((name) => ({ value: name.toLowerCase(), label: name }))
    .filter(
      ({ value }) =>
        value !== options.unsureCoverage.value && value !== options.unsureCoverage.label.toLowerCase(),
    )
  return {
    jobRoles: [...jobRoles, { value: options.otherJobRole, label: options.otherJobRole }],
    coverageLevels: [...coverageLevels, options.unsureCoverage],
  }
}

let current: { bounds: string; schema: ReturnType<typeof quoteSchema> } | undefined

/**
 * The current schema of an application, with the available coverage levels and the fallback levels, which a form offers while the
 * lists cannot be read. It stays while they and the day do: to make one takes longer than to store an application.
 */
export async function currentQuoteSchema(db: Db) {
  const levels = await queries.listCoverageLevels(db)
  const bounds = {
    today: calendarDay(new Date()),
    coverageLevels: [
      ...new Set([
        ...levels.map((level) => level.level_name.toLowerCase()),
        ...options.fallbackCoverageLevels,
      ]),
    ],
  }
  const key = JSON.stringify(bounds)
  if (current?.bounds !== key) current = { bounds: key, schema: quoteSchema(bounds) }
  return current.schema
}

/**
 * Stores an application, once per idempotency key, and mails the applicant a receipt. The server sets the status, type, IP and account.
 * @throws {IdempotencyConflict} when the key was used for another application.
 * @throws {TooManyAttempts} when this IP has sent too many; a retry is not counted again.
 */
export async function submitQuote(
  db: Db,
  application: QuoteAnswers,
  caller: { userId: number | null; ip: string | null; key: IdempotencyKey | null },
) {
  return once(db, caller.key, application, (trx) => storeQuote(trx, application, caller))
}

/**
 * Stores an application in a transaction, and mails the applicant a receipt.
 * @throws {TooManyAttempts} when this IP has sent too many.
 */
export async function storeQuote(
  trx: Db,
  application: QuoteAnswers,
  { userId, ip }: { userId: number | null; ip: string | null },
) {
  await consume(trx, 'quote', ip)
  const isChosen = application.job_role !== application.other_job_role
  const listed = isChosen ? await queries.findJobRole(trx, application.job_role) : undefined
  const quote = await queries.insertQuote(trx, {
    ...application,
    job_role: listed?.role_name ?? application.job_role,
    user_id: userId,
    ip_address: ip,
  })
  await sendReceipt(trx, {
    kind: 'quote received',
    userId,
    to: application.email,
    message: quoteReceivedMail(brand, { name: application.name, id: quote.id }),
  })
  return quote
}

export type QuoteSubmission = NonNullable<Awaited<ReturnType<typeof queries.findQuote>>>

/** Returns an application as the back office sees it, or null. */
export async function findQuote(db: Db, id: number) {
  return (await queries.findQuote(db, id)) ?? null
}

/** Returns the names of applicants by the ids of their applications. */
export async function findNames(db: Db, ids: readonly number[]): Promise<Record<number, string>> {
  if (ids.length === 0) return {}
  const rows = await queries.listNames(db, ids)
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]))
}

/** Returns the newest `limit` applications and the total count. */
export async function newestQuotes(db: Db, limit: number) {
  const [quotes, stored] = await Promise.all([queries.listNewest(db, limit), queries.countQuotes(db)])
  return { quotes, stored }
}
