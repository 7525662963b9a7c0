import { TextField } from '~/ui/field'
import type { FieldOf } from '~/ui/form-result'
import { IdempotencyKeyField } from '~/ui/idempotency-key-field'
import { IntentButton } from '~/ui/intent-button'
import { VersionField } from '~/ui/version-field'

type Props = {
  base: string
  note: string
  idempotencyKey: string
  values: Partial<Record<string, string>>
  field: FieldOf
  /** With 'one', a version can be released at once or wait for a release. */
  releaseBy: 'one' | 'two'
}

/** The note and the buttons that check and save the changes to tables and golden cases; part of a form. */
export function SaveChanges({ base, note, idempotencyKey, values, field, releaseBy }: Props) {
  return (
    <>
      <VersionField name="base" value={base} />
      <IdempotencyKeyField values={values} fresh={idempotencyKey} />
      <TextField
        label="Note"
        optional
        hint="What this version changes, and why."
        maxLength={500}
        {...field('note', note)}
      />
      <div className="button-row">
        <IntentButton intent="save" busyLabel="Saving...">
          Save Changes
        </IntentButton>
        {releaseBy === 'one' ? (
          <IntentButton intent="propose" variant="secondary" busyLabel="Checking...">
            Add to a release
          </IntentButton>
        ) : null}
        <IntentButton intent="check" variant="secondary" busyLabel="Checking...">
          Check
        </IntentButton>
        <IntentButton intent="impact" variant="secondary" busyLabel="Starting...">
          Run over all quotes
        </IntentButton>
      </div>
    </>
  )
}
