/** How interested somebody says to be; 'not-specified' stands for no answer. */
export const interestLevels = [
  { value: 'very-interested', label: 'Very interested' },
  { value: 'interested', label: 'Interested' },
  { value: 'somewhat-interested', label: 'Somewhat interested' },
  { value: 'just-exploring', label: 'Just exploring' },
] as const

export const noInterestLevel = 'not-specified'
