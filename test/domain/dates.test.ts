import { describe, expect, it } from 'vitest'

import { parseBirthDate } from '~/domain/birth-dates'
import { ageOn, formatCalendarDate, parseCalendarDate } from '~/domain/dates'
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
    ['3 14 1988', '03/14/1988'],
    [' 3 / 14 / 88 ', '03/14/1988'],
    ['031488', '03/14/1988'],
    ['31488', '03/14/1988'],
    ['3141988', '03/14/1988'],
    ['14 March 1988', '03/14/1988'],
    ['14 mar 88', '03/14/1988'],
    ['14th of March, 1988', '03/14/1988'],
    ['14-Mar-1988', '03/14/1988'],
    ['March 14, 1988', '03/14/1988'],
    ['Sept. 1st 2001', '09/01/2001'],
    ['MAY 5 1990', '05/05/1990'],
  ])('typed as %s is parsed as %s', (text, date) => {
    expect(formatCalendarDate(parseBirthDate(text, today) ?? '')).toBe(date)
  })

  it.each([
    '',
    '1988',
    '1111988', // January 11 or November 1
    '11188',
    '111988', // November 19 or January 1
    '031419888',
    '14 Marsh 1988',
    '14 Ma 1988',
    '31 June 1988',
    'March 1988',
    '3/14/198',
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
    ['14 Marsh 1988', ['Enter your date of birth as MM/DD/YYYY']],
    ['1111988', ['Enter your date of birth as MM/DD/YYYY']],
    ['02/30/1990', ['There is no February 30 in 1990: enter your date of birth as MM/DD/YYYY']],
    ['2-29-01', ['There is no February 29 in 2001: enter your date of birth as MM/DD/YYYY']],
    ['31 June 88', ['There is no June 31 in 1988: enter your date of birth as MM/DD/YYYY']],
    ['02301990', ['There is no February 30 in 1990: enter your date of birth as MM/DD/YYYY']],
    ['1990-04-31', ['There is no April 31 in 1990: enter your date of birth as MM/DD/YYYY']],
    ['14/03/1988', ['There is no month 14: enter your date of birth as MM/DD/YYYY']],
  ])('of %s has the errors %j', (date_of_birth, messages) => {
    const schema = quoteSchema({ today, coverageLevels: ['standard'] })
    const parsed = parseFields(schema, { ...application, date_of_birth })
    expect(parsed.ok ? [] : parsed.errors.map(({ message }) => message)).toEqual(messages)
  })
})

it('needs four-digit years in other dates', () => {
  expect(['03/14/88', '03141988'].map(parseCalendarDate)).toEqual([null, null])
})

it.each([
  ['on the day before a birthday', '1988-03-14', '2026-03-13', 37],
  ['on a birthday', '1988-03-14', '2026-03-14', 38],
  ['of February 29 in a common year, on February 28', '2004-02-29', '2026-02-28', 21],
  ['of February 29 in a common year, on March 1', '2004-02-29', '2026-03-01', 22],
])('an age %s is in whole years', (_, birthday, day, age) => {
  expect(ageOn(birthday, day)).toBe(age)
})
