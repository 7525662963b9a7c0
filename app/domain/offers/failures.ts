/** What is said when sending a result or withdrawing it fails for no reason of its own. */
export function offerFailure(intent: string) {
  return `Failed to ${intent === 'withdraw' ? 'withdraw' : 'send'} the result. Please try again.`
}
