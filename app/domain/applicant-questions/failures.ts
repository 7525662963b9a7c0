/** The message when an answer cannot be saved for the moment. */
export const answerFailure = 'Your answer could not be saved just now. Please try again.'

/** The message when asking, withdrawing or marking as read fails unexpectedly. */
export function questionFailure(intent: string) {
  if (intent === 'withdraw') return 'Failed to withdraw the question. Please try again.'
  return intent === 'read'
    ? 'Failed to mark the answer as read. Please try again.'
    : 'Failed to send the question. Please try again.'
}
