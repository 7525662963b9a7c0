import type { Estimate } from '~/domain/estimates/estimates'

import { priceText } from '../parts/estimate-result'

/** The current price, once there is one, always visible on narrow screens, where its section is far below the questions. */
export function PriceBar({ estimate }: { estimate: Estimate | null }) {
  if (!estimate?.tier) return null
  return (
    <p className="price-so-far">
      <span>Estimate: {priceText(estimate.low, estimate.high)} a month</span>
      <a href="#estimate-title">Details</a>
    </p>
  )
}
