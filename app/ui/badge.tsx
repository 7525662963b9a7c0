import type { ReactNode } from 'react'

type Tone = 'green' | 'red' | 'yellow' | 'blue' | 'neutral' | 'primary' | 'success'

/** A status as a word. Approved is green, rejected red, pending yellow. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`badge badge-${tone}`}>{children}</span>
}
