import { useState } from 'react'

import { useCurrentError } from '~/ui/form'
import { Notice } from '~/ui/notice'

import { PasswordField } from './password-field'

type Props = {
  label: string
  name: string
  confirmLabel: string
  errorOf: (name: string) => string | undefined
}

const rules =
  'At least 8 characters. A few words that do not belong together make a good one; common passwords are refused.'

/** A new password, entered twice. With JavaScript, a mismatch is shown while typing, and when the second field is left too short. */
export function NewPasswordFields({ label, name, confirmLabel, errorOf }: Props) {
  const [typed, setTyped] = useState({ password: '', confirmation: '' })
  const [left, setLeft] = useState(false)
  const confirmation = `confirm_${name}`
  const isMismatch = left
    ? typed.confirmation !== '' && typed.confirmation !== typed.password
    : !typed.password.startsWith(typed.confirmation)
  const hasError = useCurrentError(confirmation, errorOf(confirmation)) !== undefined
  return (
    <>
      <PasswordField
        label={label}
        name={name}
        autoComplete="new-password"
        required
        minLength={8}
        hint={rules}
        error={errorOf(name)}
        onChange={({ target }) => setTyped((before) => ({ ...before, password: target.value }))}
      />
      <PasswordField
        label={confirmLabel}
        name={confirmation}
        autoComplete="new-password"
        required
        error={errorOf(confirmation)}
        onChange={({ target }) => setTyped((before) => ({ ...before, confirmation: target.value }))}
        // Not while the focus moves to the button: the message would move it away from under the pointer.
        onBlur={({ relatedTarget }) => setLeft(!(relatedTarget instanceof HTMLButtonElement))}
      />
      <div role="status">
        {isMismatch && !hasError ? (
          <Notice tone="danger">
            <p>Passwords do not match. Please try again.</p>
          </Notice>
        ) : null}
      </div>
    </>
  )
}
