import { startFailure } from '~/domain/underwriting/run-failure'

/** The message when a form of a waiting change fails for an unexpected reason, by its intent. */
export function waitingChangeFailure(intent: unknown) {
  if (intent === 'impact') return startFailure
  const what =
    intent === 'withdraw' ? 'The change could not be withdrawn' : 'The decision could not be stored'
  return `${what}: The server could not be reached. Please try again.`
}
