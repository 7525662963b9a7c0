import { Link, type LinkProps } from '@remix-run/react'
import { useEffect, useRef, type ButtonHTMLAttributes } from 'react'

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'caution'

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  variant?: Variant
  /** The label while its action runs; the button then ignores presses. */
  busy?: boolean
  busyLabel?: string
}

export function Button({
  variant = 'primary',
  busy = false,
  busyLabel,
  disabled = false,
  children,
  ...attributes
}: ButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  // A disabled button loses the focus: this restores it, unless it has moved elsewhere.
  const hadFocus = useRef(false)
  useEffect(() => {
    if (!busy && hadFocus.current && document.activeElement === document.body)
      button.current?.focus({ preventScroll: true })
  }, [busy])

  return (
    <button
      ref={button}
      className={`button button-${variant}`}
      aria-disabled={busy || undefined}
      disabled={busy || disabled}
      onFocus={() => (hadFocus.current = true)}
      onBlur={({ currentTarget }) => (hadFocus.current = currentTarget.disabled)}
      {...attributes}
    >
      {busy && busyLabel ? busyLabel : children}
    </button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({ variant = 'primary', ...link }: LinkProps & { variant?: Variant }) {
  return <Link className={`button button-${variant}`} {...link} />
}
