import type { ValueName } from '~/content/company'

/** Lines in a 48 by 48 view box: a heart, a bulb, a document, three rings, an anchor; `accent` is the highlighted part. */
const drawings: Record<ValueName, { lines: string; accent: string }> = {
  Compassion: {
    lines: 'M24 42C10 32 5 25 5 17a9.5 9.5 0 0 1 19-2 9.5 9.5 0 0 1 19 2c0 8-5 15-19 25z',
    accent: 'M13 24h6l3-6 4 11 3-5h6',
  },
  Innovation: {
    lines: 'M17 34c0-6-6-8-6-16a13 13 0 0 1 26 0c0 8-6 10-6 16zM18 39h12M21 44h6',
    accent: 'M24 34V23M18 18l6 5 6-5',
  },
  Integrity: {
    lines: 'M10 5h20l8 8v30H10zM30 5v8h8M17 19h14M17 26h14',
    accent: 'm18 34 4 4 8-8',
  },
  Inclusivity: {
    lines: 'M17 29a11 11 0 1 0 0-22 11 11 0 0 0 0 22zM31 29a11 11 0 1 0 0-22 11 11 0 0 0 0 22z',
    accent: 'M24 42a11 11 0 1 0 0-22 11 11 0 0 0 0 22z',
  },
  Reliability: {
    lines: 'M24 14v29M15 21h18M8 29c1 9 8 14 16 14s15-5 16-14M4 33l4-4 5 4M44 33l-4-4-5 4',
    accent: 'M24 14a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9z',
  },
}

/** A small decorative drawing for a value of the company. */
export function ValueDrawing({ name }: { name: ValueName }) {
  const { lines, accent } = drawings[name]
  return (
    <svg className="drawing" viewBox="0 0 48 48" width={56} height={56} aria-hidden="true">
      <path d={lines} />
      <path className="drawing-accent" d={accent} />
    </svg>
  )
}
