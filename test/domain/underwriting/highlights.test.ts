import { expect, test } from 'vitest'

import type { ResultDetails } from '~/domain/underwriting/details'
import { highlightsOf, largestReasons, referralReasons } from '~/domain/underwriting/highlights'
import type { Row } from '~/domain/engine-versions/gate/draws'
import { questions } from '~/domain/quotes/questions'

import { inputFor, underwrite } from '../../support/engine'

function resultOf(answers: Row, employer?: string) {
  const { calculation_details, monthly_premium } = underwrite(inputFor(answers, employer))
  return { details: calculation_details as ResultDetails, monthly_premium }
}

function highlights(answers: Row, employer?: string) {
  const { details, monthly_premium } = resultOf(answers, employer)
  return highlightsOf(details, monthly_premium)
}

test('a short tenure, an employer with layoffs and a bankruptcy stand out with what they add', () => {
  const found = highlights(
    { employment_length: 1, bankruptcy_history: 'Chapter 7', coverage_level: 'standard' },
    'Brightloom Software',
  )
  const of = (question: string) => found.find((highlight) => highlight.question === question)
  expect(of('employment_length')?.text).toMatch(/^Short tenure adds \$\d+\.\d\d$/)
  expect(of('employer_name')?.text).toMatch(/^Employer's layoff record adds \$/)
  expect(of('bankruptcy_history')?.text).toMatch(/^Bankruptcy adds \$/)
  expect(found.every(({ kind }) => kind === 'price')).toBe(true)
})

test('what adds less than a dollar does not stand out, however low the premium is', () => {
  const { details } = resultOf({})
  const [factor] = details.factors
  const adding = (dollars: number) =>
    highlightsOf({ ...details, factors: [{ ...factor!, name: 'work_arrangement', dollars }] }, 3)
  expect(adding(0.99)).toEqual([])
  expect(adding(1)).toEqual([
    { question: 'work_arrangement', kind: 'price', text: 'Work arrangement adds $1.00' },
  ])
})

test('answers that contradict each other stand out first, each beside its question', () => {
  const found = highlights({ income: 4500, salary: 90_000, children_count: 3, family_size: 3 })
  expect(found.slice(0, 2)).toEqual([
    { question: 'salary', kind: 'doubt', text: 'Contradicts the monthly income' },
    { question: 'children_count', kind: 'doubt', text: 'Contradicts the family size' },
  ])
})

test('each highlight is about a question of the application', () => {
  const names = questions.map(({ name }) => name)
  const found = highlights(
    { employment_length: 1, salary: 90_000, background_check: 'MajorFlag', credit_score: 300, income: 4500 },
    'Granite Quay Builders',
  )
  expect(found.length).toBeGreaterThan(3)
  for (const { question } of found) expect(names).toContain(question)
})

test('a referral is explained in a few words, without what the result says about its tier', () => {
  const { details } = resultOf({ coverage_level: 'unsure', income: 4500, salary: 90_000 })
  const { reasons } = details.decision
  expect(reasons.map(({ code }) => code)).toEqual([expect.stringMatching(/^RECOMMENDED_/), 'SALARY'])
  expect(referralReasons(reasons)).toEqual(['Annual salary: contradicts the monthly income'])
  const of = (...codes: string[]) => referralReasons(codes.map((code) => ({ code, text: 'x' })))
  expect(of('EMPLOYER_INDUSTRY', 'BACKGROUND', 'EMPLOYER_TYPE')).toEqual([
    'Industry and employer type contradict the record',
    'Background check: major flag',
  ])
  expect(of('SALARY', 'FAMILY')).toEqual(['Annual salary and children contradict other answers'])
  expect(of('SALARY', 'EMPLOYER_SIZE', 'TENURE_AGE')).toEqual([
    'Annual salary, employer size, and years employed contradict the record or other answers',
  ])
  const menu = { code: 'MENU', text: 'Ultra covers as much for less.' }
  const own = { code: 'CLOWNS', text: 'Circus work is looked at by a person.' }
  expect(referralReasons([menu, own])).toEqual(['Circus work is looked at by a person'])
  expect(referralReasons([menu])).toEqual(['Ultra covers as much for less'])
  expect(referralReasons([{ code: null, text: 'The first engine has no codes.' }])).toHaveLength(1)
})

test('the sentence has the three factors that move the price most, with their dollars from the trace', () => {
  const { details } = resultOf({ employment_length: 9, credit_score: 820 }, 'Brightloom Software')
  const largest = details.factors
    .filter(({ name }) => name !== 'rounding')
    .map(({ dollars }) => Math.abs(dollars))
    .toSorted((one, other) => other - one)
    .slice(0, 3)
  const sentence = largestReasons(details) ?? ''
  const dollars = [...sentence.matchAll(/[+−]\$([\d,]+\.\d\d)/g)].map(([, figure]) => Number(figure))
  expect(dollars).toEqual(largest)
  expect(sentence).toMatch(/^[A-Z][^.]*\.\d\d, [a-z].*\.$/)
  expect(sentence).toContain('−$')
})

test('a declined application has no sentence about its price', () => {
  const { details, monthly_premium } = resultOf({ date_of_birth: '2012-01-02' })
  expect(largestReasons(details)).toBeNull()
  expect(highlightsOf(details, monthly_premium)).toEqual([
    { question: 'date_of_birth', kind: 'doubt', text: 'Too young' },
  ])
})

test('codes and factors of another version of the engine are no error', () => {
  const { details, monthly_premium } = resultOf({})
  const [factor] = details.factors
  const foreign: ResultDetails = {
    ...details,
    decision: { status: 'referred', reasons: [{ code: 'constructor', text: 'x', forApplicant: false }] },
    factors: factor ? [{ ...factor, name: 'toString', label: 'Something new', dollars: 12 }] : [],
  }
  expect(highlightsOf(foreign, monthly_premium)).toEqual([])
  expect(largestReasons(foreign)).toBe('Something new +$12.00.')
})
