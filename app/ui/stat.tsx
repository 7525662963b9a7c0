import type { ReactNode } from 'react'

/** A figure with its label; `note` is its unit or period. */
export function Stat({ label, value, note }: { label: string; value: ReactNode; note?: ReactNode }) {
  return (
    <div className="stat">
      <dt>{label}</dt>
      <dd>
        <span className="stat-value">{value}</span>
        {note ? <span className="stat-note">{note}</span> : null}
      </dd>
    </div>
  )
}
