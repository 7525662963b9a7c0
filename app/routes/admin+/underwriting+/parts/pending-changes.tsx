import type { Difference } from '~/domain/engine-versions/grid'
import { adminTime } from '~/domain/formats'
import { Card } from '~/ui/card'
import { Form } from '~/ui/form'
import { IntentButton } from '~/ui/intent-button'

import { TableDifferences } from './table-differences'

type Props = {
  differences: readonly Difference[]
  savedAt: string | null
  /** The page after discarding the changes. */
  page: string
  /** The name of the page's draft in the tab, which discarding also removes. */
  draft?: string
  /** Whether to collapse the differences, if the page itself shows the important ones. */
  collapsed?: boolean
  children?: React.ReactNode
}

/** An admin's changes to tables and golden cases that are not active yet. */
export function PendingChanges({ differences, savedAt, page, draft, collapsed, children }: Props) {
  if (differences.length === 0) return null
  const table = <TableDifferences differences={differences} />
  return (
    <Card id="changes" title="Your changes">
      <p>
        {savedAt === null ? '' : `Kept at ${adminTime(savedAt)} UTC. `}
        They are not in use, and only you see them here. Tables and golden cases are saved together.
      </p>
      {collapsed ? (
        <details>
          <summary>
            {differences.length === 1 ? 'Show the change' : `Show the ${differences.length} changes`}
          </summary>
          {table}
        </details>
      ) : (
        table
      )}
      {children}
      <details className="give-up">
        <summary>Give up these changes</summary>
        <Form method="post" action={page} draft={draft} preventScrollReset>
          <p>Are you sure you want to give up these changes? This action cannot be undone.</p>
          <IntentButton intent="discard" variant="danger" busyLabel="Giving up...">
            Give up
          </IntentButton>
        </Form>
      </details>
    </Card>
  )
}
