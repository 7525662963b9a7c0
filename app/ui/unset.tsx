/** Stands in the back office in place of a value that is not set. */
export function Unset() {
  return <span className="unset">–</span>
}
