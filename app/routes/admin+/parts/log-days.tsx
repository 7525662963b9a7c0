import type { ReactNode } from 'react'

import { addDays, longDate } from '~/domain/dates'

type Props<Row> = {
  /** Newest first. */
  rows: readonly Row[]
  /** YYYY-MM-DD in UTC. */
  today: string
  className: string
  /** The list item of a row. */
  children: (row: Row) => ReactNode
}

/** The rows of a log, each day's under its own heading. */
export function LogDays<Row extends { created_at: string }>({
  rows,
  today,
  className,
  children,
}: Props<Row>) {
  return (
    <div className={`audit-log ${className}`}>
      {[...new Set(rows.map(dayOf))].map((day) => (
        <section key={day} className="audit-day">
          <h2>{dayInWords(day, today)}</h2>
          <ol>{rows.filter((row) => dayOf(row) === day).map(children)}</ol>
        </section>
      ))}
    </div>
  )
}

function dayOf({ created_at }: { created_at: string }) {
  return created_at.slice(0, 10)
}

function dayInWords(day: string, today: string) {
  if (day === today) return `Today, ${longDate(day)}`
  return day === addDays(today, -1) ? `Yesterday, ${longDate(day)}` : longDate(day)
}
