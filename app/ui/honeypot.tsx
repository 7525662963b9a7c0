/** A field that people neither see nor reach; programs that fill in everything fill it in. */
export const honeypotName = 'homepage'

export function Honeypot({ id = honeypotName }: { id?: string }) {
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label htmlFor={id}>Leave this empty</label>
      <input id={id} name={honeypotName} tabIndex={-1} autoComplete="off" />
    </div>
  )
}
