/** The newest result of a quote, beside an older one. */
export type NewerResult = {
  id: number
  /** What it says, as a phrase. */
  says: string
  /** One is a refusal, an offer or undecided, and the other is not. */
  contradicts: boolean
}

export function newerText({ id, says }: NewerResult) {
  return `Result ${id} of this quote is newer: ${says}.`
}
