import { instantsOf } from '~/domain/dates'
import { choiceParam, cursor, dateRange, text } from '~/lists/list-params'
import { defineList } from '~/lists/list-state'

/** The states of a mail, the most urgent first. */
export const mailStateNames = ['failed', 'pending', 'sent'] as const

export const mailList = defineList({
  path: '/admin/mail',
  filters: { state: choiceParam(mailStateNames), q: text(254), ...dateRange },
  position: { cursor },
})

type MailListState = ReturnType<typeof mailList.read>

/** The filter of the mails that a state of the list shows. */
export function mailFilter({ filter: { q: recipient, state, from, to } }: Pick<MailListState, 'filter'>) {
  return { state, recipient, ...instantsOf({ from, to }) }
}

/** The URL of the file with all mails that a state of the list filters. */
export function mailExportUrl(state: Pick<MailListState, 'texts'>) {
  const query = mailList.query({ cursor: '' }, state)
  return `/admin/mail/export${query && `?${query}`}`
}
