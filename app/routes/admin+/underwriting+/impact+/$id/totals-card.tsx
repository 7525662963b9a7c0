import { capital, money, signedMoney } from '~/domain/formats'
import { Card } from '~/ui/card'
import { Table } from '~/ui/table'

import type { Result } from './impact-result'

type Side = Result['before']

const count = (value: number) => value.toLocaleString('en-US')
const percent = (share: number) => `${(100 * share).toFixed(1)}%`
const lossRatio = ({ claims, premium }: Side) => (premium === 0 ? null : claims / premium)

/** Decisions, premium and expected loss ratio of the whole portfolio, before and after. */
export function TotalsCard({ result: { before, after } }: { result: Result }) {
  const ratios = [lossRatio(before), lossRatio(after)] as const
  const rows = [
    ...(['approved', 'referred', 'declined'] as const).map((decision) => ({
      name: capital(decision),
      before: count(before.decisions[decision]),
      after: count(after.decisions[decision]),
      change: signedCount(after.decisions[decision] - before.decisions[decision]),
    })),
    {
      name: 'Premium a month',
      before: money(before.premium),
      after: money(after.premium),
      change: signedMoney(after.premium - before.premium),
    },
    {
      name: 'Expected claims a month',
      before: money(before.claims),
      after: money(after.claims),
      change: signedMoney(after.claims - before.claims),
    },
    {
      name: 'Expected loss ratio',
      before: ratios[0] === null ? 'N/A' : percent(ratios[0]),
      after: ratios[1] === null ? 'N/A' : percent(ratios[1]),
      change: ratios[0] === null || ratios[1] === null ? 'N/A' : signedPoints(ratios[0], ratios[1]),
    },
  ]
  return (
    <Card title="Totals">
      <p className="hint">
        Premium and expected claims are those of all quotes that are approved or referred, as if each were
        taken. Claims are expected through the cycle, by the claim model of each version.
      </p>
      <Table
        caption="Totals before and after"
        captionHidden
        dense
        rows={rows}
        rowKey={({ name }) => name}
        columns={[
          { header: 'Figure', rowHeader: true, cell: ({ name }) => name },
          { header: 'In use', numeric: true, cell: (row) => row.before },
          { header: 'After', numeric: true, cell: (row) => row.after },
          { header: 'Change', numeric: true, cell: (row) => row.change },
        ]}
      />
    </Card>
  )
}

function signedCount(change: number) {
  return change > 0 ? `+${count(change)}` : count(change).replace('-', '−')
}

/** The difference of two shares as they are shown, in tenths of a percent. */
function signedPoints(before: number, after: number) {
  const tenths =
    Math.round(10 * Number((100 * after).toFixed(1))) - Math.round(10 * Number((100 * before).toFixed(1)))
  const text = `${Math.abs(tenths / 10).toFixed(1)} points`
  return tenths > 0 ? `+${text}` : tenths < 0 ? `−${text}` : text
}

/** Summarizes a run in a sentence: the changes of premium, expected loss ratio and decisions. */
export function totalsText({ before, after, moves }: Pick<Result, 'before' | 'after' | 'moves'>) {
  const ratios = [lossRatio(before), lossRatio(after)] as const
  const premium = `${money(before.premium)} → ${money(after.premium)} a month (${signedMoney(after.premium - before.premium)})`
  const newly = (decision: string) =>
    moves.reduce((sum, move) => sum + (move.after === decision ? move.count : 0), 0)
  return [
    `Premium ${premium}`,
    ...(ratios[0] === null || ratios[1] === null
      ? []
      : [
          `expected loss ratio ${percent(ratios[0])} → ${percent(ratios[1])} (${signedPoints(ratios[0], ratios[1])})`,
        ]),
    moves.length === 0
      ? 'no decision changes'
      : `newly declined ${count(newly('declined'))}, referred ${count(newly('referred'))}, approved ${count(newly('approved'))}`,
  ].join('; ')
}

type Ratio = Result['fairness']['before'][number]

/** The approval ratios of rule 12 over the bundled population, before and after. */
export function RatiosCard({ fairness: { before, after } }: { fairness: Result['fairness'] }) {
  const kinds = [...new Set([...before, ...after].map(({ kind }) => kind))]
  const find = (ratios: readonly Ratio[], kind: string) => ratios.find((ratio) => ratio.kind === kind)
  return (
    <Card title="Approval ratios between groups">
      <p className="hint">
        Rule 12, over every fourth person of the bundled population, as at a release: the group that is
        approved least against the one that is approved most. Below 0.80 a release needs a written
        justification. The fairness page counts everybody.
      </p>
      <Table
        caption="Approval ratios between groups"
        captionHidden
        dense
        rows={kinds.map((kind) => ({ kind, before: find(before, kind), after: find(after, kind) }))}
        rowKey={({ kind }) => kind}
        columns={[
          { header: 'Groups', rowHeader: true, cell: ({ kind }) => capital(kind) },
          { header: 'In use', numeric: true, cell: (row) => <RatioText ratio={row.before} /> },
          { header: 'After', numeric: true, cell: (row) => <RatioText ratio={row.after} /> },
          { header: 'Lowest and highest after', cell: (row) => (row.after ? groupsText(row.after) : 'N/A') },
        ]}
      />
    </Card>
  )
}

function RatioText({ ratio }: { ratio: Ratio | undefined }) {
  if (!ratio) return 'N/A'
  const text = ratio.ratio.toFixed(2)
  return ratio.ratio < 0.8 ? <strong className="impact-low">{`${text}, below 0.80`}</strong> : text
}

function groupsText({ lowest, highest }: Ratio) {
  const name = (group: string) => group.replace(/^[^:]*: /, '')
  return `${name(lowest.group)} ${percent(lowest.rate)}, ${name(highest.group)} ${percent(highest.rate)}`
}
