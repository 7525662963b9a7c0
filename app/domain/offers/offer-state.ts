import { adminTime } from '~/domain/formats'

type Offer = {
  answer: 'interested' | 'withdrawn' | null
  answered_at: string | Date | null
  expired: boolean
}

/** Describes the state of a live offer in sentences, for the back office; '' while its applicant has not answered and can. */
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
