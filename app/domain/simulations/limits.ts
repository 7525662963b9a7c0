/** The limits of a simulation: with all of them at their maximum, it may exceed its time. */
export const limits = {
  months: { min: 6, max: 120 },
  paths: { min: 100, max: 5000 },
  members: { min: 50, max: 100_000 },
  reserve: { min: 0, max: 1_000_000_000 },
  seed: { min: 0, max: 999_999_999 },
} as const
