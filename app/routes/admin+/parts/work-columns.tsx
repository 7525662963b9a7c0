import { Link } from '@remix-run/react'
import type { SerializeFrom } from '@remix-run/node'

import { adminDate, money } from '~/domain/formats'
import { quoteUrl } from '~/domain/quotes/origin'
import type { WorkItem } from '~/domain/work/work.server'
import type { TableColumn } from '~/ui/table'
import { Unset } from '~/ui/unset'

export type Item = SerializeFrom<WorkItem>
export type ItemColumn = TableColumn<Item>

const correctedSince = 'Corrected since'

/** The quote, with a link to its page, which leads back to `from`. */
export function quoteColumn(from: string): ItemColumn {
  return {
    header: 'Quote',
    rowHeader: true,
    phone: 'first',
    cell: ({ quoteId }) => <Link to={quoteUrl(quoteId, from)}>Q-{quoteId}</Link>,
  }
}

export const applicantColumn: ItemColumn = {
  header: 'Applicant',
  title: ({ name }) => name,
  phone: 'title',
  cell: ({ name }) => <span className="one-line">{name}</span>,
}

/** The employer and, on a phone, the day of submission, which has no column there. */
export const employerColumn: ItemColumn = {
  header: 'Employer',
  title: ({ employer }) => employer,
  phone: 'below',
  cell: ({ employer, submittedAt }) => (
    <span className="one-line one-line-second">
      {employer}
      <span className="phone-only">, applied {adminDate(submittedAt.slice(0, 10))}</span>
    </span>
  ),
}

export const submittedDayColumn: ItemColumn = {
  header: 'Submitted',
  minor: true,
  cell: ({ submittedAt }) => adminDate(submittedAt.slice(0, 10)),
}

export const coverColumn: ItemColumn = {
  header: 'Cover',
  numeric: true,
  cell: ({ cover }) => (cover === null ? <Unset /> : money(cover)),
}

const decisionWords: Record<string, string> = {
  approved: 'Approved',
  accepted: 'Accepted by a person',
  changed: 'Accepted with changes',
  declined: 'Declined',
}

/** The decision as text; none for an application corrected since. */
export function decisionText({ decision, corrected }: Item) {
  return corrected ? correctedSince : (decisionWords[decision ?? ''] ?? decision)
}

export const decisionColumn: ItemColumn = { header: 'Decision', phone: 'below', cell: decisionText }

export const tierColumn: ItemColumn = {
  header: 'Tier',
  title: ({ tier }) => tier ?? undefined,
  cell: ({ tier }) => <span className="one-line one-line-short">{tier ?? <Unset />}</span>,
}

export const premiumColumn: ItemColumn = {
  header: 'Premium',
  numeric: true,
  phone: 'third',
  cell: ({ premium }) => (premium === null ? <Unset /> : money(premium)),
}
