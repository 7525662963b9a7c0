/** The interest levels; 'not-specified' stands for no answer. */
export const interestLevels = [
  { value: 'very-interested', label: 'Very interested' },
  { value: 'interested', label: 'Interested' },
  { value: 'somewhat-interested', label: 'Somewhat interested' },
  { value: 'just-exploring', label: 'Just exploring' },
] as const

export const noInterestLevel = 'not-specified'

export function interestLevelLabel(level: string) {
  if (level === noInterestLevel) return 'Not specified'
  return interestLevels.find(({ value }) => value === level)?.label ?? level
}
