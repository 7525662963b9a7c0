/** Lines in a 48 by 48 view box; `accent` is the highlighted part. */
const drawings = {
  shop: {
    lines:
      'M6 20v22h36V20M4 20 9 7h30l5 13M4 20a5 5 0 0 0 10 0 5 5 0 0 0 10 0 5 5 0 0 0 10 0 5 5 0 0 0 10 0M11 42V29h10v13',
    accent: 'M27 29h10v7H27z',
  },
  laptop: {
    lines: 'M9 10h30v22H9zM3 38h42M9 32l-6 6M39 32l6 6M19 38h10',
    accent: 'm20 17-5 4 5 4M28 17l5 4-5 4',
  },
  van: {
    lines:
      'M3 12h25v22h-8M3 12v22h5M28 18h8l9 9v7h-4M28 34h1M14 30a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM35 30a4 4 0 1 0 0 8 4 4 0 0 0 0-8z',
    accent: 'M33 22h3.5l4 5H33zM10 20h10',
  },
} as const

/** A small decorative drawing. */
export function Drawing({ name }: { name: keyof typeof drawings }) {
  return (
    <svg className="drawing" viewBox="0 0 48 48" width={56} height={56} aria-hidden="true">
      <path d={drawings[name].lines} />
      <path className="drawing-accent" d={drawings[name].accent} />
    </svg>
  )
}
