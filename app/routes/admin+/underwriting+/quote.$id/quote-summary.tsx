import type { SerializeFrom } from '@remix-run/node'
import { Link } from '@remix-run/react'

import { adminTime, money } from '~/domain/formats'
import { correctUrl, quoteUrl } from '~/domain/quotes/origin'
import { coverageLevelLabel } from '~/domain/quotes/quotes.options'
import type { QuoteSubmission } from '~/domain/quotes/quotes.server'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import { EmailText } from '~/ui/email-text'
import { Form } from '~/ui/form'
import type { FormResult } from '~/ui/form-result'
import { IdempotencyKeyField } from '~/ui/idempotency-key-field'

import { StatusBadge } from '../../parts/submission-value'

type Props = {
  quote: SerializeFrom<QuoteSubmission>
  running: boolean
  /** Whether a run is the next action. */
  isRunDue: boolean
  canCorrect: boolean
  idempotencyKey: string
  /** The list that the page was opened from. */
  from: string | null
  /** The submitted values, after an error. */
  values: FormResult['values'] | undefined
}

/** A summary of the application, and the form that runs underwriting. */
export function QuoteSummary({ quote, running, isRunDue, canCorrect, idempotencyKey, from, values }: Props) {
  return (
    <Card title={`Quote Q-${quote.id}`} actions={<StatusBadge status={quote.status} />}>
      <DescriptionList
        items={[
          { term: 'Name', description: quote.name },
          { term: 'Email', description: <EmailText>{quote.email}</EmailText> },
          { term: 'Phone', description: quote.phone ?? 'Not provided' },
          { term: 'Submitted', description: adminTime(quote.submitted_at) },
          { term: 'Coverage level', description: coverageLevelLabel(quote.coverage_level) },
          { term: 'Income', description: `${money(quote.income)} a month` },
          { term: 'Occupation', description: quote.occupation },
          { term: 'Employer', description: quote.employer_name },
        ]}
      />
      <Form method="post" action={quoteUrl(quote.id, from)} preventScrollReset>
        <IdempotencyKeyField values={values} fresh={idempotencyKey} />
        <div className="button-row">
          <Button
            type="submit"
            id="run"
            variant={isRunDue ? 'primary' : 'secondary'}
            busy={running}
            busyLabel="Running..."
          >
            Run Underwriting for this Quote
          </Button>
          {canCorrect ? (
            <ButtonLink to={correctUrl(quote.id, { from })} variant="secondary">
              Correct the answers
            </ButtonLink>
          ) : null}
          <Link to={`/admin/submissions/quotes/${quote.id}`}>Change status or note</Link>
          <Link to={`/admin/underwriting/tests?quote=${quote.id}#new-case`}>Make a golden case</Link>
        </div>
      </Form>
    </Card>
  )
}
