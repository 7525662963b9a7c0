import { useNavigation } from '@remix-run/react'

import { decisionReasonLabel, decisionReasons, verdicts } from '~/domain/decisions/decisions.options'
import type { listDecisions } from '~/domain/decisions/decisions.server'
import { adminTime } from '~/domain/formats'
import { Badge } from '~/ui/badge'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { ErrorSummary } from '~/ui/error-summary'
import { SelectField, TextAreaField } from '~/ui/field'
import { Form } from '~/ui/form'
import { formState, type FormResult } from '~/ui/form-result'
import type { RowOf } from '~/ui/row-of'

type Props = {
  /** The page of the result. */
  action: string
  decisions: readonly RowOf<typeof listDecisions>[]
  isSent: boolean
  formResult: FormResult | undefined
}

/** What an underwriter decided about a referred result, and the form to decide. */
export function DecideCard({ action, decisions, isSent, formResult }: Props) {
  const [last] = decisions
  const isDeciding = useNavigation().formData?.get('intent') === 'decide'
  const { errors, field } = formState(formResult)
  return (
    <Card
      id="decision"
      title="Decision of an underwriter"
      actions={
        last ? (
          <Badge tone={last.verdict === 'accepted' ? 'green' : 'red'}>
            {last.verdict === 'accepted' ? 'Accepted' : 'Declined'}
          </Badge>
        ) : (
          <Badge tone="yellow">Open</Badge>
        )
      }
    >
      {last ? null : (
        <p>The engine refers this result to a person. It can be sent once an underwriter has decided.</p>
      )}
      {decisions.map((decision) => (
        <div key={decision.id}>
          <p>
            <strong>{decisionReasonLabel(decision.reason)}</strong>, by {decision.decider ?? 'somebody'},{' '}
            {adminTime(decision.created_at)} UTC
          </p>
          <blockquote className="as-typed">{decision.words}</blockquote>
          {decision.told === null ? null : <p>The applicant is told: {decision.told}</p>}
        </div>
      ))}
      {isSent ? null : (
        <details open={last === undefined || errors.length > 0}>
          <summary>{last ? 'Decide again' : 'Decide'}</summary>
          <Form
            method="post"
            action={`${action}#decision`}
            noValidate
            className="form"
            draft={`${action} decision`}
            formResult={formResult}
            preventScrollReset
          >
            <ErrorSummary errors={errors} />
            <input type="hidden" name="intent" value="decide" />
            <SelectField
              label="Decision"
              placeholder="Choose what you decide"
              options={verdicts}
              required
              {...field('verdict')}
            />
            <SelectField
              label="Reason"
              placeholder="Choose a reason"
              options={Object.values(decisionReasons).flat()}
              required
              {...field('reason')}
            />
            <TextAreaField
              label="Your words"
              hint="For whoever reads this later. The applicant does not see it."
              rows={3}
              maxLength={1000}
              required
              {...field('words')}
            />
            <TextAreaField
              label="What the applicant is told"
              hint="Needed to decline: the main reason, in a sentence."
              rows={2}
              maxLength={500}
              {...field('told')}
            />
            <Button type="submit" busy={isDeciding} busyLabel="Saving...">
              Save the decision
            </Button>
          </Form>
        </details>
      )}
    </Card>
  )
}
