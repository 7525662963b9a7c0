import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

import { startMailServer } from '../../test/support/mail-server'
import { admin, application, startProgram, type Program } from '../../test/support/program'
import { pdf } from '../../test/support/resumes'

import { Client, type Answer, type Outgoing } from './client'

export type Caller = 'visitor' | 'member' | 'admin'

/** The member's password, which cases may use. The admin's is excluded: a case that changes or deletes that account ends the run. */
export const memberPassword = 'a diver under water'
export const registration = {
  username: 'Member',
  email: 'member@example.com',
  password: memberPassword,
  full_address: '1 Main Street, Albany 12207',
  region_state: 'NY',
  occupation: 'Diver',
}

/** The lists that records are read from, by the names that cases use. */
const lists: Record<string, [path: string, key: string]> = {
  quote: ['/api/admin/quote-submissions?limit=20', 'id'],
  contact: ['/api/admin/contact-submissions?limit=20', 'id'],
  waitlist: ['/api/admin/waitlist-submissions?limit=20', 'id'],
  career: ['/api/admin/career-submissions?limit=20', 'id'],
  file: ['/api/admin/career-submissions?limit=20', 'resume_filename'],
  result: ['/api/admin/underwriting/results?limit=20', 'id'],
  backup: ['/api/admin/underwriting/backups', 'filename'],
  deck: ['/api/pitch-deck/admin/requests?limit=20', 'id'],
  table: ['/api/admin/database/tables', 'table_name'],
  user: ['/api/admin/database/tables/users?limit=20', 'id'],
  mail: ['/api/admin/database/tables/sent_emails?limit=20', 'id'],
  session: ['/api/admin/database/tables/sessions?limit=20', 'id'],
  run: ['/api/admin/database/tables/import_runs?limit=20', 'id'],
}

/** The secrets that only mails contain. */
const secrets: Record<string, RegExp> = {
  offer: /\/quote\/([\w-]{20,})/,
  reset: /reset\?token=([\w-]+)/,
  code: /^ {4}(\d{6})$/m,
  'deck-code': /^ {4}((?:[0-9A-Z]{4}-){6}[0-9A-Z]{4})$/m,
}

/** A running program with records, callers, and the ids and secrets known so far. */
export class RunningSite {
  readonly #mails: Awaited<ReturnType<typeof startMailServer>>
  readonly #known = new Map<string, string[]>()
  readonly #cookies: Record<Caller, string> = { visitor: '', member: '', admin: '' }
  #members = 0

  private constructor(
    readonly program: Program,
    readonly client: Client,
    mails: Awaited<ReturnType<typeof startMailServer>>,
  ) {
    this.#mails = mails
  }

  static async start({
    databaseUrl,
    connections,
    root,
  }: {
    databaseUrl?: string
    connections: number
    root?: string
  }) {
    const mails = await startMailServer()
    const program = await startProgram(
      { DATABASE_URL: databaseUrl, SMTP_URL: mails.url, LOG_LEVEL: 'warn', DRAIN_SECONDS: '0' },
      root,
    )
    const site = new RunningSite(program, new Client(program.url, connections), mails)
    await site.refresh()
    await site.#plant()
    await site.refresh()
    return site
  }

  async stop() {
    this.client.close()
    const code = await this.program.stop()
    await this.#mails.close()
    return code
  }

  cookie(caller: Caller) {
    return this.#cookies[caller]
  }

  /** Signs in callers whose sessions have ended, begins an application, and collects the current records and secrets. */
  async refresh() {
    await this.signIn()
    await this.#beginDraft()
    for (const [name, [path, key]] of Object.entries(lists)) {
      const answer = await this.#get(path)
      if (answer.status !== 200) continue
      const body = JSON.parse(answer.body) as unknown
      const rows = Array.isArray(body) ? body : Object.values(body as object).find(Array.isArray)
      const values = ((rows ?? []) as Record<string, unknown>[])
        .map((row) => row[key])
        .filter((value) => typeof value === 'string' || typeof value === 'number')
      if (values.length > 0) this.#known.set(name, values.slice(0, 20).map(String))
    }
    for (const { to, parts } of this.#mails.received.splice(0)) {
      if (to.some((email) => email.toLowerCase().includes(admin.email))) continue
      for (const [name, pattern] of Object.entries(secrets)) {
        const [, secret] = pattern.exec(parts['text/plain'] ?? '') ?? []
        if (secret) this.#learn(name, secret)
      }
    }
  }

