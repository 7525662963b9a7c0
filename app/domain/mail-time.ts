const mailTimeFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})

/** MMM dd, yyyy hh:mm a, in UTC: the time of a mail. */
export function mailTime(time: string | Date) {
  return mailTimeFormat.format(new Date(time)).replace(/, (?=\d+:)/, ' ')
}
