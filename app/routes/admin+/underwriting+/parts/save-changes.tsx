import { useNavigation } from '@remix-run/react'

import { Button } from '~/ui/button'
import { TextField } from '~/ui/field'
import type { FieldOf } from '~/ui/form-result'
import { IdempotencyKeyField } from '~/ui/idempotency-key-field'
import { VersionField } from '~/ui/version-field'

type Props = {
  base: string
  note: string
  idempotencyKey: string
  values: Partial<Record<string, string>>
  field: FieldOf
  /** Where one admin releases, a version can wait for a release instead. */
  releaseBy: 'one' | 'two'
}

/** The note and the buttons that check and save the changes to tables and golden cases; part of a form. */
export function SaveChanges({ base, note, idempotencyKey, values, field, releaseBy }: Props) {
  const sending = useNavigation().formData?.get('intent') ?? null
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
        <Button
          type="submit"
          name="intent"
          value="save"
          disabled={sending !== null}
          busy={sending === 'save'}
          busyLabel="Saving..."
        >
          Save Changes
        </Button>
        {releaseBy === 'one' ? (
          <Button
            type="submit"
            name="intent"
            value="propose"
            variant="secondary"
            disabled={sending !== null}
            busy={sending === 'propose'}
            busyLabel="Checking..."
          >
            Add to a release
          </Button>
        ) : null}
        <Button
          type="submit"
          name="intent"
          value="check"
          variant="secondary"
          disabled={sending !== null}
          busy={sending === 'check'}
          busyLabel="Checking..."
        >
          Check
        </Button>
        <Button
          type="submit"
          name="intent"
          value="impact"
          variant="secondary"
          disabled={sending !== null}
          busy={sending === 'impact'}
          busyLabel="Starting..."
        >
          Run over all quotes
        </Button>
      </div>
    </>
  )
}
