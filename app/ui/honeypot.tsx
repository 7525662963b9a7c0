/**
 * A field that people neither see nor reach, but bots fill in. Browsers and password managers, which fill in fields by name, do not
 * know its name and are asked to ignore it.
 */
export const honeypotName = 'leave_empty'

export function Honeypot({ id = honeypotName }: { id?: string }) {
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label htmlFor={id}>Leave this empty</label>
      <input
        id={id}
        name={honeypotName}
        tabIndex={-1}
        autoComplete="off"
        data-1p-ignore=""
        data-bwignore=""
        data-lpignore="true"
        data-form-type="other"
      />
    </div>
  )
}
