/** The form field of the idempotency key. */
export const idempotencyKeyName = 'idempotency_key'

/** Returns the idempotency key of a form: that of the failed submission, which is retried, or a new one. */
export function IdempotencyKeyField({
  values = {},
  fresh,
}: {
  values?: Partial<Record<string, string>>
  /** The key of the form as first rendered; undefined without a form. */
  fresh: string | undefined
}) {
  return <input type="hidden" name={idempotencyKeyName} value={values[idempotencyKeyName] ?? fresh} />
}
