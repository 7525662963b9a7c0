import { counted, money } from '~/domain/formats'
import type { Figures, readOverview } from '~/domain/portfolio/overview.server'
import { Table } from '~/ui/table'
import { Unset } from '~/ui/unset'

import { ratio } from './format'

type Overview = Awaited<ReturnType<typeof readOverview>>

type SimulatedProps = { simulated: NonNullable<Overview['simulated']>; figures: Figures; days: number }

/** Expected figures of the sent offers beside the simulated ones of the whole portfolio, per month. */
export function Simulated({ simulated, figures, days }: SimulatedProps) {
  const { months, scenario, from, until } = simulated
  const expected = figures.loss_ratio
  const rows = [
    {
      name: 'Loss ratio',
      offered: ratio(expected),
      simulation: ratio(simulated.loss_ratio),
    },
    {
      name: 'Premium a month',
      offered: money(figures.premium),
      simulation: money(simulated.premium / months),
    },
    {
      name: 'Claims a month',
      offered: expected === null ? null : money(figures.premium * expected),
      simulation: money(simulated.claims / months),
    },
  ]
  return (
    <>
      <p>
        Simulated, not real: {counted(months, 'month')} of {scenario ?? 'a scenario without a name'},{' '}
        {from.slice(0, 7)} to {until.slice(0, 7)}, with {counted(Math.round(simulated.claim_count), 'claim')}.
        It has a whole portfolio; the offers are those to the applicants of the last {days} days.
      </p>
      <Table
        caption="Expected figures beside simulated ones"
        captionHidden
        dense
        rows={rows}
        rowKey={({ name }) => name}
        columns={[
          { header: 'Figure', rowHeader: true, cell: ({ name }) => name },
          { header: 'Sent offers, expected', numeric: true, cell: ({ offered }) => offered ?? <Unset /> },
          { header: 'Simulated', numeric: true, cell: ({ simulation }) => simulation ?? <Unset /> },
        ]}
      />
    </>
  )
}
