import { useState } from 'react'

import { TextField } from './field'
import { useCurrentError } from './form'
import { Notice } from './notice'

type Props = {
  label: string
  name: string
  confirmLabel: string
  errorOf: (name: string) => string | undefined
}

const rules =
  'At least 8 characters. A few words that do not belong together make a good one; common passwords are refused.'

/** A password that is to be set, twice. With JavaScript, that the two differ is said as soon as the second is left. */
export function NewPasswordFields({ label, name, confirmLabel, errorOf }: Props) {
  const [typed, setTyped] = useState({ password: '', confirmation: '' })
  const [left, setLeft] = useState(false)
  const confirmation = `confirm_${name}`
  const isSaid = useCurrentError(confirmation, errorOf(confirmation)) !== undefined
  return (
    <>
      <TextField
        label={label}
        name={name}
        type="password"
        autoComplete="new-password"
        required
        minLength={8}
        hint={rules}
        error={errorOf(name)}
        onChange={({ target }) => setTyped((before) => ({ ...before, password: target.value }))}
      />
      <TextField
        label={confirmLabel}
        name={confirmation}
        type="password"
        autoComplete="new-password"
        required
        error={errorOf(confirmation)}
        onChange={({ target }) => setTyped((before) => ({ ...before, confirmation: target.value }))}
        // Said on the way to the button, it would move the button away from under the pointer.
        onBlur={({ relatedTarget }) => setLeft(!(relatedTarget instanceof HTMLButtonElement))}
      />
      <div role="status">
        {left && !isSaid && typed.confirmation !== '' && typed.password !== typed.confirmation ? (
          <Notice tone="danger">
            <p>Passwords do not match. Please try again.</p>
          </Notice>
        ) : null}
      </div>
    </>
  )
}
