import { useEffect, useRef, useState, type ComponentProps } from 'react'

import { TextField } from '~/ui/field'
import { useHydrated } from '~/ui/use-hydrated'

type Props = Omit<ComponentProps<typeof TextField>, 'label' | 'type' | 'autoComplete'> & {
  label: string
  autoComplete?: 'current-password' | 'new-password'
}

/** A password field. With JavaScript, a button shows the password until the form is sent. */
export function PasswordField({ autoComplete = 'current-password', ...field }: Props) {
  const [isShown, setShown] = useState(false)
  const isScripted = useHydrated()
  const button = useRef<HTMLButtonElement>(null)
  // Browsers store the values of visible fields when a form is sent, to suggest them later.
  useEffect(() => {
    const form = button.current?.form
    const hide = () => setShown(false)
    form?.addEventListener('submit', hide)
    return () => form?.removeEventListener('submit', hide)
  }, [isScripted])
  return (
    <div className="password">
      <TextField
        {...field}
        type={isShown ? 'text' : 'password'}
        // A visible password must not be stored in a draft.
        autoComplete={isShown ? 'off' : autoComplete}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      {isScripted ? (
        <button
          ref={button}
          type="button"
          aria-pressed={isShown}
          aria-controls={field.id ?? field.name}
          onClick={() => setShown(!isShown)}
        >
          Show<span className="visually-hidden"> {field.label.toLowerCase()}</span>
        </button>
      ) : null}
    </div>
  )
}
