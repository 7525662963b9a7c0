import { authorities, underwriterLimits, type Authority } from '~/domain/decisions/authority'
import { money } from '~/domain/formats'
import { Card } from '~/ui/card'
import { SelectField } from '~/ui/field'
import { Form } from '~/ui/form'
import { IntentButton } from '~/ui/intent-button'

type Props = {
  accountId: number
  authority: Authority
  /** Whether the reader may change it: a senior, for another admin. */
  canChange: boolean
}

/** How far an admin decides about referred results. */
export function AccountAuthority({ accountId, authority, canChange }: Props) {
  return (
    <Card id="authority" title="Underwriting authority">
      <p className="hint">
        An underwriter accepts up to {money(underwriterLimits.coverage)} of cover and a loading of{' '}
        {underwriterLimits.loading}% alone. What goes further, or excludes a cause of loss, counts once a
        senior has confirmed it.
      </p>
      {canChange ? (
        <Form method="post" action={`/admin/accounts/${accountId}`} className="form" preventScrollReset>
          <SelectField
            label="Authority"
            name="authority"
            id="authority-choice"
            options={authorities}
            defaultValue={authority}
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
