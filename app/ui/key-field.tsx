/** The idempotency key of a form: that of the submission that failed, which is sent again, or a new one. */
export function KeyField({
  values = {},
  fresh,
}: {
  values?: Partial<Record<string, string>>
  /** The key of the form as first served; undefined where there is no form. */
  fresh: string | undefined
}) {
  return <input type="hidden" name="idempotency_key" value={values.idempotency_key ?? fresh} />
}
