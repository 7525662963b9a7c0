import { describe, expect, test } from 'vitest'

import {
  confirmWarnings,
  findWarnings,
  newWarnings,
  openWarnings,
  parseTexts,
  textsField,
} from '~/domain/quote-drafts/warnings'
import { answersOf, answersOfAll, findErrors, openSteps } from '~/domain/quote-drafts/steps'
import { quoteSchema } from '~/domain/quotes/quotes.schema'
import { questions } from '~/domain/quotes/questions'

import { application } from '../../support/program'

const schema = quoteSchema({ today: '2026-11-23', coverageLevels: ['standard', 'unsure'] })
const complete = Object.fromEntries(Object.entries(application).map(([name, value]) => [name, String(value)]))

describe('the answers of a step', () => {
  test('are those of its questions as typed, empty where nothing was chosen', () => {
    const { answers, errors } = answersOf('household', {
      ...complete,
      family_size: ' 3 ',
      marital_status: undefined,
    })
    expect(errors).toEqual([])
    expect(Object.keys(answers)).toEqual(
      questions.filter(({ step }) => step === 'household').map(({ name }) => name),
    )
    expect(answers).toMatchObject({ family_size: ' 3 ', marital_status: '' })
  })

  test.each([
    ['a file', new File(['x'], 'x.txt')],
    ['a null character', 'a\0b'],
    ['half of a character', '\ud800'],
    ['more than is stored', 'x'.repeat(255)],
  ])('cannot be %s', (_, occupation) => {
    const { answers, errors } = answersOf('employment', { ...complete, occupation })
    expect(errors.map(({ path }) => path)).toEqual(['occupation'])
    expect(answers).not.toHaveProperty('occupation')
  })
})

test('a slip is stored as typed, and all answers together are bounded', () => {
  const slip = { ...complete, name: 'x'.repeat(150), date_of_birth: 'in May', credit_score: '7oo' }
  expect(answersOf('personal', slip).errors).toEqual([])
  expect(answersOf('finalize', slip).answers).toMatchObject({ credit_score: '7oo' })
  const huge = Object.fromEntries(questions.map(({ name }) => [name, 'x'.repeat(100_000)]))
  const { answers, errors } = answersOfAll(huge)
  expect(answers).toEqual({})
  expect(errors).toHaveLength(questions.length)
})

test('a step is open while one of its questions has no valid answer, by rules between answers, too', () => {
  expect(openSteps(schema, {})).toEqual(['personal', 'household', 'employment', 'finalize'])
  expect(openSteps(schema, complete)).toEqual([])
  expect(openSteps(schema, { ...complete, marital_status: 'Married', spouse_working: '' })).toEqual([
    'household',
  ])
  expect(openSteps(schema, { ...complete, job_role: 'Other', other_job_role: '' })).toEqual(['employment'])
  const errors = findErrors(schema, { ...complete, name: '', credit_score: '9', pay_type: '' }, 'finalize')
  expect(errors.map(({ path }) => path)).toEqual(['credit_score'])
})

test('an answer that cannot be stored is told with all other errors of its step, and once', () => {
  const { answers, errors } = answersOf('finalize', { ...complete, additional_info: 'a\0b', education: '' })
  expect(findErrors(schema, answers, 'finalize', errors).map(({ path }) => path)).toEqual(
    expect.arrayContaining(['education', 'additional_info']),
  )
  const code = answersOf('finalize', { ...complete, credit_score: '7'.repeat(300) })
  expect(findErrors(schema, code.answers, 'finalize', code.errors)).toEqual([
    { path: 'credit_score', message: 'Shorten this to 254 characters' },
  ])
})

describe('a warning', () => {
  const warningsAbout = (changes: Record<string, string>) =>
    findWarnings({ ...complete, ...changes }, '2026-11-23').map(({ text }) => text)

  test.each([
    [
      { date_of_birth: '11/24/2001', employment_length: '20' },
      'You are 24, and have worked there for 20 years. Are both right?',
    ],
    [
      { income: '$4,500', salary: '40,000' },
      '$4,500 a month is $54,000 a year, and your salary is $40,000 a year. Are both right?',
    ],
    [{ email: ' jo@gmial.com' }, 'Your quote goes to jo@gmial.com. Or do you mean jo@gmail.com?'],
    [{ income: '0' }, 'Your income is $0 a month. Is that right?'],
    [{ income: '28', salary: '336' }, 'Your income is $28 a month. Is that right?'],
    [{ income: '120,000', salary: '1,440,000' }, 'Your income is $120,000 a month. Is that right?'],
    [
      { children_count: '1', family_size: '1' },
      'You have 1 child, and your family of 1 includes you. Are both right?',
    ],
  ])('is given about %o', (changes, text) => {
    expect(warningsAbout(changes)).toEqual([text])
  })

  test.each<Record<string, string>>([
    {},
    { date_of_birth: '11/23/1990', employment_length: '22' },
    { income: '4500', salary: '49000' },
    { children_count: '2', family_size: '3' },
    {
      income: '',
      salary: 'much',
      employment_length: '-',
      date_of_birth: 'x',
      children_count: '',
      family_size: '',
    },
  ])('is not given about %o', (changes) => {
    expect(warningsAbout(changes)).toEqual([])
  })

  test('is given once, at the step of its answers', () => {
    const today = '2026-11-23'
    const changed = { ...complete, children_count: '3', family_size: '3' }
    expect(newWarnings('household', complete, changed, today)).toMatchObject([
      { names: ['children_count', 'family_size'] },
    ])
    expect(newWarnings('employment', complete, changed, today)).toEqual([])
    expect(newWarnings('household', changed, changed, today)).toEqual([])
    expect(newWarnings('household', changed, { ...changed, children_count: '4' }, today)).toHaveLength(1)
  })

  test('that was confirmed is open again once an answer has changed', () => {
    const today = '2026-11-23'
    const textsOf = (answers: Record<string, string>) => openWarnings(answers, today).map(({ text }) => text)
    const doubtful = { ...complete, children_count: '3', family_size: '3', income: '28', salary: '336' }
    const [pay = '', family = ''] = textsOf(doubtful)
    const confirm = (answers: Record<string, string>, ...texts: string[]) => ({
      ...answers,
      ...confirmWarnings(answers, [...texts, 'What was never shown'], today),
    })
    const first = confirm(doubtful, pay)
    expect(textsOf(first)).toEqual([family])
    const both = confirm(first, family)
    expect(textsOf(both)).toEqual([])
    const other = confirm({ ...both, children_count: '4' })
    expect(textsOf(other)).toEqual([family.replace('3 children', '4 children')])
    expect(textsOf({ ...other, children_count: '3' })).toEqual([family])
    expect(both.confirmed).not.toContain('never shown')
  })

  test.each(['a|b@gmial.com', 'a"b\\@gmial.com'])(
    'is confirmed whatever characters the email has: %s',
    (email) => {
      const today = '2026-11-23'
      const typed = { ...complete, email }
      const shown = openWarnings(typed, today)
      expect(shown).toMatchObject([{ names: ['email'] }])
      const confirmed = confirmWarnings(typed, parseTexts(textsField(shown)), today)
      expect(openWarnings({ ...typed, ...confirmed }, today)).toEqual([])
    },
  )

  test.each([undefined, '', 'x', '{}', 'null', new File([], 'x')])('is not confirmed by %o', (field) => {
    expect(parseTexts(field)).toEqual([])
  })
})
