import { adminTime } from '~/domain/formats'

type Offer = {
  answer: 'interested' | 'withdrawn' | null
  answered_at: string | Date | null
  expired: boolean
}

/** Says in sentences what has become of an offer that stands, for the back office; '' while its applicant has not answered and can. */
export function offerStateText({ answer, answered_at, expired }: Offer) {
  const at = answered_at === null ? '' : ` ${adminTime(answered_at)} UTC`
  return [
    answer === 'interested' ? `The applicant said${at}: interested.` : '',
    answer === 'withdrawn' ? `The applicant withdrew the application${at}.` : '',
    expired ? 'The link has expired.' : '',
  ]
    .filter(Boolean)
    .join(' ')
}
