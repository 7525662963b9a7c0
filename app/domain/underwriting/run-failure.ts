/** What is said when a run does not reach the engine: nothing answered, or something else did in its place. */
export function runFailure(answered: boolean) {
  return answered ? 'Failed to run underwriting' : 'An error occurred while running the underwriting engine'
}
