export const inquiryTypes = [
  'General Question',
  'Coverage Information',
  'Existing Policy',
  'Claims Assistance',
  'Billing Question',
  'Partnership Opportunity',
  'Press/Media',
  'Other',
] as const
