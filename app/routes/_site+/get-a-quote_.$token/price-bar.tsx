import type { Estimate } from '~/domain/estimates/estimates'
import { briefMoney } from '~/domain/formats'

/** The price so far in a line that stays in view on a narrow screen, where its section is far below the questions. */
export function PriceBar({ estimate }: { estimate: Estimate | null }) {
  return (
    <p className="price-so-far">
      <span>{estimate?.tier ? `Estimate: ${rangeOf(estimate)} a month` : 'No estimate yet'}</span>
      <a href="#estimate-title">{estimate?.tier ? 'Details' : 'Why'}</a>
    </p>
  )
}

function rangeOf({ low, high }: { low: number; high: number }) {
  const from = briefMoney(Math.max(1, Math.floor(low)))
  const to = briefMoney(Math.ceil(high))
  return from === to ? from : `${from}–${to}`
}
