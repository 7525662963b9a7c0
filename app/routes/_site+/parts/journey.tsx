import { Link } from '@remix-run/react'

import { steps, type StepId } from '~/domain/quotes/questions'
import { Icon } from '~/ui/icon'

type Props = {
  current: StepId | null
  /** The steps without open questions. */
  done?: readonly StepId[]
  /** The page of the draft, where each step can be opened. */
  draft?: string
}

/** The steps of an application, and the one that is open. */
export function JourneyIndicator({ current, done = [], draft }: Props) {
  return (
    <nav aria-label="Steps of the application">
      <ol className="journey">
        {steps.map(({ id, label }, index) => {
          const isDone = done.includes(id) && id !== current
          const content = (
            <>
              <span className="journey-number">{isDone ? <Icon name="check" /> : index + 1}</span>
              <span className="journey-label">{label}</span>
              {isDone ? <span className="visually-hidden">, done</span> : null}
            </>
          )
          return (
            <li
              key={id}
              className={isDone ? 'journey-done' : undefined}
              aria-current={id === current ? 'step' : undefined}
            >
              {draft === undefined || id === current ? (
                <span>{content}</span>
              ) : (
                <Link to={`${draft}?step=${id}`}>{content}</Link>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
