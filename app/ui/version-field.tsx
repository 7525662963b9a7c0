/**
 * The version of a record that its form is based on. Not a hidden input: a draft stores it with the input, so that a change made
 * in the meantime is not overwritten unnoticed.
 */
export function VersionField({ name, value }: { name: string; value: string | undefined }) {
  return <textarea key={value} name={name} defaultValue={value} readOnly hidden />
}
