import type { ReactNode } from 'react'

import type { DeclinedEstimate, Estimate, PricedEstimate } from '~/domain/estimates/estimates'
import { briefMoney } from '~/domain/formats'
import { ButtonLink } from '~/ui/button'

type Props = {
  estimate: Estimate | null
  /** Why there is no estimate, although there are answers. */
  message: string | null
  isPending: boolean
  /** The answers of the estimate, for a link to an application that begins with them. */
  answers?: Record<string, string>
  /** The answers that a price still needs. */
  missing?: ReactNode
  /** The text in the place of the price, until there is one. */
  example?: string
  /** Whether the answers are those of an application, which is stored. */
  ofApplication?: boolean
}

export function EstimateResult({
  estimate,
  message,
  isPending,
  answers,
  missing,
  example,
  ofApplication = false,
}: Props) {
  const failure = isPending ? null : message
  return (
    <div className="estimate-result" aria-busy={isPending}>
      <div role="status">
        {failure ? <p className="estimate-message">{failure} Your answers are still here.</p> : null}
        {estimate?.tier ? <Price {...estimate} /> : null}
        {estimate?.tier === null ? <NoPrice {...estimate} /> : null}
        {failure || estimate ? null : (
          <p className="estimate-before">
            {isPending ? 'Working it out...' : <>Your price will be here{missing}.</>}
          </p>
        )}
      </div>
      {example && !estimate && !failure ? <p>{example}</p> : null}
      {estimate?.tier && answers ? (
        <p>
          <ButtonLink to={`/get-a-quote?${new URLSearchParams(answers)}`}>Get a quote of your own</ButtonLink>
        </p>
      ) : null}
      {estimate?.tier ? <Details {...estimate} /> : null}
      <p className="hint">
        An estimate from {ofApplication ? 'your answers so far' : 'three answers'}, not an offer. Cover is not
        active in the beta.{ofApplication ? '' : ' Nothing you enter here is stored.'}
      </p>
    </div>
  )
}

export function Price({ tier, benefit, months, low, high }: PricedEstimate) {
  return (
    <>
      <p className="estimate-price">
        <strong>{priceText(low, high)}</strong> a month for {tier}
      </p>
      <p>
        It pays {briefMoney(benefit)} once if you lose your job. That is {months.toFixed(1)} months of your
        pay.
      </p>
    </>
  )
}

function NoPrice({ reason, declined }: DeclinedEstimate) {
  return (
    <>
      <p className="estimate-price">
        <strong>No price yet</strong>
      </p>
      <p>{declined < 1 ? `Most people with these answers are declined. ${reason}` : reason}</p>
    </>
  )
}

function Details({
  low,
  high,
  reason,
  notes,
  moves,
  knowsEmployer,
}: PricedEstimate & Pick<Estimate, 'moves' | 'knowsEmployer'>) {
  return (
    <details className="estimate-details">
      <summary>How we get to this range, and what moves it</summary>
      <p>
        8 of 10 people with these answers would pay {rangeText(low, high)}
        {knowsEmployer ? '' : ', before their employer’s record'}. {reason}
      </p>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {moves.length > 0 ? (
        <>
          <p className="estimate-moves-title">What moves your price most</p>
          <ul className="estimate-moves">
            {moves.map(({ question, label, effect }) => (
              <li key={question}>
                <span>{label}</span> <span>{effect}</span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </details>
  )
}

/** Whole dollars that include the range. */
function dollars(low: number, high: number) {
  return [Math.max(1, Math.floor(low)), Math.ceil(high)].map(briefMoney) as [string, string]
}

/** A range of prices in whole dollars: $42–$43. */
export function priceText(low: number, high: number) {
  const [from, to] = dollars(low, high)
  return from === to ? from : `${from}–${to}`
}

function rangeText(low: number, high: number) {
  const [from, to] = dollars(low, high)
  return from === to ? `about ${from}` : `between ${from} and ${to}`
}
