import type { Estimate } from '~/domain/estimates/estimates'

import { priceText } from '../parts/estimate-result'

/** The current price, always visible on narrow screens, where its section is far below the questions. */
export function PriceBar({ estimate }: { estimate: Estimate | null }) {
  return (
    <p className="price-so-far">
      <span>
        {estimate?.tier ? `Estimate: ${priceText(estimate.low, estimate.high)} a month` : 'No estimate yet'}
      </span>
      <a href="#estimate-title">{estimate?.tier ? 'Details' : 'Why'}</a>
    </p>
  )
}
