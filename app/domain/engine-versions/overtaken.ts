/** What a change was checked on is not in use any more. */
export const moved = {
  ok: false,
  reason: 'conflict',
  message: 'The configuration or the engine was changed while this change was checked. Please try again.',
} as const

/** The most times that a change is checked. */
const maxChecks = 20

/** Makes a change that is overtaken by others while it is checked again, on what they have left. */
export async function retryOvertaken<Outcome extends object>(
  change: () => Promise<Outcome>,
): Promise<Outcome> {
  let outcome = await change()
  for (let checks = 1; isOvertaken(outcome) && checks < maxChecks; checks += 1) outcome = await change()
  return outcome
}

function isOvertaken(outcome: object) {
  return 'message' in outcome && outcome.message === moved.message
}
