/**
 * What Enter in a text field of a form does: it presses the first button of the form, so this stands before all others. It is sent as the
 * field `intent`; without an intent Enter does nothing.
 */
export function EnterButton({ intent }: { intent?: string }) {
  return (
    <button
      type="submit"
      name="intent"
      value={intent}
      disabled={intent === undefined}
      className="visually-hidden"
      tabIndex={-1}
      aria-hidden="true"
    />
  )
}
