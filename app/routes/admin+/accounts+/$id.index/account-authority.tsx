import { authorities, underwriterLimits, type Authority } from '~/domain/decisions/authority'
import { money } from '~/domain/formats'
import { Card } from '~/ui/card'
import { ErrorSummary } from '~/ui/error-summary'
import { SelectField } from '~/ui/field'
import { Form } from '~/ui/form'
import { formState, type FormResult } from '~/ui/form-result'
import { IntentButton } from '~/ui/intent-button'

type Props = {
  accountId: number
  authority: Authority
  /** Whether the reader may change it: a senior, for another admin. */
  canChange: boolean
  /** Why the last change was not saved. */
  failure: FormResult | undefined
}

/** The authority of an admin to decide on referred results. */
export function AccountAuthority({ accountId, authority, canChange, failure }: Props) {
  const { errors, values } = formState(failure)
  return (
    <Card id="authority" title="Underwriting authority">
      <p className="hint">
        An underwriter accepts up to {money(underwriterLimits.coverage)} of cover and a loading of{' '}
        {underwriterLimits.loading}% alone. What goes further, or excludes a cause of loss, counts once a
        senior has confirmed it.
      </p>
      {canChange ? (
        <Form
          method="post"
          action={`/admin/accounts/${accountId}`}
          noValidate
          className="form"
          formResult={failure}
          preventScrollReset
        >
          <ErrorSummary errors={errors} />
          <SelectField
            label="Authority"
            name="authority"
            id="authority-choice"
            options={authorities}
            defaultValue={String(values.authority ?? authority)}
            required
          />
          <IntentButton intent="authority" busyLabel="Saving...">
            Save the authority
          </IntentButton>
        </Form>
      ) : (
        <p>{authorities.find(({ value }) => value === authority)?.label}.</p>
      )}
    </Card>
  )
}
