import { expect, test } from 'vitest'

import { progressOf } from '~/domain/quotes/progress'

const sent = new Date('2026-11-23T15:00:00Z')

function stages(application: { status: string; answeredAt?: Date; interestedAt?: Date }, today: string) {
  return progressOf({ submitted_at: sent, ...application }, today).map(({ title, day, state }) =>
    [title, day, state].join(' '),
  )
}

test('a new application is promised a review and an answer in business days', () => {
  expect(stages({ status: 'Pending' }, '2026-11-23')).toEqual([
    'Received 2026-11-23 done',
    'Review 2026-11-24 current',
    'Your quote 2026-11-25 next',
    'Your decision  next',
  ])
})

test('what is not done on its day is late', () => {
  expect(stages({ status: 'Pending' }, '2026-11-25').slice(1, 3)).toEqual([
    'Review 2026-11-24 late',
    'Your quote 2026-11-25 next',
  ])
  expect(stages({ status: 'In review' }, '2026-11-26').slice(1, 3)).toEqual([
    'Review 2026-11-24 done',
    'Your quote 2026-11-25 late',
  ])
})

test('an answer has its own day; a quote waits for the applicant, a refusal for nobody', () => {
  const answeredAt = new Date('2026-11-24T09:00:00Z')
  expect(stages({ status: 'Quoted', answeredAt }, '2026-12-30').slice(1)).toEqual([
    'Review 2026-11-24 done',
    'Your quote 2026-11-24 done',
    'Your decision  current',
  ])
  const interestedAt = new Date('2026-11-27T09:00:00Z')
  expect(stages({ status: 'Quoted', answeredAt, interestedAt }, '2026-12-30').at(-1)).toBe(
    'Your decision 2026-11-27 done',
  )
  expect(stages({ status: 'Declined', answeredAt }, '2026-12-30').slice(1)).toEqual([
    'Review 2026-11-24 done',
    'Our answer 2026-11-24 done',
  ])
})

test('no day to come is done: an early answer ends the review, and one that is taken back opens it again', () => {
  const answeredAt = new Date('2026-11-23T18:00:00Z')
  expect(stages({ status: 'Quoted', answeredAt }, '2026-11-23').slice(1, 3)).toEqual([
    'Review 2026-11-23 done',
    'Your quote 2026-11-23 done',
  ])
  expect(stages({ status: 'In review' }, '2026-11-23').slice(1, 3)).toEqual([
    'Review 2026-11-24 current',
    'Your quote 2026-11-25 next',
  ])
  expect(stages({ status: 'In review' }, '2026-11-24').slice(1, 3)).toEqual([
    'Review 2026-11-24 done',
    'Your quote 2026-11-25 current',
  ])
})
