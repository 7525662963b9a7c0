import { useEffect, useRef } from 'react'

import type { FailingCase } from '~/domain/engine-versions/case-figures'
import type { Reach } from '~/domain/engine-versions/reach.server'
import { counted } from '~/domain/formats'
import { Card } from '~/ui/card'

import { FailingCases } from './failing-cases'

/** The outcome of a check of changed tables and golden cases. */
export type CheckView = {
  passes: boolean
  text: string
  /** The smallest counter-example, as JSON. */
  example: string | null
  /** The golden cases that fail. */
  cases: FailingCase[] | null
  reach: Reach | null
}

/** The result of a check. Receives the focus with JavaScript. */
export function CheckOutcome({ check: { passes, text, example, cases, reach } }: { check: CheckView }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus()
  }, [])
  return (
    <div id="check" className="check-outcome" ref={box} tabIndex={-1}>
      <Card title={passes ? 'The check has passed' : 'The check has failed'}>
        <p className={passes ? undefined : 'check-failure'}>{text}</p>
        {cases === null ? null : <FailingCases cases={cases} />}
        {example === null ? null : (
          <>
            <h3>Counter-example</h3>
            <section className="code-scroll" aria-label="Counter-example" tabIndex={0}>
              <pre>{example}</pre>
            </section>
          </>
        )}
        {reach === null ? null : (
          <>
            <ReachedRows reach={reach} />
            <TakenBranches reach={reach} />
          </>
        )}
        <p className="hint">Nothing was changed.</p>
      </Card>
    </div>
  )
}

function ReachedRows({ reach: { tables, cases, quotes } }: { reach: Reach }) {
  const runs = `${counted(cases, 'golden case')} and ${counted(quotes, 'stored quote')}`
  const count = tables.reduce((sum, { rows }) => sum + rows.length, 0)
  if (count === 0) return <p>{`Every row of the tables was reached by ${runs}.`}</p>
  return (
    <>
      <h3>Rows that nothing reached</h3>
      <p>{`${counted(count, 'row')} of the tables were read by none of ${runs}: their figures are untried.`}</p>
      <ul className="reach">
        {tables.map(({ key, label, rows }) => (
          <li key={key}>
            <details>
              <summary>{`${label}: ${counted(rows.length, 'row')}`}</summary>
              <p>{rows.join('; ')}</p>
            </details>
          </li>
        ))}
      </ul>
    </>
  )
}

function TakenBranches({ reach: { branches, allBranches } }: { reach: Reach }) {
  if (allBranches === 0) return null
  if (branches.length === 0) return <p>{`All ${allBranches} branches of the source were taken.`}</p>
  return (
    <>
      <h3>Branches that nothing took</h3>
      <p>{`${branches.length} of the ${allBranches} branches of the source were taken by none of these runs.`}</p>
      <details>
        <summary>The branches by line</summary>
        <ul className="reach">
          {branches.map(({ line, text }) => (
            <li key={`${line} ${text}`}>
              Line {line}: <code>{text}</code>
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}
