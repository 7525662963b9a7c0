import { instantsOf } from '~/domain/dates'
import { choiceParam, cursor, dateRange, text } from '~/lists/list-params'
import { defineList } from '~/lists/list-state'

/** The states of a mail, the most urgent first. */
export const mailStateNames = ['failed', 'pending', 'sent'] as const

/** The reasons for a mail. */
export const mailKinds = [
  'verification',
  'recovery',
  'address in use',
  'password changed',
  'signed out',
  'new device',
  'second factor',
  'email changed',
  'account deleted',
  'contact received',
  'contact reply',
  'waitlist joined',
  'career received',
  'quote draft',
  'quote received',
  'deck request received',
  'deck request notice',
  'deck request approved',
  'deck request rejected',
  'deck code resent',
  'quote ready',
  'application declined',
  'applicant question',
] as const

export const mailList = defineList({
  path: '/admin/mail',
  filters: {
    state: choiceParam(mailStateNames),
    q: text(254),
    about: text(200),
    kind: choiceParam(mailKinds),
    ...dateRange,
  },
  position: { cursor },
})

type MailListState = ReturnType<typeof mailList.read>

/** The filter of the mails that a state of the list shows. */
export function mailFilter({ filter: { q: recipient, from, to, ...filter } }: Pick<MailListState, 'filter'>) {
  return { ...filter, recipient, ...instantsOf({ from, to }) }
}

/** The URL of the file with all mails that a state of the list filters. */
export function mailExportUrl(state: Pick<MailListState, 'texts'>) {
  const query = mailList.query({ cursor: '' }, state)
  return `/admin/mail/export${query && `?${query}`}`
}
