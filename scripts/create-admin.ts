// `npm run create-admin -- someone@example.com`: creates a verified admin in the configured database. The password is ADMIN_PASSWORD, or a
// generated one that is printed once. The embedded database must not be in use by the running site.

import { randomBytes } from 'node:crypto'

import { createAdmin } from '~/domain/accounts/accounts.server'
import { migrateProgramDatabase, openProgramDatabase } from '~/db.server'
import { isEmail } from '~/domain/fields'
import { env } from '~/env.server'
import { log } from '~/log.server'

log.level = 'warn' // the output is for the operator

const [, , argument = '', ...others] = process.argv
const email = argument.trim().toLowerCase()
if (!isEmail(email) || others.length > 0) fail('Usage: npm run create-admin -- someone@example.com')

const password = env.ADMIN_PASSWORD ?? randomBytes(12).toString('base64url')
const db = await openProgramDatabase().catch((error: Error) => fail(error.message))
const created = await migrateProgramDatabase()
  .then(() => createAdmin(db, { email, password }))
  .catch((error: Error) => fail(error.message))
  .finally(() => db.destroy())
if (!created) fail(`${email} has an account already; nothing was changed`)
console.log(`Admin: ${email}${env.ADMIN_PASSWORD ? '' : `  one-time password: ${password}`}`)

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
