import type { Db } from '../../db/schema'
import type { Site } from '~/content/metadata'

export const site: Site = {
  brand: {
    name: 'Holdfast',
    phone: '(555) 010-0142',
    email: 'support@holdfast.example',
    address: '400 Harbor Street',
  },
  appUrl: 'https://www.holdfast.example',
}

/** A complete registration. */
export const person = {
  username: 'Ann',
  email: 'ann@example.com',
  password: 'a diver under water',
  full_address: '1 Main Street, Albany 12207',
  region_state: 'NY',
  occupation: 'Diver',
}

/** The outbox of an email, oldest first. */
export async function mailsTo(db: Db, recipient: string) {
  return db.selectFrom('sent_emails').selectAll().where('recipient', '=', recipient).orderBy('id').execute()
}

/** The code in the newest mail to an email. */
export async function codeOf(db: Db, recipient: string) {
  return /^ {4}(\d{6})$/m.exec((await mailsTo(db, recipient)).at(-1)?.body_text ?? '')?.[1] ?? ''
}

/** The access code in the newest mail to an email. */
export async function deckCodeOf(db: Db, recipient: string) {
  return accessCodeIn((await mailsTo(db, recipient)).at(-1)?.body_text ?? '')
}

/** The access code to the pitch deck in the plain text of a mail. */
const accessCodeIn = (text: string) => /^ {4}((?:[0-9A-Z]{4}-){6}[0-9A-Z]{4})$/m.exec(text)?.[1] ?? ''

/** The token of the link in the newest mail to an email. */
export async function tokenOf(db: Db, recipient: string) {
  return /reset\?token=([\w-]+)/.exec((await mailsTo(db, recipient)).at(-1)?.body_text ?? '')?.[1] ?? ''
}

/** Returns a code other than the one passed. */
export const wrongCode = (code: string) => (code === '000000' ? '000001' : '000000')
