import { Link, type LinkProps } from '@remix-run/react'
import { useEffect, useRef, type ButtonHTMLAttributes } from 'react'

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'caution'

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  variant?: Variant
  /** While its action runs: says so, and takes no second press. */
  busy?: boolean
  busyLabel?: string
}

export function Button({
  variant = 'primary',
  busy = false,
  busyLabel,
  children,
  ...attributes
}: ButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  // A disabled button loses the focus: it comes back, unless it went elsewhere meanwhile.
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
      disabled={busy}
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
