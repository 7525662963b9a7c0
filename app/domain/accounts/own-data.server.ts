import type { Db } from '../../../db/schema'
import type { Brand } from '~/content/brand'
import { listForExport } from '~/domain/applicant-questions/applicant-questions.server'
import { listForExport as listCorrections } from '~/domain/corrections/corrections.server'
import { listRepliesForExport } from '~/domain/contacts/replies.server'
import { maskSecrets } from '~/domain/mail/mail.server'
import { exportedSecondFactor } from '~/domain/second-factor/second-factor.server'
import { listViews } from '~/domain/saved-views/saved-views.server'
import { listOwnSecurityEvents } from '~/domain/security-events/security-events.server'
import { listSessions } from '~/domain/sessions/sessions.server'
import type { PageRequest } from '~/lists/list-page'

import { findAccount } from './accounts.queries.server'
import * as queries from './own-data.queries.server'
import { ownerOf, type Owner } from './owner.queries.server'

/** The maximum number of rows in memory. */
const pageSize = 100

/**
 * Streams all data stored about an account's owner, as the text of one JSON object in chunks: it may be long. Includes submissions sent
 * under the email without an account, if the email is verified. Excludes hashes, the office's notes and the bytes of files. Returns null
 * when the account no longer exists.
 */
export async function ownData(db: Db, userId: number, brand: Brand) {
  const account = await findAccount(db, userId)
  if (!account) return null
  const known = {
    about: about(brand, account),
    account,
    sessions: await listSessions(db, userId),
    two_step_login: await exportedSecondFactor(db, userId),
    saved_views: (await listViews(db, userId)).map(({ id: _, ...view }) => view),
  }
  return chunks(db, ownerOf(account), known)
}

function about(brand: Brand, { email, email_verified }: { email: string; email_verified: boolean }) {
  return {
    provider: brand.name,
    exported_at: new Date(),
    notes: [
      'Times are in UTC. Codes, and links that log in, are masked.',
      email_verified
        ? `Waitlist entries, messages, job applications and investor requests are those that were sent with ${email}.`
        : `What was sent with ${email} without signing in is left out until that address is verified.`,
      `Files are named with their size in bytes. For the files themselves, or for notes that our staff made, write to ${brand.email}.`,
    ],
  }
}

async function* chunks(db: Db, owner: Owner, known: object) {
  yield JSON.stringify(known, null, 2).replace(/\n\}$/, '')
  const lists: [string, (page: PageRequest) => Promise<{ id: number }[]>][] = [
    ['quote_submissions', (page) => quotes(db, owner, page)],
    ['quote_drafts', (page) => queries.listDrafts(db, owner, page)],
    ['emails', (page) => mails(db, owner, page)],
    ['waitlist_submissions', (page) => queries.listWaitlistEntries(db, owner, page)],
    ['contact_submissions', (page) => contacts(db, owner, page)],
    ['career_submissions', (page) => applications(db, owner, page)],
    ['pitch_deck_requests', (page) => queries.listDeckRequests(db, owner, page)],
    ['security_events', (page) => listOwnSecurityEvents(db, owner.id, page)],
  ]
  for (const [name, list] of lists) {
    yield `,\n  ${JSON.stringify(name)}: [`
    let separator = '\n'
    for await (const row of rowsOf(list)) {
      yield `${separator}${JSON.stringify(row, null, 2).replace(/^/gm, '    ')}`
      separator = ',\n'
    }
    yield separator === '\n' ? ']' : '\n  ]'
  }
  yield '\n}\n'
}

async function* rowsOf(list: (page: PageRequest) => Promise<{ id: number }[]>) {
  let cursor: number | undefined
  for (;;) {
    const rows = await list({ cursor, limit: pageSize, oldestFirst: true })
    yield* rows
    if (rows.length < pageSize) return
    cursor = rows.at(-1)?.id
  }
}

async function quotes(db: Db, owner: Owner, page: PageRequest) {
  const rows = await queries.listQuotes(db, owner, page)
  const ids = rows.map(({ id }) => id)
  const results = await queries.listResults(db, ids)
  const offers = await queries.listOffers(db, ids)
  const questions = await listForExport(db, ids)
  const corrections = await listCorrections(db, ids)
  return rows.map((quote) => ({
    ...quote,
    underwriting_results: results
      .filter(({ quote_submission_id }) => quote_submission_id === quote.id)
      .map(({ quote_submission_id: _, ...result }) => result),
    offers: offers
      .filter(({ quote_submission_id }) => quote_submission_id === quote.id)
      .map(({ quote_submission_id: _, ...offer }) => offer),
    questions: questions
      .filter(({ quote_submission_id }) => quote_submission_id === quote.id)
      .map(({ quote_submission_id: _, ...question }) => question),
    corrections: corrections
      .filter(({ quote_submission_id }) => quote_submission_id === quote.id)
      .map(({ quote_submission_id: _, ...correction }) => correction),
  }))
}

async function mails(db: Db, owner: Owner, page: PageRequest) {
  const rows = await queries.listMails(db, owner, page)
  return rows.map(({ body_text, ...mail }) => ({ ...mail, body: maskSecrets(body_text) }))
}

async function contacts(db: Db, owner: Owner, page: PageRequest) {
  const rows = await queries.listContacts(db, owner, page)
  const replies = await listRepliesForExport(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((contact) => ({
    ...contact,
    replies: replies
      .filter(({ contact_submission_id }) => contact_submission_id === contact.id)
      .map(({ contact_submission_id: _, ...reply }) => reply),
  }))
}

async function applications(db: Db, owner: Owner, page: PageRequest) {
  const rows = await queries.listApplications(db, owner, page)
  const files = await queries.listFiles(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((application) => ({
    ...application,
    files: files
      .filter(({ career_submission_id }) => career_submission_id === application.id)
      .map(({ career_submission_id: _, ...file }) => file),
  }))
}
