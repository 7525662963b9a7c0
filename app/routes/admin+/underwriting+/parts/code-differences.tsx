import { Fragment } from 'react'

import type { Differences } from '~/domain/engine-versions/differences.server'
import { counted } from '~/domain/formats'

type Props = {
  /** Null if the texts have too little in common to compare. */
  differences: Differences | null
  /** The names of the two texts. */
  before: string
  after: string
  /** The cause of the differences, if they are not just a comparison. */
  summary?: string
}

const signs = { same: ' ', added: '+', removed: '-' }
const changeLabels = { same: '', added: 'Added: ', removed: 'Removed: ' }

/** The differences between two sources, line by line. */
export function CodeDifferences({ differences, before, after, summary }: Props) {
  if (differences === null) return <p>The two have too little in common to be compared line by line.</p>
  const { added, removed, parts, cut } = differences
  if (parts.length === 0) return <p>{summary ?? 'The two are the same.'}</p>
  const title =
    summary ??
    `From ${before} to ${after}: ${counted(removed, 'line')} removed, ${counted(added, 'line')} added`
  return (
    <>
      <p className="hint filename">{title}</p>
      <section className="code-scroll" aria-label={title} tabIndex={0}>
        <table className="code-differences">
          <caption className="visually-hidden">{title}</caption>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">Line before</th>
              <th scope="col">Line after</th>
              <th scope="col">Text</th>
            </tr>
          </thead>
          <tbody>
            {parts.map((lines, part) => (
              <Fragment key={part}>
                {part > 0 ? (
                  <tr className="code-gap">
                    <td colSpan={3}>
                      <span aria-hidden="true">···</span>
                      <span className="visually-hidden">Lines in between are the same</span>
                    </td>
                  </tr>
                ) : null}
                {lines.map(({ kind, before, after, text }, index) => (
                  <tr key={index} className={`code-${kind}`}>
                    <td className="code-number">{before}</td>
                    <td className="code-number">{after}</td>
                    <td>
                      <span aria-hidden="true">{signs[kind]} </span>
                      <span className="visually-hidden">{changeLabels[kind]}</span>
                      {text}
                    </td>
                  </tr>
                ))}
              </Fragment>
            ))}
          </tbody>
        </table>
      </section>
      {cut ? <p className="hint">There are more differences than are listed here.</p> : null}
    </>
  )
}
