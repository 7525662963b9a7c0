import { readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'

import { migrateProgramDatabase, openProgramDatabase } from '~/db.server'
import { ensureFirstAdmin } from '~/domain/accounts/accounts.server'
import { challengerRuns } from '~/domain/challengers/runs.server'
import { fillEmptyDatabase } from '~/domain/imports/bundled-files.server'
import { startReleaseWorker } from '~/domain/releases/worker.server'
import { startSecurityEventWriter } from '~/domain/security-events/security-events.server'
import { storeActivity } from '~/domain/sessions/activity.server'
import { reencryptSecrets } from '~/domain/second-factor/authenticator-app.server'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { startFactorCopy } from '~/domain/underwriting/result-factors.server'
import { ensureEngine } from '~/domain/underwriting/underwriting.server'
import { env } from '~/env.server'
import { log } from '~/log.server'
import { projectPath } from '~/project-path.server'

import { withStartLock } from '../../db/migrate'
import type { Db } from '../../db/schema'
import { runCleanupJobs } from './cleanup-jobs.server'
import { createEdge } from './edge.server'
import { handleUncaught } from './handle-uncaught.server'
import { evictPages, pageCache } from './page-cache.server'
import { whenRemixServeListens } from './remix-serve.server'
import { closerOf, onShutdown, onShutdownSignal, type CloseServer } from './shutdown.server'
import { loadStaticFiles } from './static-files.server'

const hour = 60 * 60_000
const key = Symbol.for('holdfast.start')
const memory = globalThis as { [key]?: Promise<void> }

/**
 * Prepares the program: installs the edge in front of remix-serve, migrates the schema, fills a new database and creates the
 * first admin. Runs once per process, also when development reloads this module.
 */
export function start(): Promise<void> {
  memory[key] ??= prepare()
  return memory[key]
}

async function prepare() {
  const opening = openProgramDatabase().catch(stopWith)
  await setImmediate() // the embedded database opens in its own thread while this one reads files
  if (import.meta.env.PROD) prepareServer()
  if (env.SESSION_SECRET.some(({ length }) => length < 32))
    log.warn('SESSION_SECRET has fewer than 32 characters: a longer one is harder to guess')
  const db = await opening
  onShutdown('database', () => db.destroy())
  await migrateProgramDatabase().catch(stopWith)
  await withStartLock(db, fillNewDatabase)
  await reencryptSecrets(db)

  onShutdown('session activity', () => storeActivity(db))
  onShutdown('sandbox', () => sandbox.close())
  onShutdown('challenger', () => challengerRuns.close())

  if (env.SMTP_URL) {
    const { startMailWorker } = await import('~/domain/mail/worker.server')
    const mail = startMailWorker(db, env.SMTP_URL)
    onShutdown('mail', () => mail.stop())
  }

  const releases = startReleaseWorker(db, sandbox, evictPages)
  onShutdown('releases', () => releases.stop())

  const events = startSecurityEventWriter(db)
  onShutdown('security events', () => events.stop())

  const factorCopy = startFactorCopy(db)
  onShutdown('copy of factors', () => factorCopy.stop())

  const cleanup = setInterval(() => void runCleanupJobs(db), hour).unref()
  onShutdown('cleanup jobs', () => clearInterval(cleanup))
}

/** remix-serve loads the program before it listens; the edge then takes over its socket. */
function prepareServer() {
  let closeServer: CloseServer | null = null
  const files = loadStaticFiles(projectPath('build/client'))
  handleUncaught()
  onShutdownSignal(env.DRAIN_SECONDS, () => closeServer)
  whenRemixServeListens((handler, socket) => {
    const edge = createEdge(handler, {
      appUrl: env.APP_URL,
      trustProxy: env.TRUST_PROXY,
      files,
      pages: pageCache,
      log,
    })
    closeServer = closerOf(edge)
    edge.listen(socket, () => process.stdout.write(`${env.BRAND_NAME} is at ${env.APP_URL}\n`))
  })
}

async function fillNewDatabase(db: Db) {
  for (const { table, success, message } of await fillEmptyDatabase(db)) {
    if (!success) log.error({ table, reason: message }, 'a reference file was refused')
  }
  const sourceOf = (path: string) => readFileSync(projectPath(path), 'utf8')
  await ensureEngine(db, {
    first: sourceOf('app/engine/version-1/underwrite.js'),
    source: sourceOf('app/engine/underwrite.js'),
  })
  const admin = await ensureFirstAdmin(db, {
    email: env.ADMIN_EMAIL,
    password: env.ADMIN_PASSWORD,
    embedded: env.DATABASE_URL === undefined,
    fallbackEmail: 'admin@holdfast.example',
  })
  if (admin)
    process.stdout.write(
      admin.isGiven
        ? `First admin: ${admin.email}  with the password of ADMIN_PASSWORD\n`
        : `First admin: ${admin.email}  one-time password: ${admin.password}\n` +
            `It is shown this once: log in at ${env.APP_URL}/login and set your own at ${env.APP_URL}/change-password\n`,
    )
}

/** Logs in one line why the database cannot be opened or migrated. */
function stopWith(error: Error): never {
  process.stderr.write(`${env.DATABASE_URL ? 'DATABASE_URL' : 'DATA_DIR'} cannot be used: ${error.message}\n`)
  process.exit(1)
}
