import { beforeEach, expect, test } from 'vitest'

import type { Db } from '../../../db/schema'
import { createAdmin, register } from '~/domain/accounts/accounts.server'
import { ownSecondFactor, removeSecondFactorByAdmin } from '~/domain/second-factor/remove-by-admin.server'
import {
  confirmApp,
  exportedSecondFactor,
  hasSecondFactor,
  secondFactorOf,
  startApp,
} from '~/domain/second-factor/second-factor.server'
import { listSecurityEvents } from '~/domain/security-events/security-events.server'
import { findPendingLogin, startPendingLogin } from '~/domain/sessions/pending-logins.server'
import { readSession, startSession } from '~/domain/sessions/sessions.server'

import { mailsTo, person, site } from '../../support/accounts'
import { provideDatabase } from '../../support/database'
import { appCode } from '../../support/second-factor'

const provided = provideDatabase()
let db: Db
let admin = 0
let count = 0

beforeEach(async () => {
  db = provided.db
  const email = `root${(count += 1)}@example.com`
  await createAdmin(db, { email, password: person.password })
  admin = await idOf(email)
})

async function idOf(email: string) {
  return (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id
}

async function withApp() {
  const email = `owner${count}@example.com`
  await register(db, { ...person, email }, { site, ip: null, key: null })
  const user = { id: await idOf(email), email }
  await turnOn(user)
  return user
}

async function turnOn(user: { id: number; email: string }) {
  await startApp(db, user.id)
  const { setUp } = await secondFactorOf(db, user, 'Holdfast')
  expect(await confirmApp(db, user.id, appCode(setUp?.key ?? ''), site)).toMatchObject({ ok: true })
}

test('an administrator removes the second factor of another account, which ends its sessions and is told and recorded', async () => {
  const user = await withApp()
  const { token } = await startSession(
    db,
    { id: user.id, admin: false },
    { remember: true, userAgent: null, ip: null },
  )
  const pending = await startPendingLogin(db, { userId: user.id, remember: false })
  expect(await removeSecondFactorByAdmin(db, user.id, { by: admin, site })).toEqual({ ok: true })
  expect(await hasSecondFactor(db, user.id)).toBe(false)
  expect(await readSession(db, token, { renew: false })).toBeNull()
  expect(await findPendingLogin(db, pending)).toBeNull()
  const mail = (await mailsTo(db, user.email)).at(-1)
  expect(mail?.body_text).toContain('An administrator has just removed the two-step login')
  const audit = await db
    .selectFrom('audit_log')
    .select(['user_id', 'action', 'before'])
    .where('entity_id', '=', String(user.id))
    .execute()
  expect(audit).toEqual([
    {
      user_id: admin,
      action: 'remove second factor',
      before: { authenticator_app: true, passkeys: 0, sessions: 1 },
    },
  ])
  const [event] = await listSecurityEvents(db, { account: String(user.id) }, { limit: 1 })
  expect(event).toMatchObject({
    kind: 'second factor changed',
    details: { by: 'administrator', sessions: 1 },
  })
  expect(await removeSecondFactorByAdmin(db, user.id, { by: admin, site })).toMatchObject({
    reason: 'conflict',
  })
})

test('nobody removes their own that way, nor that of an account that does not exist', async () => {
  const email = `root${count}@example.com`
  await turnOn({ id: admin, email })
  expect(await removeSecondFactorByAdmin(db, admin, { by: admin, site })).toEqual({
    ok: false,
    reason: 'conflict',
    message: ownSecondFactor,
  })
  expect(await hasSecondFactor(db, admin)).toBe(true)
  expect(await removeSecondFactorByAdmin(db, 999_999, { by: admin, site })).toMatchObject({
    reason: 'missing',
  })
})

test('the export of own data says what there is, without a secret', async () => {
  const user = await withApp()
  const exported = await exportedSecondFactor(db, user.id)
  expect(exported).toEqual({
    authenticator_app: { set_up_at: expect.any(Date) },
    passkeys: [],
    recovery_codes_left: 10,
  })
})
