type Props = {
  /** As bootstrap-icons names it, written out at each use: scripts/build-icons.mjs looks for it there. */
  name: string
  /** What it says to who cannot see it, where no text beside it does. */
  label?: string
}

/** A picture of the icon font. */
export function Icon({ name, label }: Props) {
  const className = `icon icon-${name}`
  if (label === undefined) return <span className={className} aria-hidden="true" />
  return <span className={className} role="img" aria-label={label} title={label} />
}
