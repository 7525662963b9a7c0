/** The message when a run does not reach the engine: no response, or one that is not from this site. */
export function runFailure(answered: boolean) {
  return answered ? 'Failed to run underwriting' : 'An error occurred while running the underwriting engine'
}

/** The message when a run over many quotes could not be started. */
export const startFailure = 'The run could not be started. Please try again.'
