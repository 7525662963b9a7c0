import { adminTime } from '~/domain/formats'

/** Why nothing is sent or asked, and nothing decided, after a withdrawal. */
export const withdrawnRefusal =
  'This quote is withdrawn. Give it another status first, if the applicant wants to go on.'

/** Why nothing is asked after the applicant has deleted the account. */
export const nobodyToAsk = 'The applicant has deleted the account: there is nobody to ask.'

/** Describes when an application was withdrawn and by whom, for the back office. */
export function withdrawnText({
  at,
  byApplicant,
  admin,
}: {
  at: string | Date | null
  byApplicant: boolean
  admin: string | null
}) {
  if (at === null) return 'When and by whom is not recorded.'
  return `${byApplicant ? 'The applicant' : (admin ?? 'Somebody')} withdrew it ${adminTime(at)} UTC.`
}
