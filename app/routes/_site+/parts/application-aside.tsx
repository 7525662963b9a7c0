import type { ReactNode } from 'react'

import type { Estimate as EstimateValue } from '~/domain/estimates/estimates'

import { Estimate } from './estimate'
import { EstimateResult } from './estimate-result'
import { useApplicationEstimate } from './use-application-estimate'

type Props = {
  /** The estimate for the stored answers, and the answers; without them, the questions of an estimate are shown. */
  estimate?: EstimateValue | null
  answers?: Record<string, string> | null
  children?: ReactNode
}

/** What stands beside an application: the price that its answers lead to, or the questions of an estimate. */
export function ApplicationAside({ estimate: stored = null, answers = null, children }: Props) {
  const { estimate, isPending } = useApplicationEstimate(stored, answers)
  return (
    <aside className="application-aside" aria-label="About your application">
      {estimate ? (
        <section className="estimate" aria-labelledby="estimate-title">
          <h2 id="estimate-title">Your price so far</h2>
          <EstimateResult estimate={estimate} message={null} isPending={isPending} ofApplication />
        </section>
      ) : (
        <Estimate answer={null} action="/coverage-tiers" />
      )}
      {children}
    </aside>
  )
}
