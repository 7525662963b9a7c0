import { facts } from '~/content/facts'
import { addBusinessDays } from '~/domain/business-days'
import { calendarDay } from '~/domain/dates'

/** A stage on the way of an application. */
export type Stage = {
  title: string
  /** The day on which it was done, or by which it is promised, YYYY-MM-DD; null while it depends on the applicant. */
  day: string | null
  state: 'done' | 'current' | 'late' | 'next'
}

type Application = {
  submitted_at: string | Date
  status: string
  answeredAt?: string | Date | null
  /** When the applicant said to be interested; null before. */
  interestedAt?: string | Date | null
}

/**
 * Returns the stages of an application with their days: received, reviewed, answered, decided by the applicant. A stage that is not done on
 * its day is late. No day is kept of a review: it is done by the day that was promised, or that of an earlier answer, and under way before
 * that day. `today` is YYYY-MM-DD.
 */
export function progressOf(
  { submitted_at, status, answeredAt = null, interestedAt = null }: Application,
  today: string,
): Stage[] {
  const received = calendarDay(new Date(submitted_at))
  const reviewBy = addBusinessDays(received, facts.reviewBusinessDays)
  const answerBy = addBusinessDays(received, facts.quoteBusinessDays)
  const isAnswered = answeredAt !== null
  const answeredOn = isAnswered ? calendarDay(new Date(answeredAt)) : null
  const isReviewed = isAnswered || (status === 'In review' && reviewBy <= today)
  const reviewedOn = answeredOn !== null && answeredOn < reviewBy ? answeredOn : reviewBy
  const pending = (day: string, isNext: boolean) =>
    day < today ? ('late' as const) : isNext ? ('current' as const) : ('next' as const)
  return [
    { title: 'Received', day: received, state: 'done' },
    { title: 'Review', day: reviewedOn, state: isReviewed ? 'done' : pending(reviewBy, true) },
    {
      title: status === 'Declined' && isAnswered ? 'Our answer' : 'Your quote',
      day: answeredOn ?? answerBy,
      state: isAnswered ? 'done' : pending(answerBy, isReviewed),
    },
    ...(status === 'Declined' && isAnswered ? [] : [decisionOf(interestedAt, isAnswered)]),
  ]
}

function decisionOf(interestedAt: string | Date | null, isAnswered: boolean): Stage {
  const title = 'Your decision'
  if (interestedAt !== null) return { title, day: calendarDay(new Date(interestedAt)), state: 'done' }
  return { title, day: null, state: isAnswered ? 'current' : 'next' }
}
