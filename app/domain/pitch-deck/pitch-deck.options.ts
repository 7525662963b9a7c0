/** What the gate says when a step of it fails, by the step. */
const failures: Record<string, string> = {
  check: 'Failed to check request status. Please try again.',
  request: 'Failed to submit request. Please try again.',
  code: 'Failed to validate access code. Please try again.',
  'new-code': 'Failed to send a new code. Please try again.',
}

export function deckFailure(step: string) {
  return failures[step] ?? 'An error occurred. Please try again.'
}
