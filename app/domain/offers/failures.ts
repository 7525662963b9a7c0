/** The message when sending or withdrawing a result fails unexpectedly. */
export function offerFailure(intent: string) {
  return `Failed to ${intent === 'withdraw' ? 'withdraw' : 'send'} the result. Please try again.`
}
