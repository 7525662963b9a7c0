/** Shown in the back office in place of a value that is not set; a screen reader says None. */
export function Unset() {
  return (
    <span className="unset">
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">None</span>
    </span>
  )
}
