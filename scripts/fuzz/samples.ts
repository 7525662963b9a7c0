import { collections } from '~/domain/configuration/collections'
import type { Column } from '~/domain/configuration/collections'

import { application } from '../../test/support/program'

import { engineSource, memberPassword, registration } from './running-site'

type Values = Record<string, unknown>

const person = { name: 'Ann Doe', email: 'ann@example.com' }
const state = { status: 'In review', note: 'Called back.' }
const passwords = { current_password: memberPassword, new_password: memberPassword }

/** A valid record of a configuration table. */
function record(columns: readonly Column[]): Values {
  return Object.fromEntries(
    columns.map((column) => {
      if (column.kind === 'text') return [column.name, column.options?.[0] ?? 'Something new']
      if (column.kind === 'number') return [column.name, Math.max(column.min, 1)]
      if (column.kind === 'count') return [column.name, 2]
      return [column.name, column.kind === 'boolean' ? true : '2026-01-31']
    }),
  )
}

/** The valid input of the calls, by method and path: the start of cases that are invalid in one place. */
export const samples: Record<string, Values> = {
  'POST /api/auth/login': { email: 'member1@example.com', password: memberPassword, remember_me: 'no' },
  'POST /api/auth/logout': {},
  'POST /api/auth/register': { ...registration, confirm_password: memberPassword },
  'POST /api/auth/change-password': { ...passwords, confirm_new_password: memberPassword },
  'PUT /api/user/profile': { ...registration, current_password: memberPassword },
  'POST /api/email/send-verification': { userId: null },
  'POST /api/email/verify': { code: '~code.0~' },
  'POST /api/email/account-recovery': { email: 'member1@example.com', user_id: '~user.0~' },
  'POST /api/waitlist-submissions': { ...person, interest_level: 'interested', referral_source: 'website' },
  'POST /api/contact-submissions': { ...person, phone: '555 010 0100', message: 'Hi', inquiry_type: 'Other' },
  'POST /api/career-submissions': {
    ...person,
    position: 'Other',
    experience: 'Much',
    why_join: 'To',
    consent: 'on',
  },
  'POST /api/quote-submissions': application,
  'POST /api/pitch-deck/request-access': { ...person, company: 'Fund', reason: 'To read it' },
  'POST /api/pitch-deck/validate-access': { accessCode: '~deck-code.0~' },
  'POST /api/pitch-deck/admin/approve/:id': {},
  'POST /api/pitch-deck/admin/reject/:id': {},
  'POST /api/pitch-deck/admin/resend/:id': {},
  'DELETE /api/pitch-deck/admin/delete/:id': {},
  'PUT /api/admin/quote-submissions/:id': { ...state, read_status: 'Pending', read_note: '' },
  'PUT /api/admin/contact-submissions/:id': { ...state, status: 'Responded' },
  'PUT /api/admin/waitlist-submissions/:id': { ...state, status: 'Invited' },
  'PUT /api/admin/career-submissions/:id': { ...state, status: 'Reviewing' },
  'POST /api/admin/underwriting/quote': { quote_id: '~quote.0~' },
  'POST /api/admin/underwriting/code': { code: engineSource(), note: 'Why', base: null },
  'PUT /api/admin/underwriting/draft': { code: engineSource(), note: 'Why', base: null },
  'POST /api/admin/underwriting/restore/:filename': { base: null },
  'POST /api/admin/underwriting/import': { only_uploaded: 'no' },
  ...Object.fromEntries(
    Object.values(collections).flatMap(({ slug, columns }) => {
      const path = `/api/admin/underwriting/${slug}`
      const values = { ...record(columns), updated_at: '2026-01-01T00:00:00.000Z' }
      return [
        [`POST ${path}`, values],
        [`PUT ${path}/:id`, values],
        [`DELETE ${path}/:id`, {}],
      ]
    }),
  ),
}

/** Typical input for a field of this name. */
export const typical: Values = {
  ...application,
  ...registration,
  ...person,
  password: memberPassword,
  confirm_password: memberPassword,
  current_password: memberPassword,
  new_password: memberPassword,
  confirm_new_password: memberPassword,
  message: 'A word or two',
  code: '~code.0~',
  accessCode: '~deck-code.0~',
  token: '~reset.0~',
  user_id: '~user.0~',
  quote_id: '~quote.0~',
  quote: '~quote.1~',
  result: '~result.0~',
  session_id: '~session.0~',
  run: '~run.0~',
  preview: '~run.0~',
  filename: '~backup.0~',
  linkedin: 'https://www.linkedin.com/in/ann',
}
