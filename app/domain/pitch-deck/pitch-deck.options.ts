/** How far a request for the deck has come. */
export const deckStatuses = ['pending', 'approved', 'rejected'] as const
export type DeckStatus = (typeof deckStatuses)[number]

/** What the gate says when a step of it fails, by the step. */
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
