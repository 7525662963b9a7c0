import { expect, test } from 'vitest'

import { questionLength } from '~/domain/applicant-questions/applicant-questions.options'
import { suggestQuestion } from '~/domain/applicant-questions/suggestions'
import type { Row } from '~/domain/engine-versions/gate/draws'

import { inputFor, underwrite } from '../../support/engine'

const answers = {
  income: 4500,
  salary: 90_000,
  children_count: 3,
  family_size: 3,
  employment_length: 1,
  employer_name: 'Brightloom Software',
  industry: 'Mining',
  employer_type: 'Public',
  employer_size: 'Small (<50)',
  date_of_birth: '1990-01-02',
}

function referredFor(changes: Row, employer?: string) {
  const { decision } = underwrite(inputFor(changes, employer)).calculation_details
  return decision.reasons.map(({ code }) => code)
}

test('every doubt about an answer has a question that can be sent as it is', () => {
  const codes = [
    ...referredFor({ income: 4500, salary: 90_000, children_count: 3, family_size: 3 }),
    ...referredFor({ background_check: 'MajorFlag' }),
    ...referredFor(
      { industry: 'Mining', employer_type: 'Public', employer_size: 'Small (<50)' },
      'Brightloom Software',
    ),
    ...referredFor({ employment_length: 40, date_of_birth: '1999-01-02' }),
  ]
  const doubts = [...new Set(codes)].filter((code) => !/^(?:MET|MENU|STEP_DOWN|LOSS_RATIO|REC)/.test(code))
  expect(doubts).toEqual(expect.arrayContaining(['SALARY', 'FAMILY', 'BACKGROUND', 'TENURE_AGE']))
  expect(doubts.filter((code) => code.startsWith('EMPLOYER_')).length).toBeGreaterThan(0)
  for (const code of doubts) {
    const { length } = suggestQuestion(code, answers) ?? ''
    expect(length, code).toBeGreaterThan(questionLength.min)
    expect(length, code).toBeLessThan(questionLength.max / 3)
  }
})

test('a question names the answers that contradict each other; an unknown reason has none', () => {
  expect(suggestQuestion('FAMILY', answers)).toMatch(/^You told us of 3 children in a family of 3\./)
  expect(suggestQuestion('SALARY', answers)).toContain('$54,000.00 in twelve months')
  expect(suggestQuestion('TENURE_AGE', answers)).toContain('for 1 year, and that you were born on 01/02/1990')
  expect(suggestQuestion('constructor', answers)).toBeNull()
  expect(suggestQuestion(null, answers)).toBeNull()
})
