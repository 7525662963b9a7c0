import { answerText } from '~/domain/corrections/answers'
import type { CorrectionPreview } from '~/domain/corrections/preview.server'
import { capital, money, signedMoney } from '~/domain/formats'
import { officeLabel } from '~/domain/quotes/office-labels'
import type { WhatIfComparison, MovedFactor } from '~/domain/underwriting/what-if.server'
import { BulletList } from '~/ui/bullet-list'

import { PriceChange } from '../parts/price-change'
import type { PreviewState } from './use-preview'

/** Lists the changes of a correction, each with a link to its field, and the new price. */
export function ChangesPanel({ preview, problem, isStale }: PreviewState) {
  const isEmpty = preview === null || preview.changes.length + preview.errors.length === 0
  return (
    <div
      className={isStale ? 'correct-preview correct-preview-stale' : 'correct-preview'}
      aria-busy={isStale}
    >
      {isEmpty && problem === null ? (
        <p>
          <span className="only-with-script">No answer is changed yet. </span>Changes are listed here, with
          what they would cost
          <span className="only-without-script">, once you press ‘Show the price first’</span>: nothing is
          stored until you save.
        </p>
      ) : null}
      {preview && preview.changes.length > 0 ? (
        <ul className="correct-changes">
          {preview.changes.map(({ name, before, after }) => (
            <li key={name}>
              <a href={`#${name}`}>{officeLabel(name)}</a>: {answerText(name, before)} →{' '}
              {answerText(name, after)}
            </li>
          ))}
        </ul>
      ) : null}
      <div role="status">
        {problem === null ? null : <p>{problem}</p>}
        {preview === null || isEmpty ? null : <Price {...preview} />}
      </div>
    </div>
  )
}

function Price({ errors, price, problem }: CorrectionPreview) {
  if (errors.length > 0)
    return (
      <>
        <p>There is no price before this is put right:</p>
        <ul>
          {errors.map(({ path, message }) => (
            <li key={path}>
              <a href={`#${path}`}>{message}</a>
            </li>
          ))}
        </ul>
      </>
    )
  if (problem !== null) return <p>There is no price now: {problem}</p>
  if (price === null) return <p>The engine looks at none of these answers: the price stays as it is.</p>
  return <Priced {...price} />
}

function Priced({ now, changed, moved }: WhatIfComparison) {
  const figures = [
    { term: 'Tier', values: [now, changed].map(({ tier }) => tier ?? 'none') },
    { term: 'Cover', values: [now, changed].map(({ coverage }) => money(coverage)) },
  ].filter(({ values }) => values[0] !== values[1])
  return (
    <>
      <p>
        Run today: <PriceChange now={now} changed={changed} />
      </p>
      {figures.map(({ term, values }) => (
        <p key={term}>
          {term}: {values.join(' → ')}
        </p>
      ))}
      {changed.decision === 'approved' ? null : (
        <>
          <p>{capital(changed.decision)}, because:</p>
          <BulletList items={changed.reasons} />
        </>
      )}
      {moved.length === 0 ? null : (
        <details>
          <summary>Factors that move</summary>
          <ul>
            {moved.map(({ name, label, now, changed }) => (
              <li key={name}>
                {label}: {sideText(now)} → {sideText(changed)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function sideText(side: MovedFactor['now']) {
  return side === null ? 'not used' : signedMoney(side.dollars)
}

/** A bar below the answers on narrow screens: the number of changes, and the new price. */
export function ChangesBar({ preview, problem, isStale }: PreviewState) {
  const text = problem === null ? preview && barText(preview) : 'Not priced now'
  if (text === null) return null
  return (
    <p className={isStale ? 'correct-bar correct-preview-stale' : 'correct-bar'}>
      <span>{text}</span>
      <a href="#price">Review</a>
    </p>
  )
}

function barText({ changes, errors, price }: CorrectionPreview) {
  if (errors.length > 0) return 'Not priced: an answer is not valid'
  if (changes.length === 0) return null
  const count = changes.length === 1 ? '1 change' : `${changes.length} changes`
  return price === null ? count : `${count}: ${briefText(price)}`
}

function briefText({ now, changed }: WhatIfComparison) {
  const sides = [now, changed]
  const prices = sides.map(({ decision, monthly }) => (monthly > 0 ? money(monthly) : decision))
  if (prices[0] !== prices[1]) return prices.join(' → ')
  return now.decision === changed.decision ? 'same price' : sides.map(({ decision }) => decision).join(' → ')
}
