/**
 * Sets the action of Enter in a text field: Enter presses the first button of a form, so this one precedes all others. It is sent as the
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
