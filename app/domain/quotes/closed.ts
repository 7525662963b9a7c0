/** Whether a person has closed an application, so that its offer can no longer be accepted. Safe for the browser. */
export function isClosed(status: string) {
  return status === 'Withdrawn' || status === 'Declined'
}
