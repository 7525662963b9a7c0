import { expect, test } from 'vitest'

import { faqGroups } from '~/content/faq'
import { searchQuestions } from '~/routes/_site+/parts/faq-search.server'

const ids = (search: string) =>
  searchQuestions(faqGroups, search).flatMap(({ questions }) => questions.map(({ id }) => id))

test('without words, all questions are found', () => {
  expect(searchQuestions(faqGroups, ' \t')).toEqual(faqGroups)
})

test('all words of a search must be in a question or its answer, in any case and order', () => {
  expect(ids('Elimination CLAIM')).toContain('when-would-i-be-paid')
  expect(ids('elimination claim')).not.toContain('what-is-it')
  expect(ids('claim elimination')).toEqual(ids('elimination claim'))
})

test('a search without a match leaves no empty group', () => {
  expect(searchQuestions(faqGroups, 'zeppelin')).toEqual([])
  expect(searchQuestions(faqGroups, 'yahoo').every(({ questions }) => questions.length > 0)).toBe(true)
})

test('characters of patterns are read as themselves', () => {
  expect(ids('.*')).toEqual([])
  expect(ids('$25')).not.toEqual([])
})

test.each([
  ['how much', 'cost'],
  ['How much does it cost?', 'cost'],
  ['prices', 'cost'],
  ['what are the fees', 'cost'],
  ['refund', 'cancel'],
  ['Can I get my money back?', 'cancel'],
  ['cancelling', 'cancel'],
  ['cáncelled', 'cancel'],
  ['I was fired', 'covered-events'],
  ['laid-off', 'covered-events'],
  ['self-employed', 'who-is-it-for'],
  ['when will I get paid', 'when-would-i-be-paid'],
  ["what's vesting?", 'vesting'],
  ['waiting time', 'elimination-period'],
  ['How old must I be?', 'who-is-it-for'],
  ['apply', 'application-time'],
  ['remove my account', 'close-account'],
  ['I want to quit my job', 'not-covered'],
  ['resign', 'not-covered'],
  ['how long until I get paid', 'when-would-i-be-paid'],
  ['waiting period for a zeppelin', 'elimination-period'],
])('%j finds the answer of %s', (search, id) => {
  expect(ids(search)).toContain(id)
  expect(ids(search).length).toBeLessThan(ids('').length / 2)
})

test('a search of nothing but stop words is read as it is', () => {
  const found = ids('how')
  expect(found).toContain('join-waitlist')
  expect(found.length).toBeLessThan(ids('').length)
})
