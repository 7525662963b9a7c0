import type { ReactNode } from 'react'

import { exampleTiers, facts } from '~/content/facts'
import { briefMoney } from '~/domain/formats'

/** What stands beside an application. */
export function ApplicationAside({ children }: { children?: ReactNode }) {
  const lowest = exampleTiers[0]
  const highest = exampleTiers.at(-1) ?? lowest
  return (
    <aside className="application-aside" aria-label="About your application">
      <section>
        <h2>What it costs</h2>
        <p>
          From <strong>{briefMoney(lowest.premium)}</strong> a month. Up to{' '}
          <strong>{briefMoney(highest.coverage)}</strong>, paid once, and never more than{' '}
          {facts.maxMonthsOfPay} months of your pay.
        </p>
      </section>
      {children}
    </aside>
  )
}
