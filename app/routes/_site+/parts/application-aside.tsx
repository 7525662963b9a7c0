import type { ReactNode } from 'react'

import type { Estimate as EstimateValue } from '~/domain/estimates/estimates'

import { Estimate } from './estimate'
import type { EstimateAnswer } from './estimate.server'
import { EstimateResult } from './estimate-result'

type Props = {
  /** The estimate for an application, with links to the missing answers; without it, the form of an estimate is shown. */
  price?: { estimate: EstimateValue | null; isPending: boolean; missing: ReactNode }
  /** The estimate that the application begins with. */
  answer?: EstimateAnswer | null
}

/** The aside of an application: its estimated price, or the form of an estimate. */
export function ApplicationAside({ price, answer = null }: Props) {
  return (
    <aside className="application-aside" aria-label="About your application">
      {price ? (
        <section className="estimate" aria-labelledby="estimate-title">
          <h2 id="estimate-title">Your price so far</h2>
          <EstimateResult {...price} message={null} ofApplication />
        </section>
      ) : (
        <Estimate answer={answer} action="/coverage-tiers" leads={false} />
      )}
    </aside>
  )
}
