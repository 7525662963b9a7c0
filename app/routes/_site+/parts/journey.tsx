import { steps } from '~/domain/quotes/questions'

/** The steps of an application, all on one page, each a link to its part. */
export function JourneyIndicator() {
  return (
    <nav aria-label="Steps of the application">
      <ol className="journey">
        {steps.map(({ id, label }, index) => (
          <li key={id}>
            <a href={`#${id}`}>
              <span className="journey-number" aria-hidden="true">
                {index + 1}
              </span>
              {label}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
