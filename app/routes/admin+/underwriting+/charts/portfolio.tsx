import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'

import { formatCalendarDate, longDate } from '~/domain/dates'
import { counted, money } from '~/domain/formats'
import { dayChoices, monthChoices, type Period } from '~/domain/portfolio/period'
import type { LineGeometry } from '~/domain/portfolio/charts.server'
import type { Portfolio } from '~/domain/portfolio/portfolio.server'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { SelectField } from '~/ui/field'
import { GetForm } from '~/ui/get-form'
import { Table } from '~/ui/table'

import { LineChart } from './line-chart'
import { SpreadChart } from './spread-chart'
import { StackedBars } from './stacked-bars'

const figure = (value: number) => value.toLocaleString('en-US')
const percent = (value: number | null) =>
  value === null ? 'N/A' : `${value.toLocaleString('en-US', { maximumFractionDigits: 2 })}%`
const month = (day: string) =>
  new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(new Date(day))

/** The form for the days and months of the charts; works without JavaScript. */
export function PeriodForm({ period, busy }: { period: Period; busy: boolean }) {
  return (
    <GetForm key={JSON.stringify(period)} className="toolbar portfolio-form">
      <SelectField
        label="Quotes"
        name="days"
        width="medium"
        defaultValue={String(period.days)}
        options={dayChoices.map((days) => ({ value: String(days), label: `Last ${days} days` }))}
      />
      <SelectField
        label="Simulation"
        name="months"
        width="medium"
        defaultValue={String(period.months)}
        options={monthChoices.map((months) => ({ value: String(months), label: `Last ${months} months` }))}
      />
      <Button type="submit" variant="secondary" busy={busy} busyLabel="Drawing...">
        Show
      </Button>
    </GetForm>
  )
}

export function QuotesCard({ quotes, days }: { quotes: Portfolio['quotes']; days: number }) {
  const { statuses, since, until, cut, weekly, bars, totals, chart } = quotes
  const all = totals.reduce((sum, count) => sum + count, 0)
  const by = weekly ? 'week' : 'day'
  const title = `Quotes by ${by} and status`
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
  const busiest = bars.reduce((most, bar) => (sum(bar.counts) > sum(most.counts) ? bar : most), bars[0]!)
  const urlOf = ({ first, last }: Pick<(typeof bars)[number], 'first' | 'last'>, status: string) =>
    `/admin/submissions?${new URLSearchParams({ tab: 'quotes', ...(status && { status }), from: first, to: last })}`
  const when = ({ first, last }: (typeof bars)[number]) =>
    first === last ? formatCalendarDate(first) : `${formatCalendarDate(first)} to ${formatCalendarDate(last)}`
  return (
    <Card title={title}>
      {all === 0 ? (
        <EmptyState title={`No quotes in the last ${days} days.`}>
          <p>Choose a longer time, or wait for the next application.</p>
        </EmptyState>
      ) : (
        <>
          <p className="portfolio-note">
            {longDate(since)} to {longDate(until)}. Days are in UTC.
            {weekly ? ' Weeks are counted back from today; the oldest may be shorter.' : ''}
            {cut ? ' There are more quotes than this page counts, so it begins later.' : ''}
          </p>
          <div className="portfolio-figures">
            <StackedBars
              title={title}
              description={
                `${figure(all)} quotes: ${statuses.map((status, index) => `${figure(totals[index] ?? 0)} ${status}`).join(', ')}. ` +
                `Most on ${when(busiest)}: ${figure(sum(busiest.counts))}.`
              }
              names={statuses}
              axes={{ scale: 'Quotes', places: weekly ? 'Week of submission' : 'Day of submission' }}
              chart={chart}
              linkOf={(index, status) => {
                const bar = bars[index]!
                const count = bar.counts[statuses.indexOf(status)] ?? 0
                return { to: urlOf(bar, status), title: `${when(bar)}: ${figure(count)} ${status}` }
              }}
            />
            <Table
              caption="Quotes by status"
              captionHidden
              dense
              figures
              rows={[
                ...statuses
                  .map((status, index) => ({ status, count: totals[index] ?? 0 }))
                  .filter(({ count }) => count > 0),
                { status: 'All', count: all },
              ]}
              rowKey={({ status }) => status}
              columns={[
                {
                  header: 'Status',
                  rowHeader: true,
                  cell: ({ status }) => (
                    <Link to={urlOf({ first: since, last: until }, status === 'All' ? '' : status)}>
                      {status}
                    </Link>
                  ),
                },
                { header: 'Quotes', numeric: true, cell: ({ count }) => figure(count) },
                {
                  header: 'Share',
                  numeric: true,
                  cell: ({ count }) => `${((count / all) * 100).toFixed(1)}%`,
                },
              ]}
            />
          </div>
          <Figures title={`Figures by ${by}`}>
            <Table
              caption={title}
              captionHidden
              dense
              rows={[...bars].reverse()}
              rowKey={({ last }) => last}
              columns={[
                {
                  header: weekly ? 'Week' : 'Day',
                  rowHeader: true,
                  cell: (bar) => <Link to={urlOf(bar, '')}>{when(bar)}</Link>,
                },
                ...statuses.map((status, index) => ({
                  header: status,
                  numeric: true,
                  cell: (bar: (typeof bars)[number]) => {
                    const count = bar.counts[index] ?? 0
                    return count === 0 ? '0' : <Link to={urlOf(bar, status)}>{figure(count)}</Link>
                  },
                })),
                { header: 'All', numeric: true, cell: ({ counts }) => figure(sum(counts)) },
              ]}
            />
          </Figures>
        </>
      )}
    </Card>
  )
}

