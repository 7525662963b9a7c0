import type { ReactNode } from 'react'

import { formatCalendarDate } from '~/domain/dates'
import { money } from '~/domain/formats'
import { states } from '~/domain/quotes/quotes.options'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'

/** The answers of a quote application, as the back office reads them. Absent ones are null. */
export type QuoteAnswers = {
  phone: string | null
  date_of_birth: string
  gender: string
  region_state: string
  marital_status: string
  family_size: number
  children_count: number
  spouse_working: string
  housing_status: string
  address: string
  occupation: string
  job_role: string
  industry: string
  employer_name: string
  employer_type: string
  employer_size: string
  employment_type: string
  employment_length: number
  work_arrangement: string
  income: number
  salary: number
  pay_type: string
  pay_schedule: string
  credit_score: number
  bankruptcy_history: string
  background_check: string
  education: string
  gov_benefits: string
  union_membership: string
  additional_info: string | null
}

/** Everything an applicant answered, grouped as underwriters look at it. */
export function QuoteCards({ quote }: { quote: QuoteAnswers }) {
  const state = states[quote.region_state as keyof typeof states]
  return (
    <div className="card-grid">
      <Answers
        title="Personal"
        items={{
          'Date of birth': quote.date_of_birth && formatCalendarDate(quote.date_of_birth),
          Gender: quote.gender,
          State: state ? `${state} (${quote.region_state})` : quote.region_state,
          'Marital status': quote.marital_status,
          'Family size': quote.family_size,
          Children: quote.children_count,
          'Spouse working': quote.spouse_working,
          Housing: quote.housing_status,
          Address: quote.address,
          Phone: quote.phone,
          Education: quote.education,
        }}
      />
      <Answers
        title="Employment"
        items={{
          Occupation: quote.occupation,
          'Job role': quote.job_role,
          Industry: quote.industry,
          Employer: quote.employer_name,
          'Employer type': quote.employer_type,
          'Employer size': quote.employer_size,
          'Employment type': quote.employment_type,
          'Employment length': `${quote.employment_length} ${quote.employment_length === 1 ? 'year' : 'years'}`,
          'Work arrangement': quote.work_arrangement,
        }}
      />
      <Answers
        title="Financial"
        items={{
          Income: `${money(quote.income)} a month`,
          Salary: `${money(quote.salary)} a year`,
          'Pay type': quote.pay_type,
          'Pay schedule': quote.pay_schedule,
          'Credit score': quote.credit_score,
          'Bankruptcy history': quote.bankruptcy_history,
          'Background check': quote.background_check,
          'Government benefits': yesOrNo(quote.gov_benefits),
          'Union membership': yesOrNo(quote.union_membership),
        }}
      />
      {quote.additional_info ? (
        <Card title="Additional Information">
          <p className="as-typed">{quote.additional_info}</p>
        </Card>
      ) : null}
    </div>
  )
}

function Answers({ title, items }: { title: string; items: Record<string, ReactNode> }) {
  return (
    <Card title={title}>
      <DescriptionList
        items={Object.entries(items).map(([term, description]) => ({
          term,
          description:
            description === null || description === undefined || description === ''
              ? 'Not provided'
              : description,
        }))}
      />
    </Card>
  )
}

function yesOrNo(answer: string) {
  return answer === 'TRUE' ? 'Yes' : answer === 'FALSE' ? 'No' : answer
}
