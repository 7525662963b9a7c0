import { describe, expect, it } from 'vitest'

import { formatCalendarDate, parseBirthDate, parseCalendarDate } from '~/domain/dates'
import { quoteSchema } from '~/domain/quotes/quotes.schema'
import { parseFields } from '~/domain/parse-fields'

import { application } from '../support/program'

const today = '2026-11-22'

describe('a date of birth', () => {
  it.each([
    ['03/14/1988', '03/14/1988'],
    ['3/4/1988', '03/04/1988'],
    ['03-14-1988', '03/14/1988'],
    ['1988-03-14', '03/14/1988'],
    ['03141988', '03/14/1988'],
    ['03/14/88', '03/14/1988'],
    ['3.14.88', '03/14/1988'],
    ['03/14/05', '03/14/2005'],
    ['11/22/26', '11/22/2026'],
    ['11/23/26', '11/23/1926'],
    ['02/29/00', '02/29/2000'],
  ])('typed as %s is parsed as %s', (text, date) => {
    expect(formatCalendarDate(parseBirthDate(text, today) ?? '')).toBe(date)
  })

  it.each([
    '',
    '1988',
    '3141988',
    '031488',
    '02/30/88',
    '13/01/88',
    '00/01/1988',
    '02301990',
    '14/03/1988',
    'May 14',
  ])('is not %j', (text) => {
    expect(parseBirthDate(text, today)).toBeNull()
  })

  it.each([
    ['11/22/2008', []],
    ['11/23/2008', ['You must be 18 or older to apply. Please check your date of birth.']],
    ['11/22/26', ['You must be 18 or older to apply. Please check your date of birth.']],
    ['11/23/2026', ['Enter your real date of birth as MM/DD/YYYY']],
    ['01/01/1905', ['Enter your real date of birth as MM/DD/YYYY']],
    ['someday', ['Enter your date of birth as MM/DD/YYYY']],
  ])('of %s has the errors %j', (date_of_birth, messages) => {
    const schema = quoteSchema({ today, coverageLevels: ['standard'] })
    const parsed = parseFields(schema, { ...application, date_of_birth })
    expect(parsed.ok ? [] : parsed.errors.map(({ message }) => message)).toEqual(messages)
  })
})

it('needs four-digit years in other dates', () => {
  expect(['03/14/88', '03141988'].map(parseCalendarDate)).toEqual([null, null])
})
