/** The message when sending or withdrawing a result fails unexpectedly. */
export function offerFailure(intent: string) {
  return `Failed to ${intent === 'withdraw' ? 'withdraw' : 'send'} the result. Please try again.`
}

/** A result that is with its applicant is not sent a second time. */
export const sendingIsSafe = 'It may have been sent all the same. Pressing again is safe: it is sent once.'

/** The message when an applicant's answer to an offer, or a question about it, cannot be saved for the moment. */
export const answerFailure = 'This could not be saved just now. Please try again.'
