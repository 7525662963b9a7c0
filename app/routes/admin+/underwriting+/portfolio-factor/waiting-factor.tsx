import { Card } from '~/ui/card'
import { IntentForm } from '~/ui/intent-form'

import type { FactorEntry } from './factor-history'

/** A factor that an admin other than its author must release. */
export function WaitingFactor({
  waiting,
  isOwn,
  page,
}: {
  waiting: FactorEntry
  isOwn: boolean
  page: string
}) {
  const { id, factor, previous, author, note } = waiting
  const form = { action: page, fields: { id } }
  return (
    <Card title={`Proposed: ${factor.toFixed(4)}`}>
      <p>{`${author ?? 'A deleted account'} proposes ${factor.toFixed(4)} in place of ${previous.toFixed(4)}: ${note}`}</p>
      {isOwn ? (
        <>
          <p>Another admin must release or reject it.</p>
          <IntentForm {...form} intent="withdraw" busyLabel="Withdrawing...">
            Withdraw this factor
          </IntentForm>
        </>
      ) : (
        <div className="button-row">
          <IntentForm {...form} intent="release-proposed" busyLabel="Releasing...">
            Release this factor
          </IntentForm>
          <IntentForm {...form} intent="reject" busyLabel="Rejecting...">
            Reject this factor
          </IntentForm>
        </div>
      )}
    </Card>
  )
}
