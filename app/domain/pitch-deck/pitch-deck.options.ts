/** The status of a request for the deck. */
export const deckStatuses = ['pending', 'approved', 'rejected'] as const
export type DeckStatus = (typeof deckStatuses)[number]

/** The message of the gate when a step fails, by the step. */
const failures: Record<string, string> = {
  check: 'Failed to check request status. Please try again.',
  request: 'Failed to submit request. Please try again.',
  code: 'Failed to validate access code. Please try again.',
  'new-code': 'Failed to send a new code. Please try again.',
  close: 'Failed to close the deck. Please try again.',
}

export function deckFailure(step: string) {
  return failures[step] ?? 'An error occurred. Please try again.'
}
