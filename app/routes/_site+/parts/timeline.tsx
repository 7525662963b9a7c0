type Item = { when: string; title: string; text: string; state?: 'done' | 'planned' }
type Props = {
  items: readonly Item[]
  headingLevel?: 2 | 3 | 4
  /** From left to right where there is room. */
  wide?: boolean
}

const stateLabels = { done: 'Done', planned: 'Planned' }

/** Past and planned events, in order. The shape of the mark and a word show the state. */
export function Timeline({ items, headingLevel = 3, wide = false }: Props) {
  const Heading = `h${headingLevel}` as const
  return (
    <ol className={wide ? 'timeline timeline-wide' : 'timeline'}>
      {items.map(({ when, title, text, state }) => (
        <li key={`${when} ${title}`} className={`timeline-${state ?? 'plain'}`}>
          <svg className="timeline-mark" viewBox="0 0 28 28" width={28} height={28} aria-hidden="true">
            <circle cx={14} cy={14} r={state ? 11 : 6} />
            {state === 'done' ? <path d="m9 14.5 3.5 3.5 6.8-7.4" /> : null}
          </svg>
          <div className="timeline-words">
            <p className="timeline-when">
              {when}
              {state ? <span className="timeline-state">{stateLabels[state]}</span> : null}
            </p>
            <Heading>{title}</Heading>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}
