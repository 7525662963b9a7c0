/** What came after a result: the newest result of its quote, or corrections of the application. */
export type Newer = {
  kind: 'result' | 'correction'
  /** That of the result, or of the newest correction. */
  id: number
  /** What it says, as a phrase. */
  says: string
  /**
   * Of a result: one is a refusal, an offer or undecided, and the other is not. Of corrections: the engine sees a corrected answer. Then the
   * sender must have seen it.
   */
  contradicts: boolean
}

export function newerText({ kind, id, says, contradicts }: Newer) {
  if (kind === 'result') return `Result ${id} of this quote is newer: ${says}.`
  const figures = contradicts ? '' : ' The engine does not see these answers: the figures stand.'
  return `The application was corrected after this result. ${says}.${figures}`
}

/** Names what the sender of a result passes over; empty if nothing contradicts it. */
export function passedOver(newer: readonly Newer[]) {
  return newer
    .filter(({ contradicts }) => contradicts)
    .map(({ kind, id }) => `${kind} ${id}`)
    .join(', ')
}
