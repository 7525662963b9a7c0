import type { ReactNode } from 'react'

import type { Estimate as EstimateValue } from '~/domain/estimates/estimates'

import { Estimate } from './estimate'
import { EstimateResult } from './estimate-result'

type Props = {
  /** The estimate for the answers; without one, the questions of an estimate are shown. */
  estimate?: EstimateValue | null
  isPending?: boolean
  children?: ReactNode
}

/** What stands beside an application: the price that its answers lead to, or the questions of an estimate. */
export function ApplicationAside({ estimate = null, isPending = false, children }: Props) {
  return (
    <aside className="application-aside" aria-label="About your application">
      {estimate ? (
        <section className="estimate" aria-labelledby="estimate-title">
          <h2 id="estimate-title">Your price so far</h2>
          <EstimateResult estimate={estimate} message={null} isPending={isPending} ofApplication />
        </section>
      ) : (
        <Estimate answer={null} action="/coverage-tiers" leads={false} />
      )}
      {children}
    </aside>
  )
}
