type Props = {
  /** A name of bootstrap-icons, written as a literal at each use: scripts/build-icons.mjs collects them. */
  name: string
  /** The text for screen readers, if there is no visible one. */
  label?: string
}

export function Icon({ name, label }: Props) {
  const className = `icon icon-${name}`
  if (label === undefined) return <span className={className} aria-hidden="true" />
  return <span className={className} role="img" title={label} />
}
