import type { SerializeFrom } from '@remix-run/node'

import { adminTime, briefMoney, counted } from '~/domain/formats'
import type { Simulation } from '~/domain/simulations/simulations.server'
import { percentiles } from '~/engine/scenario-names'
import { Card } from '~/ui/card'
import { IntentForm } from '~/ui/intent-form'
import { Notice } from '~/ui/notice'
import { Table } from '~/ui/table'

import { statusNames } from '../../parts/run-status'
import { FanChart } from './fan-chart'
import { scenarioLabel } from './scenario-label'

type Run = SerializeFrom<Simulation>
type Result = NonNullable<Run['result']>
type Need = Result['needs'][number]

const monthsText = (months: number) => months.toFixed(1)
/** Simulated dollars, without cents. */
const dollars = (amount: number) => briefMoney(Math.round(amount))
const percentText = (share: number) => `${(share * 100).toFixed(1)}%`
const monthName = (day: string) =>
  new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(new Date(day))

/** The parameters of a run, and its results. */
export function SimulationResult({ run }: { run: Run }) {
  const { id, status, failure, result, parameters, created_at, username } = run
  const { scenario, months, paths, members, reserve, start, seed } = parameters
  return (
    <>
      <Card title={`Simulation ${id}: ${scenarioLabel(scenario)}`}>
        {status === 'done' ? null : (
          <Notice tone={status === 'failed' ? 'danger' : 'info'} title={statusNames[status]}>
            <p>{failure ?? 'It has no figures.'}</p>
          </Notice>
        )}
        <p className="simulation-settings">
          {`${counted(paths, 'path')}, seed ${seed}; ${counted(months, 'month')} from ${monthName(`${start}-01`)}; opens with ${counted(members, 'member')} and a reserve of ${dollars(reserve)}.`}
        </p>
        <p className="simulation-note">
          {result ? `${portfolioText(result)}. ` : null}
          {`Started ${adminTime(created_at)}${username ? `, by ${username}` : ''}.`}
        </p>
        {result ? (
          <div className="button-row">
            <a
              href={`/admin/underwriting/simulation/${id}/months`}
              className="button button-secondary"
              download
            >
              Download the months as CSV
            </a>
            <IntentForm
              action="/admin/underwriting/simulation"
              intent="preview-months"
              fields={{ run: id }}
              busyLabel="Comparing..."
            >
              See what importing them would change
            </IntentForm>
          </div>
        ) : null}
      </Card>
      {result ? (
        <>
          <FanCard result={result} paths={paths} />
          <NeedsCard result={result} scenario={scenario} />
        </>
      ) : null}
    </>
  )
}

function portfolioText({ book, premium }: Result) {
  const { source, policies, lossRatio } = book
  const mix =
    source === 'quotes'
      ? `The mix of ${counted(policies, 'approved quote')}`
      : `The mix of the bundled population of ${policies.toLocaleString('en-US')} policies`
  return `${mix}; ${dollars(premium)} of premium a month; ${lossRatio.toFixed(1)}% loss ratio through the cycle`
}

function FanCard({ result: { chart, fan, replays }, paths }: { result: Result; paths: number }) {
  const last = fan.at(-1)
  const at = (percent: (typeof percentiles)[number]) =>
    dollars(last?.reserve[percentiles.indexOf(percent)] ?? 0)
  return (
    <Card title="Reserve by month">
      <p className="simulation-note">
        The reserve at the end of each month over {paths.toLocaleString('en-US')} paths: half of them end
        within the darkest band, 99% within the lightest. The lines of the replays are medians of the same
        portfolio.
      </p>
      <FanChart
        title="Reserve by month"
        description={
          last
            ? `In ${monthName(last.month)} the median is ${at(50)}; 90% of paths are between ${at(5)} and ${at(95)}, 99% between ${at(0.5)} and ${at(99.5)}.`
            : ''
        }
        chart={chart}
      />
      <details className="simulation-details">
        <summary>Figures by month</summary>
        <Table
          caption="Reserve by month and percentile"
          captionHidden
          dense
          rows={fan.map(({ month, reserve }, index) => ({ month, reserve, index }))}
          rowKey={({ month }) => month}
          columns={[
            { header: 'Month', rowHeader: true, cell: ({ month }) => monthName(month) },
            ...percentiles.map((percent, place) => ({
              header: percent === 50 ? 'Median' : `${percent}%`,
              numeric: true,
              cell: ({ reserve }: { reserve: number[] }) => dollars(reserve[place] ?? 0),
            })),
            ...replays.map(({ scenario, reserve }) => ({
              header: scenario,
              numeric: true,
              cell: ({ index }: { index: number }) => {
                const value = reserve[index]
                return value === undefined ? 'N/A' : dollars(value)
              },
            })),
          ]}
        />
      </details>
    </Card>
  )
}

function NeedsCard({ result: { needs, premium }, scenario }: { result: Result; scenario: Need['scenario'] }) {
  const label = (need: Need, index: number) =>
    index === 0
      ? `First ${need.months} months of ${scenario}`
      : need.scenario === 'history'
        ? 'Any 12 months of 2001-2022'
        : `${scenarioLabel(need.scenario)}, all ${need.months} months`
  return (
    <Card title="Reserve that the paths need">
      <p className="simulation-note">
        The opening reserve that half, 95% and 99.5% of the paths survive: how far the reserve falls below its
        opening at the end of any month. The months of premium are those of the 99.5%; one is{' '}
        {dollars(premium)}, that of the opening portfolio.
      </p>
      <Table
        caption="Reserve that the paths need"
        captionHidden
        dense
        rows={needs.map((need, index) => ({ ...need, label: label(need, index) }))}
        rowKey={(need) => need.label}
        columns={[
          { header: 'Paths', rowHeader: true, cell: (need) => need.label },
          { header: 'Half', numeric: true, cell: ({ median }) => dollars(median) },
          { header: '95%', numeric: true, cell: ({ p95 }) => dollars(p95) },
          { header: '99.5%', numeric: true, cell: ({ p995 }) => dollars(p995) },
          {
            header: 'Months of premium',
            numeric: true,
            cell: ({ ofPremium }) => <strong>{monthsText(ofPremium.p995)}</strong>,
          },
          {
            header: 'Opening reserve survives',
            numeric: true,
            cell: ({ survived }) => percentText(survived),
          },
        ]}
      />
    </Card>
  )
}
