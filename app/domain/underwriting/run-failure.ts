/** The message when a run does not reach the engine: no response, or one that is not from this site. */
export function runFailure(answered: boolean) {
  return answered ? 'Failed to run underwriting' : 'An error occurred while running the underwriting engine'
}
