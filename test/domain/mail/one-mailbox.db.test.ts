import { sql } from 'kysely'
import { expect, test } from 'vitest'

import {
  changePassword,
  changeProfile,
  register,
  resendRegistration,
} from '~/domain/accounts/accounts.server'
import { registrationSchema } from '~/domain/accounts/accounts.schema'
import { deleteAccount } from '~/domain/accounts/deletion.server'
import { hashPassword } from '~/domain/accounts/passwords.server'
import { recoverByEmail, recoverById } from '~/domain/accounts/recovery.server'
import { resendCode } from '~/domain/accounts/verification.server'
import { applyForJob } from '~/domain/careers/careers.server'
import { sendContact } from '~/domain/contacts/contacts.server'
import { requestAccess } from '~/domain/pitch-deck/pitch-deck.server'
import { joinWaitlist } from '~/domain/waitlist/waitlist.server'

import { person, site } from '../../support/accounts'
import { provideDatabase } from '../../support/database'
import { pdf } from '../../support/resumes'

const provided = provideDatabase()

let caller = 0
/** Each attempt comes from its own network. */
const from = () => ({ site, key: null, ip: `10.${(caller += 1) >> 8}.${caller & 255}.1` })

let spelling = 0
/** The email of the mailbox, in a different accepted spelling each time. */
function victim() {
  const letters = [...'victim']
  const name = letters
    .map((letter, index) => ((spelling >> index) & 1 ? letter.toUpperCase() : letter))
    .join('')
  spelling += 1
  return registrationSchema.shape.email.parse(` ${name}@${spelling % 2 ? 'Box' : 'box'}.example `)
}

const profile = { username: 'Ann', full_address: null, region_state: null, occupation: null }
const current_password = person.password

async function insertAccount(email: string) {
  const account = { username: 'Ann', email, password_hash: await hashPassword(person.password) }
  return provided.db.insertInto('users').values(account).returningAll().executeTakeFirstOrThrow()
}
const victimsAccount = () =>
  provided.db.selectFrom('users').selectAll().where('email', 'ilike', 'victim@box.example').executeTakeFirst()

/** Ignores rejections and limits. */
const attempt = (work: Promise<unknown>) => work.catch(() => null)

/** Every way for a stranger to have mails sent to an email, as often as possible in a short time. */
const ways: Record<string, () => Promise<unknown>> = {
  async 'other accounts change to it, and have codes sent again'() {
    for (let account = 0; account < 4; account += 1) {
      const thief = await insertAccount(`thief${account}@example.com`)
      await attempt(
        changeProfile(provided.db, thief, { ...profile, email: victim(), current_password }, { site }),
      )
      await Promise.all(Array.from({ length: 9 }, () => attempt(resendCode(provided.db, thief, { site }))))
    }
  },
  async 'sign-ups, sent again'() {
    const signUp = () => attempt(register(provided.db, { ...person, email: victim() }, from()))
    await Promise.all(Array.from({ length: 12 }, signUp))
    const resend = () => attempt(resendRegistration(provided.db, victim(), from()))
    await Promise.all(Array.from({ length: 12 }, resend))
  },
  async 'recovery, by address and by id'() {
    const account = await victimsAccount()
    const ask = (index: number) =>
      index % 2
        ? recoverByEmail(provided.db, victim(), from())
        : recoverById(provided.db, { user_id: String(account?.id), email: victim() }, from())
    await Promise.all(Array.from({ length: 20 }, (_, index) => attempt(ask(index))))
  },
  async 'an account on it whose password changes'() {
    const account = await victimsAccount()
    const passwords = [person.password, 'another password']
    for (let time = 0; time < 14; time += 1) {
      const [current_password = '', new_password = ''] = time % 2 ? passwords.toReversed() : passwords
      const change = { current_password, new_password }
      await attempt(changePassword(provided.db, account!, change, { site, session: 0 }))
    }
  },
  async 'an account on it that changes away'() {
    for (let time = 0; time < 14; time += 1) {
      const account = (await victimsAccount())!
      const email = `away${time}@example.com`
      await attempt(changeProfile(provided.db, account, { ...profile, email, current_password }, { site }))
    }
  },
  async 'accounts on it that are deleted and made again'() {
    for (let time = 0; time < 14; time += 1) {
      const account = await victimsAccount()
      if (account) await attempt(deleteAccount(provided.db, account, person.password, { site, ip: null }))
      await attempt(register(provided.db, { ...person, email: victim() }, from()))
    }
  },
  async 'the public forms'() {
    for (let time = 0; time < 8; time += 1) {
      const sender = { name: 'Ann', email: victim() }
      const nowhere = { referral_source: null, utm_source: null, utm_medium: null, utm_campaign: null }
      await attempt(
        joinWaitlist(provided.db, { ...sender, ...nowhere, interest_level: 'interested' }, from()),
      )
      await attempt(
        sendContact(provided.db, { ...sender, phone: null, inquiry_type: 'Other', message: 'x' }, from()),
      )
      await attempt(requestAccess(provided.db, { ...sender, company: null, reason: null }, from()))
      const work = {
        position: 'Other',
        linkedin: null,
        experience: 'x',
        why_join: 'x',
        consent: 'on',
      } as const
      await attempt(applyForJob(provided.db, { ...sender, ...work }, resume, from()))
    }
  },
}

const resume = {
  bytes: pdf,
  sha256: 'a'.repeat(64),
  contentType: 'application/pdf',
  extension: 'pdf' as const,
  originalName: 'cv.pdf',
}

test('one mailbox gets a limited number of mails from all senders, networks and spellings', async () => {
  // Mails are deleted with their account, so each is counted on insert.
  const statements = [
    `create table written (kind text, recipient text)`,
    `create function note_mail() returns trigger language plpgsql as
       $$ begin insert into written values (new.kind, new.recipient); return new; end $$`,
    `create trigger note_mail after insert on sent_emails for each row execute function note_mail()`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(provided.db)
  for (const cause of Object.values(ways)) await cause()
  const { rows: mails } = await sql<{ kind: string }>`
    select kind from written where recipient ilike 'victim@box.example'`.execute(provided.db)
  const counts: Record<string, number> = {}
  for (const { kind } of mails) counts[kind] = (counts[kind] ?? 0) + 1
  const sumOf = (...kinds: string[]) => kinds.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0)

  expect(counts.verification).toBe(20)
  expect(counts.recovery).toBe(5)
  expect(sumOf('password changed', 'email changed', 'account deleted')).toBe(10)
  const acknowledgements = [
    'address in use',
    'waitlist joined',
    'contact received',
    'career received',
    'deck request received',
  ]
  expect(sumOf(...acknowledgements)).toBe(5)
  expect(mails).toHaveLength(40)
})
