/** What came after a result: the newest result of its quote, corrections of the application, or a change of its tier. */
export type Newer = {
  kind: 'result' | 'correction' | 'tier'
  /** That of the result, of the newest correction, or of the tier. */
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
  if (kind === 'tier')
    return `The tier was changed after this result: ${says}. A new run gives today’s price.`
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
