/** An arrow between two values, which screen readers read as 'becomes'. */
export function Becomes() {
  return (
    <>
      <span aria-hidden="true">→</span>
      <span className="visually-hidden">becomes</span>
    </>
  )
}
