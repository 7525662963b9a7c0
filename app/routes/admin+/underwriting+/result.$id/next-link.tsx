import type { SerializeFrom } from '@remix-run/node'
import { Link } from '@remix-run/react'

import { longDate } from '~/domain/dates'
import { actUrl } from '~/domain/quotes/origin'
import type { findNext, WorkAct } from '~/domain/work/work.server'

type Next = SerializeFrom<NonNullable<Awaited<ReturnType<typeof findNext>>>>

const actLabels: Record<WorkAct, string> = {
  decide: 'to decide',
  run: 'to run',
  send: 'to send',
}

/** Links to the application that has waited longest, at its next action. `from` is the work list. */
export function NextLink({ next, from }: { next: Next; from: string }) {
  const { quoteId, name, act, due } = next
  return (
    <p className="link-row">
      <Link to={actUrl(act, next, from)} rel="next">
        Next: Q-{quoteId} {name}, {actLabels[act]} by {longDate(due)}
      </Link>
    </p>
  )
}
