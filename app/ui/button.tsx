import { Link, type LinkProps } from '@remix-run/react'
import type { ButtonHTMLAttributes } from 'react'

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
  return (
    <button
      className={`button button-${variant}`}
      aria-disabled={busy || undefined}
      disabled={busy}
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
