type Props = {
  steps: readonly { title: string; text: string }[]
  /** The four steps to a quote have drawings; other steps have numbers. */
  drawn?: boolean
  headingLevel?: 2 | 3 | 4
}

/** Lines of a 32 by 32 view box: a form, a balance, a document with a figure, a shield. */
const glyphs = [
  'M8 4h16v24H8zM12 10h8M12 15h8M12 20h3M18 22.5l2 2 4-4.5',
  'M16 5v22M10 27h12M6 10h20M16 5v2M6 10l-3.5 9h7zM26 10l-3.5 9h7zM2.5 19c.6 3 6.4 3 7 0M22.5 19c.6 3 6.4 3 7 0',
  'M8 4h11l5 5v19H8zM19 4v5h5M18.5 14.5c-.6-1-1.5-1.4-2.5-1.4-1.5 0-2.6.8-2.6 2s1 1.7 2.6 2.1 2.7.9 2.7 2.2-1.2 2.1-2.7 2.1c-1.2 0-2.2-.5-2.8-1.6M16 11.5v11.6',
  'M16 4l10 3.5v7.5c0 6-4 10.5-10 13-6-2.5-10-7-10-13V7.5zM11.5 15.5l3.2 3.2 6-6.4',
]

/** Numbered steps, joined by a line. */
export function Steps({ steps, drawn = true, headingLevel = 3 }: Props) {
  const Heading = `h${headingLevel}` as const
  return (
    <div className="chart">
      <ol className="steps">
        {steps.map(({ title, text }, index) => (
          <li key={title}>
            <svg className="steps-glyph" viewBox="-8 -8 48 48" width={56} height={56} aria-hidden="true">
              <circle cx={16} cy={16} r={23.5} />
              {drawn ? (
                <path d={glyphs[index]} />
              ) : (
                <text x={16} y={24} textAnchor="middle">
                  {index + 1}
                </text>
              )}
            </svg>
            <div>
              <Heading>
                {drawn ? (
                  <span className="steps-number" aria-hidden="true">
                    {index + 1}
                  </span>
                ) : null}
                {title}
              </Heading>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}
