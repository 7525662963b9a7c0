/** The share of twelve monthly premiums that the annual premium is. */
export const annualShare = 0.95

/** Rounds dollars to cents, halves away from zero, as the engine does: 1.005 is 1.01, though the nearest binary number is below it. */
export function cents(dollars: number) {
  return (Math.sign(dollars) * Math.round(Math.abs(dollars) * 100 + 1e-7)) / 100 + 0
}
