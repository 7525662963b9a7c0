import type { Stage } from '~/domain/quotes/progress'
import { Icon } from '~/ui/icon'

type Props = {
  /** `when` replaces the day. */
  stages: readonly (Stage & { when?: string })[]
  /** The description of a stage, by its title. */
  notes?: Record<string, string>
}

/** The progress of an application by stage, with dates. */
export function Progress({ stages, notes = {} }: Props) {
  return (
    <ol className="progress">
      {stages.map(({ title, day, state, when = whenText(day, state) }) => (
        <li key={title} className={`progress-${state}`}>
          <span className="progress-mark">{state === 'done' ? <Icon name="check" /> : null}</span>
          <strong>{title}</strong>
          <span className="progress-when">{when}</span>
          {notes[title] === undefined ? null : <span className="progress-note">{notes[title]}</span>}
        </li>
      ))}
    </ol>
  )
}

function whenText(day: string | null, state: Stage['state']) {
  if (day === null) return 'In your own time'
  const text = dayFormat.format(new Date(`${day}T00:00:00Z`))
  if (state === 'done') return text
  return state === 'late' ? `Was due by ${text}: we are late` : `By ${text}`
}

const dayFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
})
