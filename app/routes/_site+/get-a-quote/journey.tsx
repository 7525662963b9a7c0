/** The steps of an application, all of them on one page: each leads to its part. */
export function JourneyIndicator({ steps }: { steps: readonly { label: string; href: string }[] }) {
  return (
    <nav aria-label="Steps of the application">
      <ol className="journey">
        {steps.map(({ label, href }, index) => (
          <li key={href}>
            <a href={href}>
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
