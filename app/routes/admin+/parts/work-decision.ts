const words: Record<string, string> = {
  approved: 'Approved',
  accepted: 'Accepted by a person',
  changed: 'Accepted with changes',
  declined: 'Declined',
}

/** What the engine or a person has decided, as the work list says it. */
export function workDecision(decision: string | null) {
  return words[decision ?? ''] ?? decision
}
