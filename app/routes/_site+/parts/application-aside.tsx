import type { ReactNode } from 'react'

import type { Estimate as EstimateValue } from '~/domain/estimates/estimates'

import { Estimate } from './estimate'
import { EstimateResult } from './estimate-result'

type Props = {
  /** The estimate for the answers of an application, and links to those that it waits for; without it, the questions of an estimate are shown. */
  price?: { estimate: EstimateValue | null; isPending: boolean; missing: ReactNode }
  children?: ReactNode
}

/** What stands beside an application: the price that its answers lead to, or the questions of an estimate. */
export function ApplicationAside({ price, children }: Props) {
  return (
    <aside className="application-aside" aria-label="About your application">
      {price ? (
        <section className="estimate" aria-labelledby="estimate-title">
          <h2 id="estimate-title">Your price so far</h2>
          <EstimateResult {...price} message={null} ofApplication />
        </section>
      ) : (
        <Estimate answer={null} action="/coverage-tiers" leads={false} />
      )}
      {children}
    </aside>
  )
}
