import { formatCalendarDate } from '~/domain/dates'
import { money } from '~/domain/formats'
import type { QuoteSubmission } from '~/domain/quotes/quotes.server'

type Answers = Pick<
  QuoteSubmission,
  | 'income'
  | 'salary'
  | 'employer_name'
  | 'industry'
  | 'employer_type'
  | 'employer_size'
  | 'employment_length'
  | 'date_of_birth'
  | 'children_count'
  | 'family_size'
>

/** The question to an applicant, by the code of the reason for the referral. */
const suggestions: Record<string, (answers: Answers) => string> = {
  SALARY: ({ income, salary }) =>
    `You gave ${money(salary)} as your annual salary and ${money(income)} as your monthly income, which is ${money(12 * income)} in twelve months. Which of them is right, before tax? If your pay varies, what did you earn in the last 12 months?`,
  EMPLOYER_INDUSTRY: (answers) => aboutEmployer(answers, 'industry', answers.industry),
  EMPLOYER_TYPE: (answers) => aboutEmployer(answers, 'type', answers.employer_type),
  EMPLOYER_SIZE: (answers) => aboutEmployer(answers, 'size', answers.employer_size),
  TENURE_AGE: ({ employment_length: years, employer_name: employer, date_of_birth: born }) =>
    `You told us that you have worked at ${employer} for ${years} ${years === 1 ? 'year' : 'years'}, and that you were born on ${formatCalendarDate(born)}. Is the date of birth right, and when did you start there?`,
  FAMILY: ({ children_count: children, family_size: size }) =>
    `You told us of ${children} ${children === 1 ? 'child' : 'children'} in a family of ${size}. The family is everybody in your household, you included. How many children do you have, and how many people live in your household?`,
  BACKGROUND: () =>
    'You told us that a background check would show a major flag. What would it show, and from which year is it?',
  AFFORDABLE: ({ income }) =>
    `The price for the cover that you chose is a large part of the monthly income of ${money(income)} that you gave. Is that all of your regular income before tax, and would you like to see a smaller cover too?`,
}

/** Returns a question that clears up a reason of a referral; null where no answer is in doubt. */
export function suggestQuestion(code: string | null, answers: Answers) {
  return code !== null && Object.hasOwn(suggestions, code) ? (suggestions[code]?.(answers) ?? null) : null
}

function aboutEmployer({ employer_name: employer }: Answers, label: string, answer: string) {
  return `You gave ${answer} as the ${label} of ${employer}, and our record of it has another. Is ${employer} the company that pays you, and which ${label} is right?`
}
