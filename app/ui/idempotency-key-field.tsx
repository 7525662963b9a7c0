/** The form field of the idempotency key. */
export const idempotencyKeyName = 'idempotency_key'

/** The idempotency key of a form: that of the submission that failed, which is sent again, or a new one. */
export function IdempotencyKeyField({
  values = {},
  fresh,
}: {
  values?: Partial<Record<string, string>>
  /** The key of the form as first served; undefined where there is no form. */
  fresh: string | undefined
}) {
  return <input type="hidden" name={idempotencyKeyName} value={values[idempotencyKeyName] ?? fresh} />
}
