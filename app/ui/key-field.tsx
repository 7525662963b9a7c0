/** The idempotency key of a form: that of the refused form, which is sent again, or a new one. */
export function KeyField({
  values = {},
  fresh,
}: {
  values?: Partial<Record<string, string>>
  /** Of the form as it is first served; undefined where the form is not offered. */
  fresh: string | undefined
}) {
  return <input type="hidden" name="idempotency_key" value={values.idempotency_key ?? fresh} />
}