export function PremiumsCard({ premiums: { rows, newestOnly, chart } }: { premiums: Portfolio['premiums'] }) {
  const all = rows.reduce((sum, { count }) => sum + count, 0)
  return (
    <Card title="Rated premiums by tier">
      {rows.length === 0 ? (
        <EmptyState title="No premium has been rated yet.">
          <p>
            <Link to="/admin/underwriting">Run underwriting</Link> on a quote request, and its premium appears
            here.
          </p>
        </EmptyState>
      ) : (
        <>
          <p className="portfolio-note">
            Dollars a month, as the engine rated them. The newest result of each quote that is not declined:{' '}
            {counted(all, 'quote')}
            {newestOnly === null ? '' : `, from the newest ${figure(newestOnly)} results`}.
          </p>
          <div className="portfolio-figures">
            <SpreadChart
              chart={chart}
              words={rows.map(({ count, least, lower, median, upper, greatest }) => ({
                median: `median ${money(median)}`,
                description:
                  `${counted(count, 'quote')}: median ${money(median)}, middle half from ` +
                  `${money(lower)} to ${money(upper)}, all from ${money(least)} to ${money(greatest)} a month.`,
              }))}
            />
            <Table
              caption="Rated monthly premiums by tier"
              captionHidden
              dense
              figures
              rows={rows}
              rowKey={({ tier }) => tier}
              columns={[
                { header: 'Tier', rowHeader: true, cell: ({ tier }) => tier },
                { header: 'Quotes', numeric: true, cell: ({ count }) => figure(count) },
                { header: 'Median', numeric: true, cell: ({ median }) => money(median) },
                { header: 'Lowest', numeric: true, cell: ({ least }) => money(least) },
                { header: 'Highest', numeric: true, cell: ({ greatest }) => money(greatest) },
              ]}
            />
          </div>
        </>
      )}
    </Card>
  )
}

