/** What an underwriter can decide about a referred result, and the reasons for it. */
export const verdicts = [
  { value: 'accepted', label: 'Accept as rated' },
  { value: 'changed', label: 'Accept with changes' },
  { value: 'declined', label: 'Decline' },
] as const

export type Verdict = (typeof verdicts)[number]['value']

/** The fields of what is offered instead of what was rated. */
export const termFields = ['tier', 'coverage', 'loading_percent', 'exclusion'] as const

export const decisionReasons: Record<Verdict, readonly { value: string; label: string }[]> = {
  accepted: [
    { value: 'confirmed', label: 'Accept: the answers were confirmed' },
    { value: 'explained', label: 'Accept: what did not fit is explained' },
    { value: 'acceptable', label: 'Accept: the risk is acceptable as rated' },
  ],
  changed: [
    { value: 'lower', label: 'Change: less cover fits the income or the risk' },
    { value: 'loaded', label: 'Change: the risk is higher than the rating knows' },
    { value: 'excluded', label: 'Change: one cause of loss is not covered' },
    { value: 'asked', label: 'Change: the applicant asked for another tier or cover' },
  ],
  declined: [
    { value: 'outside', label: 'Decline: outside what we insure' },
    { value: 'risk', label: 'Decline: the risk is too high' },
    { value: 'unconfirmed', label: 'Decline: the answers could not be confirmed' },
    { value: 'known', label: 'Decline: the loss of the job was announced' },
  ],
}

/** Whether the verdict needs a reason for the applicant, in words of the underwriter. */
export function needsApplicantReason(verdict: unknown) {
  return verdict === 'declined' || verdict === 'changed'
}

const labels = new Map(
  Object.values(decisionReasons)
    .flat()
    .map(({ value, label }) => [value, label]),
)

export function decisionReasonLabel(reason: string) {
  return labels.get(reason) ?? reason
}
