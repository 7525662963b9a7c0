import type { ReactNode } from 'react'

import type { Estimate as EstimateValue } from '~/domain/estimates/estimates'

import { Estimate } from './estimate'
import { EstimateResult } from './estimate-result'

/** What stands beside an application: the price that its answers lead to, or the questions of an estimate. */
export function ApplicationAside({
  estimate = null,
  children,
}: {
  estimate?: EstimateValue | null
  children?: ReactNode
}) {
  return (
    <aside className="application-aside" aria-label="About your application">
      {estimate ? (
        <section className="estimate" aria-labelledby="estimate-title">
          <h2 id="estimate-title">Your price so far</h2>
          <EstimateResult estimate={estimate} message={null} isPending={false} ofApplication />
        </section>
      ) : (
        <Estimate answer={null} action="/coverage-tiers" />
      )}
      {children}
    </aside>
  )
}
