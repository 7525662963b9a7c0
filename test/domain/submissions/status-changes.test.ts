import { expect, test } from 'vitest'

import { quotes } from '~/domain/submissions/kinds'
import {
  chosenIn,
  closedOffers,
  sendsNothing,
  readStatusChanges,
  statusChangesUrl,
} from '~/domain/submissions/status-changes'
import { readListState } from '~/domain/submissions/submission-list'

const base = 'https://list.invalid'

test('the address of changes has them and the state of the list', () => {
  const changes = [
    { id: 3, from: 'Pending', to: 'In review' },
    { id: 5, from: 'Quoted', to: 'In review' },
    { id: 4, from: 'Pending', to: 'In review' },
  ]
  const state = readListState(new URLSearchParams('tab=quotes&status=Pending&q=a%26b'))
  const { pathname, searchParams } = new URL(statusChangesUrl(state, changes, { undo: true }), base)
  expect(pathname).toBe('/admin/submissions/status')
  expect(readListState(searchParams).texts).toEqual(state.texts)
  expect(searchParams.get('undo')).toBe('yes')
  const read = readStatusChanges(searchParams, quotes)
  expect(read.toSorted((one, other) => one.id - other.id)).toEqual(
    changes.toSorted((one, other) => one.id - other.id),
  )
})

test.each([
  '',
  'change=',
  'change=Pending~Hired~1',
  'change=Pending~Quoted~1&change=Hired~Quoted~2',
  'change=Pending~Quoted~x.-1.0.99999999999',
  'change=Pending~Quoted',
])('hostile changes count as none: %s', (search) => {
  expect(readStatusChanges(new URLSearchParams(search), quotes)).toEqual([])
})

test('all that a page shows is chosen by one box', () => {
  expect(chosenIn({ 'chosen-2': 'Pending', 'chosen-x': 'Pending', shown: '1:Quoted,2:Pending' })).toEqual([
    { id: 2, from: 'Pending' },
  ])
  expect(chosenIn({ all: 'yes', shown: '1:Quoted,2:Pending,x:y' })).toEqual([
    { id: 1, from: 'Quoted' },
    { id: 2, from: 'Pending' },
  ])
})

test('the question says how many offers a change would close', () => {
  const change = (id: number, from: string, to: string) => ({ id, from, to })
  const declined = [1, 2, 3].map((id) => change(id, 'Quoted', 'Declined'))
  expect(closedOffers(declined, [])).toBeNull()
  expect(closedOffers(declined, [2, 9])).toBe(
    '1 of them has an offer that its applicant could no longer accept.',
  )
  expect(closedOffers(declined, [1, 2])).toBe(
    '2 of them have an offer that their applicants could no longer accept.',
  )
  expect(closedOffers([change(1, 'Quoted', 'Withdrawn')], [1])).toBe(
    'It has an offer that its applicant could no longer accept.',
  )
  expect(
    closedOffers([change(1, 'Quoted', 'In review'), change(2, 'Declined', 'Withdrawn')], [1, 2]),
  ).toBeNull()
})

test('the question says of how many nothing was sent', () => {
  const change = (id: number, from: string, to: string) => ({ id, from, to })
  const quoted = [1, 2, 3].map((id) => change(id, 'In review', 'Quoted'))
  expect(sendsNothing(quoted, [])).toBeNull()
  expect(sendsNothing(quoted, [2, 9])).toBe(
    'The applicant of 1 of them has no answer yet. A status sends nothing.',
  )
  expect(sendsNothing(quoted, [1, 2])).toBe(
    'The applicants of 2 of them have no answer yet. A status sends nothing.',
  )
  expect(sendsNothing(quoted, [1, 2, 3])).toBe('Their applicants have no answer yet. A status sends nothing.')
  expect(sendsNothing([change(1, 'Pending', 'Declined')], [1])).toBe(
    'Its applicant has no answer yet. A status sends nothing.',
  )
  const others = [change(1, 'In review', 'Withdrawn'), change(2, 'Quoted', 'Quoted')]
  expect(sendsNothing(others, [1, 2])).toBeNull()
})
