/**
 * What the sender of a result should know first: the newest result of its quote, corrections of the application after the result, changes of
 * what its price is made from, or an answer of the applicant that nobody has read, which may be older than the result.
 */
export type SendWarning = {
  /** Its text, a phrase; of a price, a sentence. */
  says: string
  /**
   * Of a result: one is a refusal, an offer or undecided, and the other is not. Of corrections: the engine sees a corrected answer. Of an
   * answer: always. Then the sender must have seen it.
   */
  contradicts: boolean
} & (
  | {
      kind: 'result' | 'correction' | 'answer'
      /** That of the result, of the newest correction, or of the question with the newest answer. */
      id: number
    }
  | { kind: 'price'; contradicts: false }
)

export function sendWarningText(warning: SendWarning) {
  const { kind, says, contradicts } = warning
  if (kind === 'result') return `Result ${warning.id} of this quote is newer: ${says}.`
  if (kind === 'answer') return `An answer of the applicant is not read yet: it came ${says}.`
  if (kind === 'price') return `${says} A new run gives today’s price.`
  const figures = contradicts ? '' : ' The engine does not see these answers: the figures stand.'
  return `The application was corrected after this result. ${says}.${figures}`
}

/** Returns what the sender of a result must acknowledge; empty if nothing contradicts it. */
export function acknowledgementOf(warnings: readonly SendWarning[]) {
  return warnings.flatMap((one) => (one.contradicts ? `${one.kind} ${one.id}` : [])).join(', ')
}
