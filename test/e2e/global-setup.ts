import { startMailbox } from '../support/mailbox'
import { databaseOn, startPostgres } from '../support/postgres-server'
import { startProgram } from '../support/program'

/** Starts a program on each database, each with its own mail server, for all specs. */
export default async function setup() {
  const postgres = await startPostgres()
  const url = databaseOn(postgres.url, 'postgres')
  const mailboxes = [await startMailbox(), await startMailbox()]
  const programs = [
    await startProgram({ SMTP_URL: mailboxes[0]?.smtpUrl }),
    await startProgram({ SMTP_URL: mailboxes[1]?.smtpUrl, DATABASE_URL: url }),
  ]
  process.env.EMBEDDED_URL = programs[0]?.url
  process.env.POSTGRES_URL = programs[1]?.url
  process.env.POSTGRES_SERVER_URL = url
  process.env.EMBEDDED_MAILBOX_URL = mailboxes[0]?.url
  process.env.POSTGRES_MAILBOX_URL = mailboxes[1]?.url
  return async () => {
    const codes = await Promise.all(programs.map((program) => program.stop()))
    await Promise.all(mailboxes.map((mailbox) => mailbox.close()))
    await postgres.stop()
    if (codes.some((code) => code !== 0)) throw new Error(`A program ended with ${codes.join(' and ')}`)
  }
}
