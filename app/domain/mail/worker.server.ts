import { createTransport } from 'nodemailer'

import { log } from '~/log.server'
import { isLoopback } from '~/loopback'

import type { Db } from '../../../db/schema'
import * as queries from './mail.queries.server'
import { maskSecrets, outbox } from './mail.server'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** All in milliseconds; tests pass shorter ones. */
const defaults = {
  /** A mail is leased this long from the start of an attempt. */
  lease: 2 * minute,
  /** The timeout of an attempt, well before its lease ends. */
  attempt: 100 * second,
  connection: 10 * second,
  greeting: 10 * second,
  silence: 30 * second,
  /** The delay after each failed attempt; the last one repeats. */
  backoff: [minute, 5 * minute, 15 * minute, hour, 4 * hour, 12 * hour],
  /** The polling interval when nothing was enqueued. */
  poll: 10 * second,
  /** The polling interval, and its duration, after a mail was enqueued whose transaction has yet to commit. */
  minPoll: 200,
  burst: 2 * second,
  /** The time allowed for mails in flight when the process stops. */
  stop: 2 * second,
}

const maxAttempts = 12
const atOnce = 2

type ClaimedMail = NonNullable<Awaited<ReturnType<typeof queries.claimMail>>>

/**
 * Sends the mails in the outbox over SMTP until it is stopped. Any number of processes can share a database: each mail is leased to one of
 * them, without holding a database connection. The mails of a process that dies wait for the end of their lease; one that had been sent by
 * then is sent again under the same Message-ID.
 */
export function startMailWorker(db: Db, smtpUrl: string, times: Partial<typeof defaults> = {}) {
  const settings = { ...defaults, ...times }
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
  let burstUntil = 0
  const wakers = new Set<() => void>()

  function wake() {
    burstUntil = Date.now() + settings.burst
    wakers.forEach((waker) => waker())
  }

  function waitForNextPoll() {
    if (stopped) return Promise.resolve()
    return new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer)
        wakers.delete(done)
        resolve()
      }
      const timer = setTimeout(done, Date.now() < burstUntil ? settings.minPoll : settings.poll)
      // After an enqueue it polls again soon anyway.
      if (Date.now() >= burstUntil) wakers.add(done)
    })
  }

  async function work() {
    while (!stopped) {
      try {
        const mail = await queries.claimMail(db, settings.lease)
        if (mail) await attempt(mail)
        else await waitForNextPoll()
      } catch (error) {
        log.warn({ err: error }, 'the outbox could not be read or written')
        burstUntil = 0
        await waitForNextPoll()
      }
    }
  }

  async function attempt(mail: ClaimedMail) {
    // The process that made the last attempt died before recording its outcome.
    if (mail.attempts > maxAttempts) return queries.markFailed(db, mail, null)
    try {
      await transport.sendMail({ ...messageOf(mail), signal: AbortSignal.timeout(settings.attempt) })
    } catch (error) {
      return handleFailure(mail, error as SmtpError)
    }
    await queries.markSent(db, mail.id, maskSecrets(mail.body_text))
  }

  async function handleFailure(mail: ClaimedMail, error: SmtpError) {
    const { id, kind, attempts } = mail
    const isFinal = attempts >= maxAttempts || isRefusal(error)
    // The server's message may contain an email, so it is stored in the outbox only.
    const { code, responseCode } = error
    log.warn({ mail: id, kind, attempts, code, responseCode, final: isFinal }, 'a mail could not be sent')
    const reason = describe(error, smtpUrl)
    if (isFinal) return queries.markFailed(db, mail, reason)
    const delay = settings.backoff[attempts - 1] ?? settings.backoff.at(-1) ?? hour
    await queries.reschedule(db, mail, delay, reason)
  }

  outbox.addEventListener('enqueued', wake)
  const workers = Promise.all(Array.from({ length: atOnce }, work))

  return {
    /** Stops claiming mails and lets those in flight finish for a moment; the others are retried later. */
    async stop() {
      stopped = true
      outbox.removeEventListener('enqueued', wake)
      wake()
      const timer = setTimeout(() => transport.close({ force: true }), settings.stop)
      await workers
      clearTimeout(timer)
      transport.close()
    },
  }
}

/**
 * Whether STARTTLS is required: otherwise an attacker who strips it from the server's greeting could read the login and every mail. A
 * server on this machine needs none; ?ignoreTLS=true disables it for others.
 */
function mustEncrypt(smtpUrl: string) {
  const { protocol, hostname, searchParams } = new URL(smtpUrl)
  return protocol === 'smtp:' && !isLoopback(hostname) && searchParams.get('ignoreTLS') !== 'true'
}

/** Emails are passed as objects and not parsed: a comma in one does not make it two. */
function messageOf(mail: ClaimedMail) {
  return {
    messageId: mail.message_id,
    date: mail.created_at,
    from: mail.sender,
    to: { name: '', address: mail.recipient },
    subject: mail.subject,
    text: mail.body_text,
    html: mail.body_html,
    headers: { 'Auto-Submitted': 'auto-generated' }, // prevents automatic replies
    xMailer: false as const,
  }
}

type SmtpError = Error & { code?: string; command?: string; responseCode?: number }

/** The server will never accept mail for this recipient. Errors about the sender or the login can be fixed. */
function isRefusal({ command, responseCode = 0 }: SmtpError) {
  return command === 'RCPT TO' && responseCode >= 500
}

/** Describes a failure in up to 500 characters, without the secrets of the SMTP URL. */
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
    return text // a literal percent sign
  }
}
