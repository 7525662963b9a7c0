import { createTransport } from 'nodemailer'

import { log } from '~/log.server'
import { isLoopback } from '~/loopback'

import type { Db } from '../../../db/schema'
import * as queries from './mail.queries.server'
import { maskSecrets, outbox } from './mail.server'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Milliseconds, all of them; a test gives shorter ones. */
const usual = {
  /** Nobody else takes a mail for so long after an attempt has begun. */
  lease: 2 * minute,
  /** An attempt is given up after this, well before its lease ends. */
  attempt: 100 * second,
  connection: 10 * second,
  greeting: 10 * second,
  silence: 30 * second,
  /** From a failed attempt to the next; the last stands for all further ones. */
  backoff: [minute, 5 * minute, 15 * minute, hour, 4 * hour, 12 * hour],
  /** How often the outbox is looked at when nothing says that there is something. */
  poll: 10 * second,
  /** How often, and for how long, after something was enqueued whose transaction has yet to commit. */
  glance: 200,
  eager: 2 * second,
  /** What is being sent when the process stops may take so long. */
  stop: 2 * second,
}

const mostAttempts = 12
const atOnce = 2

type ClaimedMail = NonNullable<Awaited<ReturnType<typeof queries.claimMail>>>

/**
 * Sends what is in the outbox, over SMTP, until it is stopped. Any number of processes may do so on one database: each mail is
 * leased to the one that takes it, without holding a connection to the database meanwhile. A process that dies in the middle
 * leaves its mails to the end of their lease; one that had been sent by then is sent again under the same Message-ID.
 */
export function startMailWorker(db: Db, smtpUrl: string, times: Partial<typeof usual> = {}) {
  const settings = { ...usual, ...times }
  const transport = createTransport({
    url: smtpUrl,
    requireTLS: mustEncrypt(smtpUrl),
    pool: true,
    maxConnections: atOnce,
    maxRequeues: 1,
    connectionTimeout: settings.connection,
    greetingTimeout: settings.greeting,
    socketTimeout: settings.silence,
    dnsTimeout: settings.connection,
    idleTimeout: settings.silence / 2,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  let stopped = false
  let eagerUntil = 0
  const wakers = new Set<() => void>()

  function wake() {
    eagerUntil = Date.now() + settings.eager
    wakers.forEach((waker) => waker())
  }

  /** Waits for the next look at the outbox. */
  function rest() {
    if (stopped) return Promise.resolve()
    return new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer)
        wakers.delete(done)
        resolve()
      }
      const timer = setTimeout(done, Date.now() < eagerUntil ? settings.glance : settings.poll)
      // While it is eager it looks again soon anyway.
      if (Date.now() >= eagerUntil) wakers.add(done)
    })
  }

  async function lane() {
    while (!stopped) {
      try {
        const mail = await queries.claimMail(db, settings.lease)
        if (mail) await attempt(mail)
        else await rest()
      } catch (error) {
        log.warn({ err: error }, 'the outbox could not be read or written')
        eagerUntil = 0
        await rest()
      }
    }
  }

  async function attempt(mail: ClaimedMail) {
    // The process that made the last attempt did not live to tell how it ended.
    if (mail.attempts > mostAttempts) return queries.markFailed(db, mail, null)
    try {
      await transport.sendMail({ ...messageOf(mail), signal: AbortSignal.timeout(settings.attempt) })
    } catch (error) {
      return handleFailure(mail, error as SmtpError)
    }
    await queries.markSent(db, mail.id, maskSecrets(mail.body_text))
  }

  async function handleFailure(mail: ClaimedMail, error: SmtpError) {
    const { id, kind, attempts } = mail
    const given = attempts >= mostAttempts || isRefusal(error)
    // What the server said may hold an address, so that it stays in the outbox.
    const { code, responseCode } = error
    log.warn({ mail: id, kind, attempts, code, responseCode, given }, 'a mail could not be sent')
    const reason = describe(error, smtpUrl)
    if (given) return queries.markFailed(db, mail, reason)
    const delay = settings.backoff[attempts - 1] ?? settings.backoff.at(-1) ?? hour
    await queries.reschedule(db, mail, delay, reason)
  }

  outbox.addEventListener('enqueued', wake)
  const lanes = Promise.all(Array.from({ length: atOnce }, lane))

  return {
    /** Takes nothing new and lets what is being sent finish, for a moment; what does not is tried again later. */
    async stop() {
      stopped = true
      outbox.removeEventListener('enqueued', wake)
      wake()
      const impatience = setTimeout(() => transport.close({ force: true }), settings.stop)
      await lanes
      clearTimeout(impatience)
      transport.close()
    },
  }
}

/**
 * Whether STARTTLS must succeed before anything is sent: otherwise whoever takes it out of the server's greeting reads the login
 * and every mail. A server on this machine needs none; ?ignoreTLS=true says that another one has none.
 */
function mustEncrypt(smtpUrl: string) {
  const { protocol, hostname, searchParams } = new URL(smtpUrl)
  return protocol === 'smtp:' && !isLoopback(hostname) && searchParams.get('ignoreTLS') !== 'true'
}

/** As objects, addresses are taken as they are: a comma in one does not make it two. */
function messageOf(mail: ClaimedMail) {
  return {
    messageId: mail.message_id,
    date: mail.created_at,
    from: mail.sender,
    to: { name: '', address: mail.recipient },
    subject: mail.subject,
    text: mail.body_text,
    html: mail.body_html,
    headers: { 'Auto-Submitted': 'auto-generated' }, // so that no answering machine writes back
    xMailer: false as const,
  }
}

type SmtpError = Error & { code?: string; command?: string; responseCode?: number }

/** The server will never take mail for this recipient. What it has against the sender or the login can be mended. */
function isRefusal({ command, responseCode = 0 }: SmtpError) {
  return command === 'RCPT TO' && responseCode >= 500
}

/** Why it was not sent, in 500 characters, without what the SMTP address keeps secret. */
function describe({ message }: SmtpError, smtpUrl: string) {
  const { username, password } = new URL(smtpUrl)
  const login = `\0${decoded(username)}\0${decoded(password)}`
  const secrets = [smtpUrl, password, decoded(password), Buffer.from(login).toString('base64')]
  return secrets
    .filter((secret) => secret !== '')
    .reduce((text, secret) => text.replaceAll(secret, '…'), message)
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .slice(0, 500)
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // a percent sign that stands for itself
  }
}
