import { expect, test } from 'vitest'

import { faqGroups } from '~/content/faq'
import { searchQuestions } from '~/routes/_site+/parts/faq-search'

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
