import { beforeEach, describe, expect, test } from 'vitest'

import { createAdmin } from '~/domain/accounts/accounts.server'
import { listSecurityEvents } from '~/domain/security-events/security-events.server'
import {
  endSessionsByAdmin,
  missingAccount,
  missingSession,
  ownSessions,
} from '~/domain/sessions/end-by-admin.server'
import { listSessions, startSession } from '~/domain/sessions/sessions.server'

import { mailsTo, person, site } from '../../support/accounts'
import { provideDatabase } from '../../support/database'

const provided = provideDatabase()
let admin = 0
let [ann, bob] = [0, 0]

beforeEach(async () => {
  const { db } = provided
  for (const table of ['users', 'sent_emails', 'audit_log', 'security_events'] as const)
    await db.deleteFrom(table).execute()
  await createAdmin(db, { email: 'root@example.com', password: person.password })
  admin = await accountId('root@example.com')
  for (const username of ['ann', 'bob'])
    await db
      .insertInto('users')
      .values({ username, email: `${username}@example.com`, password_hash: 'x' })
      .execute()
  ann = await accountId('ann@example.com')
  bob = await accountId('bob@example.com')
  for (const id of [admin, ann, ann, bob]) await begin(id)
})

async function accountId(email: string) {
  const query = provided.db.selectFrom('users').select('id').where('email', '=', email)
  return (await query.executeTakeFirstOrThrow()).id
}

const begin = (id: number) =>
  startSession(provided.db, { id, admin: id === admin }, { remember: false, userAgent: null, ip: null })
const sessionsOf = async (id: number) => (await listSessions(provided.db, id)).map((session) => session.id)
const end = (id: number, sessionId?: number) =>
  endSessionsByAdmin(provided.db, id, { sessionId, by: admin, site })
const audited = () =>
  provided.db.selectFrom('audit_log').select(['user_id', 'action', 'entity', 'entity_id', 'before']).execute()
const recorded = () => listSecurityEvents(provided.db, { kind: 'session ended' }, { limit: 10 })

describe('an administrator', () => {
  test('ends one session of an account, with an audit entry, an event and a mail to its owner', async () => {
    const [one = 0, other] = await sessionsOf(ann)
    expect(await end(ann, one)).toEqual({ ok: true, ended: 1 })
    expect(await sessionsOf(ann)).toEqual([other])
    expect(await sessionsOf(bob)).toHaveLength(1)
    expect(await audited()).toEqual([
      {
        user_id: admin,
        action: 'end session',
        entity: 'account',
        entity_id: String(ann),
        before: { sessions: 1 },
      },
    ])
    expect(await recorded()).toMatchObject([
      { account_id: ann, actor: 'Administrator', details: { by: 'administrator', sessions: 1 } },
    ])
    const [mail, ...others] = await mailsTo(provided.db, 'ann@example.com')
    expect(mail).toMatchObject({ kind: 'signed out', user_id: ann })
    expect(mail?.body_text).toContain('on one device')
    expect(others).toEqual([])
  })

  test('ends all of them, with one mail', async () => {
    expect(await end(ann)).toEqual({ ok: true, ended: 2 })
    expect(await sessionsOf(ann)).toEqual([])
    expect(await sessionsOf(bob)).toHaveLength(1)
    expect(await audited()).toMatchObject([{ action: 'end all sessions', before: { sessions: 2 } }])
    const mails = await mailsTo(provided.db, 'ann@example.com')
    expect(mails.map(({ body_text }) => body_text.includes('everywhere'))).toEqual([true])
    expect(await recorded()).toMatchObject([{ details: { sessions: 2 } }])
  })

  test('changes nothing when there is no session to end', async () => {
    const [bobs = 0] = await sessionsOf(bob)
    const missing = { ok: false, reason: 'missing' }
    expect(await end(ann, bobs)).toEqual({ ...missing, message: missingSession })
    expect(await end(999_999)).toEqual({ ...missing, message: missingAccount })
    expect(await end(admin)).toEqual({ ok: false, reason: 'conflict', message: ownSessions })
    await end(bob)
    expect(await end(bob)).toEqual({ ok: true, ended: 0 })
    expect(await sessionsOf(ann)).toHaveLength(2)
    expect(await sessionsOf(admin)).toHaveLength(1)
    expect(await audited()).toHaveLength(1)
    expect(await recorded()).toHaveLength(1)
    expect(await mailsTo(provided.db, 'ann@example.com')).toEqual([])
  })
})
