import { adminTime } from '~/domain/formats'
import { TextField } from '~/ui/field'
import type { FieldOf } from '~/ui/form-result'

/** The reason of a release, and the time from which it is live. `now` is the current time. */
export function ReleaseFields({ field, now, hint }: { field: FieldOf; now: string; hint?: string }) {
  return (
    <>
      <TextField label="Reason" hint={hint} required maxLength={500} {...field('note')} />
      <TextField
        label="Live from, in UTC"
        optional
        type="datetime-local"
        width="medium"
        hint={`Empty: at once. At most 90 days ahead. It is ${adminTime(now)} UTC now.`}
        {...field('live_from')}
      />
    </>
  )
}