  #learn(name: string, secret: string) {
    this.#known.set(name, [secret, ...(this.#known.get(name) ?? [])].slice(0, 20))
  }

  /** Begins an application, whose link only the response has. Not if the process is busy: the next refresh begins one. */
  async #beginDraft() {
    const { headers } = await this.#postForm('/get-a-quote', { ...application, step: 'personal' }, 'visitor')
    const token = /^\/get-a-quote\/([\w-]{43})\?/.exec(headers.location ?? '')?.[1]
    if (token) this.#learn('draft', token)
  }

  async signIn() {
    const signedIn = async (who: Caller) =>
      this.#cookies[who] !== '' && (await this.#get('/api/auth/me', who)).status === 200
    if (!(await signedIn('admin'))) {
      const answer = await this.post('/api/auth/login', admin)
      if (answer.status !== 200) throw new Error(`The admin cannot sign in: ${answer.status} ${answer.body}`)
      this.#cookies.admin = cookieOf(answer)
    }
    if (await signedIn('member')) return
    const email = `member${(this.#members += 1)}@example.com`
    await this.post('/api/auth/register', { ...registration, email })
    const answer = await this.post('/api/auth/login', { email, password: memberPassword })
    if (answer.status !== 200) throw new Error(`The member cannot sign in: ${answer.status} ${answer.body}`)
    this.#cookies.member = cookieOf(answer)
  }

  /** Replaces placeholders for known records and secrets: `~quote.3~` is the id of a quote. */
  resolve(text: string) {
    return text.replace(/~([a-z-]+)\.(\d+)~/g, (_, name: string, index: string) => {
      if (name === 'cookie-admin') return this.#cookies.admin
      const values = this.#known.get(name) ?? []
      return values[Number(index) % Math.max(1, values.length)] ?? '1'
    })
  }

  post(path: string, fields: object, caller: Caller = 'visitor') {
    return this.client.send({
      method: 'POST',
      target: path,
      headers: { 'Content-Type': 'application/json', Cookie: this.#cookies[caller] },
      body: Buffer.from(JSON.stringify(fields)),
    })
  }

  #postForm(path: string, fields: object, caller: Caller) {
    const pairs = Object.entries(fields).map(([name, value]) => [name, String(value)])
    return this.client.send({
      method: 'POST',
      target: path,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Cookie: this.#cookies[caller] },
      body: Buffer.from(new URLSearchParams(pairs).toString()),
    })
  }

  #get(path: string, caller: Caller = 'admin') {
    return this.client.send({ method: 'GET', target: path, headers: { Cookie: this.#cookies[caller] } })
  }

  /** Creates some records of every kind. */
  async #plant() {
    const person = { name: 'Ann Doe', email: 'ann@example.com', consent: 'on' }
    const must = async (answering: Promise<Answer>) => {
      const { status, body } = await answering
      if (status < 200 || status > 299) throw new Error(`A record could not be made: ${status} ${body}`)
    }
    for (const name of ['Ann Doe', 'Ben Roe', 'Zoë Ó Dálaigh']) {
      await must(this.post('/api/quote-submissions', { ...application, name }, 'member'))
      await must(
        this.post('/api/contact-submissions', { ...person, name, inquiry_type: 'Other', message: 'Hi' }),
      )
      await must(this.post('/api/waitlist-submissions', { ...person, name, interest_level: 'interested' }))
    }
    await must(this.client.send(careerApplication))
    for (const email of ['deck1@example.com', 'deck2@example.com', 'deck3@example.com'])
      await must(this.post('/api/pitch-deck/request-access', { name: 'Ivy', email, company: 'Fund' }))
    await this.refresh()
    await must(this.post(this.resolve('/api/pitch-deck/admin/approve/~deck.0~'), {}, 'admin'))
    for (const quote of ['~quote.0~', '~quote.1~'])
      await must(this.post('/api/admin/underwriting/quote', { quote_id: this.resolve(quote) }, 'admin'))
    await this.refresh()
    await this.#sendOffer()
    const code = `${engineSource()}\n// Another version.\n`
    await must(this.post('/api/admin/underwriting/code', { code, note: 'Another' }, 'admin'))
    await must(this.post('/api/admin/underwriting/import', {}, 'admin'))
  }

  /** Sends a result to its applicant, and waits for the mail with its link. */
  async #sendOffer() {
    const { status } = await this.#postForm(
      this.resolve('/admin/underwriting/result/~result.0~'),
      { intent: 'send', replaces: '' },
      'admin',
    )
    if (status !== 303) throw new Error(`A result could not be sent: ${status}`)
    const deadline = Date.now() + 60_000
    while (!this.#known.has('offer')) {
      if (Date.now() > deadline) throw new Error('The mail with the offer has not come')
      await wait(200)
      await this.refresh()
    }
  }
}

export function engineSource() {
  return readFileSync('app/engine/underwrite.js', 'utf8')
}

const careerApplication: Outgoing = (() => {
  const boundary = 'fuzz'
  const fields = {
    name: 'Ann',
    email: 'ann@example.com',
    position: 'Other',
    experience: 'Much',
    why_join: 'To',
  }
  const parts = Object.entries({ ...fields, consent: 'on' }).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="resume"; filename="ann.pdf"\r\nContent-Type: application/pdf\r\n\r\n`
  return {
    method: 'POST',
    target: '/api/career-submissions',
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(parts.join('') + file), pdf, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
})()

function cookieOf({ headers }: Answer) {
  return (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ')
}