/** Loss ratio, reserve and meltdown probability over the months of a scenario. */
export function ScenarioCards({ scenario, target }: { scenario: Portfolio['scenario']; target: number }) {
  const { name, months, lossRatio, reserve, meltdown } = scenario
  const [first, last] = [months[0], months.at(-1)]
  if (!first || !last)
    return (
      <Card title="Simulated months">
        <EmptyState title="No simulated months are active.">
          <p>
            <Link to="/admin/underwriting?tab=synergy-data#synergy-data">Add or import simulation rows</Link>,
            and the newest active scenario appears here.
          </p>
        </EmptyState>
      </Card>
    )
  const over = months.filter(({ loss_ratio }) => loss_ratio !== null && loss_ratio > target).length
  const span = `${name ? `Scenario “${name}”` : 'A scenario without a name'}, ${month(first.month)} to ${month(last.month)}`
  const charts = [
    {
      title: 'Loss ratio',
      note: `Claims over premiums. The target is ${target}%.`,
      values: months.map(({ loss_ratio }) => loss_ratio),
      format: percent,
      scale: 'Percent of premiums',
      chart: lossRatio,
      extra: [{ name: `Months above ${target}%`, value: `${over} of ${months.length}` }],
    },
    {
      title: 'Reserve',
      note: 'The balance that pays claims, US dollars.',
      values: months.map((row) => row.reserve),
      format: money,
      scale: 'US dollars',
      chart: reserve,
      extra: [],
    },
    {
      title: 'Meltdown probability',
      note: 'The chance that the reserve does not last.',
      values: months.map((row) => row.meltdown),
      format: percent,
      scale: 'Percent',
      chart: meltdown,
      extra: [],
    },
  ]
  return (
    <>
      {charts.map(({ note, ...props }) => (
        <OverMonths
          key={props.title}
          {...props}
          months={months.map((row) => row.month)}
          note={`${note} ${span}.`}
          targetLabel={`Target ${target}%`}
        />
      ))}
    </>
  )
}

type OverMonthsProps = {
  title: string
  note: string
  months: readonly string[]
  values: readonly (number | null)[]
  format: (value: number | null) => string
  /** The unit of the scale. */
  scale: string
  chart: LineGeometry
  extra: readonly { name: string; value: string }[]
  targetLabel: string
}

function OverMonths({
  title,
  note,
  months,
  values,
  format,
  scale,
  chart,
  extra,
  targetLabel,
}: OverMonthsProps) {
  const known = values.flatMap((value, index) =>
    value === null ? [] : [{ value, month: month(months[index]!) }],
  )
  const [newest, oldest] = [known.at(-1), known[0]]
  if (!newest || !oldest)
    return (
      <Card title={title}>
        <EmptyState title="No month has this figure." />
      </Card>
    )
  const highest = known.reduce((most, one) => (one.value > most.value ? one : most))
  const lowest = known.reduce((least, one) => (one.value < least.value ? one : least))
  const rows = [
    ...[
      { name: 'Newest', ...newest },
      { name: 'Highest', ...highest },
      { name: 'Lowest', ...lowest },
      { name: 'First shown', ...oldest },
    ].map(({ name, value, month: when }) => ({ name, value: format(value), when })),
    ...extra.map((row) => ({ ...row, when: '' })),
  ]
  return (
    <Card title={title}>
      <p className="portfolio-note">{note}</p>
      <div className="portfolio-figures">
        <LineChart
          title={`${title} over the simulated months`}
          name={title}
          description={rows
            .map(({ name, value, when }) => `${name}: ${value}${when && ` in ${when}`}.`)
            .join(' ')}
          axes={{ scale, places: 'Month' }}
          chart={chart}
          targetLabel={targetLabel}
        />
        <Table
          caption={`${title}, in short`}
          captionHidden
          dense
          figures
          rows={rows}
          rowKey={({ name }) => name}
          columns={[
            { header: 'Figure', rowHeader: true, cell: ({ name }) => name },
            { header: title, numeric: true, cell: ({ value }) => value },
            { header: 'Month', cell: ({ when }) => when || 'All' },
          ]}
        />
      </div>
      <Figures title="Figures by month">
        <Table
          caption={`${title} by month`}
          captionHidden
          dense
          figures
          rows={months.map((when, index) => ({ when, value: values[index] ?? null })).reverse()}
          rowKey={({ when }) => when}
          columns={[
            { header: 'Month', rowHeader: true, cell: ({ when }) => month(when) },
            { header: title, numeric: true, cell: ({ value }) => format(value) },
          ]}
        />
      </Figures>
    </Card>
  )
}

function Figures({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="portfolio-details">
      <summary>{title}</summary>
      {children}
    </details>
  )
}
