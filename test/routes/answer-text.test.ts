import { expect, test } from 'vitest'

import { answerList } from '~/routes/_site+/get-a-quote_.$token/answer-text'

const choices = {
  jobRoles: ['Accountant', 'Other'],
  coverageLevels: [{ value: 'unsure', label: 'Not Sure Yet' }],
}

function read(name: string, answer: string, step: string) {
  const list = answerList(step, { [name]: answer }, choices, '2026-11-23')
  return list.find((each) => each.name === name)?.text
}

test.each([
  ['income', '4500', 'employment', '$4,500 a month'],
  ['income', '$4,500.5', 'employment', '$4,500.50 a month'],
  ['income', '5.200', 'employment', '$5.20 a month'], // the slip shows
  ['income', '5.2k', 'employment', '5.2k'],
  ['salary', '54,000', 'employment', '$54,000 a year'],
  ['employment_length', '2.5', 'employment', '2.5 years'],
  ['credit_score', ' 710 ', 'finalize', '710'],
  ['coverage_level', 'UNSURE', 'finalize', 'Not Sure Yet'],
  ['date_of_birth', '03141988', 'personal', 'March 14, 1988'],
  ['date_of_birth', '1111988', 'personal', '1111988'],
  ['phone', ' ', 'personal', 'Not given'],
  ['name', 'constructor', 'personal', 'constructor'],
])('the answer to %s typed as %j reads back so that a slip is seen', (name, answer, step, text) => {
  expect(read(name, answer, step)).toBe(text)
})
