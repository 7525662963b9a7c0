/**
 * The version of a record that its form rests on. Not a hidden input: a draft keeps it with what was typed, so that a record that was
 * changed since then is not overwritten unseen.
 */
export function VersionField({ name, value }: { name: string; value: string | undefined }) {
  return <textarea key={value} name={name} defaultValue={value} readOnly hidden />
}
