import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { openDatabase } from '~/db.server'
import { createAdmin } from '~/domain/accounts/accounts.server'
import { hashPassword } from '~/domain/accounts/passwords.server'

import { admin, startProgram, type Program } from './program'
import { programDatabase } from './server-database'

/**
 * Who calls: a visitor, an account that is no admin, and three admins. The author, an underwriter, makes what the others then decide
 * about; the second underwriter and the senior have made nothing.
 */
export const callers = ['visitor', 'member', 'author', 'underwriter', 'senior'] as const
export type Caller = (typeof callers)[number]

export type Fields = Record<string, string | number | number[] | null>

/** The built program with the accounts of `callers`, and calls and forms as each of them. */
export type Office = {
  program: Program
  ids: Record<Caller | 'bystander', number>
  call: (caller: Caller, method: string, path: string, body?: Fields) => Promise<Response>
  send: (caller: Caller, path: string, fields: Fields) => Promise<Response>
  /** The answer to a call as JSON. @throws unless it succeeds */
  ask: <Answer>(caller: Caller, method: string, path: string, body?: Fields) => Promise<Answer>
  stop: () => Promise<void>
}

/** An account that does nothing by itself. */
export const bystander = 'bystander@example.com'

const emailOf = (caller: Caller) => (caller === 'senior' ? admin.email : `${caller}@example.com`)

/** Starts an office in which two admins release a change. */
export async function openOffice(): Promise<Office> {
  const folder = mkdtempSync(join(tmpdir(), 'office-'))
  const environment = { ...(await programDatabase()), DATA_DIR: folder, RELEASE_BY: 'two' }
  const bystanderId = await createAccounts(environment)
  const program = await startProgram(environment)
  const cookies: Record<string, string> = { visitor: '' }
  const ids: Record<string, number> = { visitor: 0, bystander: bystanderId }
  const call: Office['call'] = (caller, method, path, body) =>
    fetch(program.url + path, {
      method,
      redirect: 'manual',
      headers: { Cookie: cookies[caller] ?? '', ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  const ask: Office['ask'] = async (...request) => {
    const response = await call(...request)
    const text = await response.text()
    if (!response.ok) throw new Error(`${request.join(' ')}: ${response.status} ${text.slice(0, 300)}`)
    return JSON.parse(text) as never
  }
  for (const caller of callers.slice(1)) {
    const login = { email: emailOf(caller), password: admin.password }
    const response = await call('visitor', 'POST', '/api/auth/login', login)
    cookies[caller] = response.headers.get('Set-Cookie')?.split(';')[0] ?? ''
    ids[caller] = (await ask<{ user: { id: number } }>(caller, 'GET', '/api/auth/me')).user.id
  }
  return {
    program,
    ids: ids,
    call,
    send: (caller, path, fields) =>
      fetch(program.url + path, {
        method: 'POST',
        redirect: 'manual',
        headers: { Cookie: cookies[caller] ?? '' },
        body: new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])),
      }),
    ask,
    async stop() {
      await program.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function createAccounts({ DATABASE_URL, DATA_DIR }: { DATABASE_URL?: string; DATA_DIR: string }) {
  // The first start makes the database.
  await (await startProgram({ DATA_DIR, ...(DATABASE_URL !== undefined && { DATABASE_URL }) })).stop()
  const db = await openDatabase(DATABASE_URL === undefined ? { folder: DATA_DIR } : { url: DATABASE_URL })
  const { password } = admin
  for (const caller of ['author', 'underwriter'] as const)
    await createAdmin(db, { email: emailOf(caller), password })
  const password_hash = await hashPassword(password)
  const [, other] = await db
    .insertInto('users')
    .values(
      [emailOf('member'), bystander].map((email) => ({
        username: 'Member',
        email,
        email_verified: true,
        password_hash,
      })),
    )
    .returning('id')
    .execute()
  await db
    .updateTable('users')
    .set({ authority: 'underwriter' })
    .where('email', 'in', [emailOf('author'), emailOf('underwriter')])
    .execute()
  await db.destroy()
  return other?.id ?? 0
}
