import { Link } from '@remix-run/react'

import { money } from '~/domain/formats'
import type { readOverview } from '~/domain/portfolio/overview.server'
import { resultList } from '~/domain/underwriting/result-list'
import { Table } from '~/ui/table'

type Props = { waiting: Awaited<ReturnType<typeof readOverview>>['waiting'] }

/** The number of waiting results by next step, with links to their lists. */
export function Waiting({ waiting: { read, again, decide, send, answer } }: Props) {
  const rows = [
    { name: 'Answers to read', ...read, decision: 'to-read', isRare: true },
    { name: 'Corrected, to run again', ...again, decision: 'to-run', isRare: true },
    { name: 'Referrals to decide', ...decide, decision: 'to-decide', isRare: false },
    { name: 'Results to send', ...send, decision: 'to-send', isRare: false },
    { name: 'Waiting for the applicant', ...answer, decision: 'to-answer', isRare: true },
  ].filter(({ count, isRare }) => count > 0 || !isRare)
  return (
    <>
      <Table
        caption="What waits now"
        captionHidden
        dense
        rows={rows}
        rowKey={({ name }) => name}
        columns={[
          {
            header: 'Waits',
            rowHeader: true,
            phone: 'title',
            cell: ({ name, decision }) => <Link to={resultList.url({ decision })}>{name}</Link>,
          },
          {
            header: 'Results',
            numeric: true,
            phone: 'mark',
            cell: ({ count }) => count.toLocaleString('en-US'),
          },
          {
            header: 'Premium a month',
            numeric: true,
            phone: 'first',
            cell: ({ premium }) => (
              <>
                {money(premium)}
                <span className="phone-only"> a month</span>
              </>
            ),
          },
        ]}
      />
      <p className="hint">
        Of all applications without an answer, whenever they were sent: the newest result of each. Premiums of
        referrals are as rated; a refusal has none.
      </p>
    </>
  )
}
